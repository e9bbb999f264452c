import { INVISIBLE, PLAIN } from './normalise.ts';
import type { Span } from './span.ts';
import { isNamedByCase } from './unit-names.ts';

const LIST_MARKER = /^\s*(?:[-*+•]|\(?\d{1,2}[.)])\s+/;
/** In a folded text white space is a single space. */
const FINAL_STOP = / ?[.。]$/;
/** Scripts without spaces between words: a word may end at any character. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
/** Punctuation alone occurs everywhere and is not searched for. */
const HAS_CONTENT = /[\p{L}\p{N}\p{S}]/u;
const WORD = /[\p{L}\p{N}\p{M}]/u;
const JOINS_EMOJI = /\u200d|\p{Emoji_Modifier}/u;

/** A text prepared once for many searches. */
export interface SurfaceIndex {
  /**
   * Up to `max` non-overlapping occurrences of the needle, in order, as spans of the text. Letter case, white space,
   * Markdown marks, quote and dash variants and a final full stop are ignored. Words and numbers must be whole:
   * "5 million" is not found in "15 million", "in 201" not in "in 2014".
   */
  findAll(needle: SurfaceNeedle, max: number): Span[];
}

/** Words to find, prepared once for any number of texts. */
export interface SurfaceNeedle {
  readonly text: string;
  /** They ended with a full stop, which is found too where the text has it. */
  readonly hadStop: boolean;
}

export function surfaceNeedle(words: string): SurfaceNeedle {
  const raw = foldedText(words.replace(LIST_MARKER, '')).text.trim();
  const hadStop = FINAL_STOP.test(raw) && raw.length > 1;
  return { text: hadStop ? raw.replace(FINAL_STOP, '') : raw, hadStop };
}

/** Reads a text of any length for searches in it. */
export function surfaceIndex(haystack: string): SurfaceIndex {
  const place = { ...foldedText(haystack), edges: new Map<number, boolean>() };
  return { findAll: (needle, max) => findAll(needle, place, max) };
}

interface IndexedText extends FoldedText {
  /** Cache of word boundaries by offset: the searches of a claim ask for the same ones repeatedly. */
  readonly edges: Map<number, boolean>;
}

function findAll({ text: wanted, hadStop }: SurfaceNeedle, place: IndexedText, max: number): Span[] {
  const places: Span[] = [];
  let at = HAS_CONTENT.test(wanted) ? place.text.indexOf(wanted) : -1;
  while (at >= 0 && places.length < max) {
    const end = at + wanted.length;
    const isWhole = isKnownBoundary(place, at) && isKnownBoundary(place, end);
    if (isWhole) places.push(spanOf(place, at, hadStop && /[.。]/.test(place.text.charAt(end)) ? end + 1 : end));
    at = place.text.indexOf(wanted, isWhole ? end : at + 1);
  }
  return places;
}

function spanOf(place: FoldedText, start: number, end: number): Span {
  return { start: place.starts[start] ?? 0, end: place.ends[end - 1] ?? 0 };
}

function isKnownBoundary({ text, edges }: IndexedText, offset: number): boolean {
  const known = edges.get(offset);
  if (known !== undefined) return known;
  const isWhole = isBoundary(text, offset);
  edges.set(offset, isWhole);
  return isWhole;
}

/** True if a word, a number or a joined emoji may begin or end at this offset. */
function isBoundary(text: string, offset: number): boolean {
  const before = lastCharacter(text, offset);
  const after = String.fromCodePoint(text.codePointAt(offset) ?? 32);
  if (JOINS_EMOJI.test(after) || before === '\u200d') return false;
  if (UNSPACED.test(before) || UNSPACED.test(after)) return true;
  if (WORD.test(before) && WORD.test(after)) return false;
  if (/\p{N}/u.test(before) && /^[%‰°]/.test(after)) return false;
  const next = text.charAt(offset + 1);
  const previous = text.charAt(offset - 2);
  if (WORD.test(before) && /[-_]/.test(after) && WORD.test(next)) return false;
  if (WORD.test(after) && /[-_]/.test(before) && (WORD.test(previous) || /\p{N}/u.test(after))) return false;
  if (/\p{N}/u.test(before) && /[.,:/]/.test(after) && /\p{N}/u.test(next)) return false;
  return !(/\p{N}/u.test(after) && /[.,:/]/.test(before) && /\p{N}/u.test(previous));
}

function lastCharacter(text: string, offset: number): string {
  const unit = text.charAt(offset - 1);
  return /[\udc00-\udfff]/.test(unit) ? text.slice(Math.max(0, offset - 2), offset) : unit;
}

/** A text reduced for comparison, with the original offsets of each of its UTF-16 units. */
interface FoldedText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const UNIT = /[A-Za-z0-9]+(?!\p{M})|\P{M}\p{M}*|\p{M}+/gsu;
const LINE_END = /^[\n\r\u2028\u2029]/;
const LINE_OPENER = /^[\s>#]$/;
const IS_INVISIBLE = new RegExp(`^${INVISIBLE.source}$`);

/** Removes differences in letter case, white space, quote and dash variants and Markdown marks. Linear in the text. */
function foldedText(text: string): FoldedText {
  const starts: number[] = [];
  const ends: number[] = [];
  const pieces: string[] = [];
  let isLineStart = true;
  let afterSpace = true;
  for (const { 0: unit, index } of text.matchAll(UNIT)) {
    const isRun = isAsciiWordUnit(unit);
    const piece: string = isRun
      ? foldedRun(text, unit, index)
      : foldedUnit(text, unit, { index, isLineStart, afterSpace });
    if (isRun) isLineStart = false;
    else if (LINE_END.test(unit)) isLineStart = true;
    else if (!LINE_OPENER.test(unit)) isLineStart = false;
    for (let step = 0; step < piece.length; step += 1) {
      starts.push(isRun ? index + step : index);
      ends.push(isRun ? index + step + 1 : index + unit.length);
    }
    if (piece !== '') afterSpace = piece === ' ';
    pieces.push(piece);
  }
  return { text: pieces.join(''), starts, ends };
}

/** Characters of the longest number with a symbol, such as "1500mPa". */
const MAX_SYMBOL = 16;
const BEHIND_NUMBER = /\d[\s*_`-]{0,4}$/;
const SYMBOL = /\d*([A-Za-z]{1,5}Ω?)/y;

/** In small letters, but for symbols of units that these would confuse: 5 MW is not 5 mW. */
function foldedRun(text: string, run: string, index: number): string {
  if (
    run.length <= MAX_SYMBOL &&
    (run.charCodeAt(0) < 58 || BEHIND_NUMBER.test(text.slice(Math.max(0, index - 6), index)))
  ) {
    SYMBOL.lastIndex = index;
    if (isNamedByCase(SYMBOL.exec(text)?.[1] ?? '')) return run.toUpperCase();
  }
  return run.toLowerCase();
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
  if (IS_INVISIBLE.test(unit) || unit === '`') return '';
  if ((unit === '>' || unit === '#') && place.isLineStart) return '';
  if (unit === '*' || unit === '_') return isMark(text, unit, place.index) ? '' : unit;
  if (unit.length > 16 || /^[\u3400-\u9fff]$/.test(unit)) return unit;
  return PLAIN.get(unit) ?? unit.normalize(/^[\uff01-\uff5e\ufb00-\ufb06]/.test(unit) ? 'NFKC' : 'NFC').toLowerCase();
}

/** A star or underscore is emphasis unless it has spaces around it, or is between digits ("3*4") or inside a name ("snake_case"). */
function isMark(text: string, mark: string, index: number): boolean {
  const before = text.charAt(index - 1);
  const after = text.charAt(index + 1);
  if (/^\s?$/.test(before) && /^\s?$/.test(after)) return false;
  const inside = mark === '*' ? /\p{N}/u : /[\p{L}\p{N}]/u;
  return !(inside.test(before) && inside.test(after));
}
