import { STEP, type Steps } from './steps.ts';

/** A text reduced for comparison, with the original offsets of each of its UTF-16 units. */
export interface FoldedText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const UNIT = /[A-Za-z0-9]+(?!\p{M})|\P{M}\p{M}*|\p{M}+/gsu;
const LINE_END = /^[\n\r\u2028\u2029]/;
const LINE_OPENER = /^[\s>#]$/;
const INVISIBLE = /^[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]$/;
const PLAIN: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '′': "'",
  '´': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '″': '"',
  '«': '"',
  '»': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  '…': '...',
};

/** Removes differences in letter case, white space, quote and dash variants and Markdown marks. Linear in the text. */
export function* foldText(text: string): Steps<FoldedText> {
  const starts: number[] = [];
  const ends: number[] = [];
  const pieces: string[] = [];
  let isLineStart = true;
  let afterSpace = true;
  for (const { 0: unit, index } of text.matchAll(UNIT)) {
    const isRun = isAsciiWordUnit(unit);
    const piece: string = isRun ? unit.toLowerCase() : foldedUnit(text, unit, { index, isLineStart, afterSpace });
    if (isRun) isLineStart = false;
    else if (LINE_END.test(unit)) isLineStart = true;
    else if (!LINE_OPENER.test(unit)) isLineStart = false;
    for (let step = 0; step < piece.length; step += 1) {
      starts.push(isRun ? index + step : index);
      ends.push(isRun ? index + step + 1 : index + unit.length);
    }
    if (piece !== '') afterSpace = piece === ' ';
    pieces.push(piece);
    if (pieces.length % STEP === 0) yield;
  }
  return { text: pieces.join(''), starts, ends };
}

/** Fast path for the units that make up nearly all of English text. */
function isAsciiWordUnit(unit: string): boolean {
  const code = unit.charCodeAt(0);
  const isWordCode = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
  return isWordCode && unit.charCodeAt(unit.length - 1) < 128;
}

interface Place {
  readonly index: number;
  readonly isLineStart: boolean;
  readonly afterSpace: boolean;
}

function foldedUnit(text: string, unit: string, place: Place): string {
  if (unit === ' ' || /^\s$/.test(unit)) return place.afterSpace ? '' : ' ';
  if (unit === '.' || unit === ',') return unit;
  if (INVISIBLE.test(unit) || unit === '`') return '';
  if ((unit === '>' || unit === '#') && place.isLineStart) return '';
  if (unit === '*' || unit === '_') return isMark(text, unit, place.index) ? '' : unit;
  if (unit.length > 16) return unit;
  return PLAIN[unit] ?? unit.normalize(/^[\uff01-\uff5e\ufb00-\ufb06]/.test(unit) ? 'NFKC' : 'NFC').toLowerCase();
}

/** A star or underscore is emphasis unless it has spaces around it, or is between digits ("3*4") or inside a name ("snake_case"). */
function isMark(text: string, mark: string, index: number): boolean {
  const before = text.charAt(index - 1);
  const after = text.charAt(index + 1);
  if (/^\s?$/.test(before) && /^\s?$/.test(after)) return false;
  const inside = mark === '*' ? /\p{N}/u : /[\p{L}\p{N}]/u;
  return !(inside.test(before) && inside.test(after));
}
