import { type FoldedText, folded } from './folded.ts';
import type { Span } from './span.ts';
import { atOnce, type Steps } from './steps.ts';

const LIST_MARKER = /^\s*(?:[-*+•]|\(?\d{1,2}[.)])\s+/;
const FINAL_STOP = /\s*[.。]$/;
/** Scripts that put no space between words: any place is a word's edge. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
/** Punctuation alone stands everywhere and says nothing. */
const HAS_CONTENT = /[\p{L}\p{N}\p{S}]/u;
const WORD = /[\p{L}\p{N}\p{M}]/u;
const JOINS_EMOJI = /\u200d|\p{EMod}/u;

/** A text made ready once for many searches. */
export interface SurfaceIndex {
  /** Places of the needle, in order and not overlapping, at most `most`; see `findSurface` for what counts as equal. */
  findAll(needle: string, most: number): Span[];
}

/**
 * Where the needle's text stands in the haystack, as a span of the haystack, or `undefined`. Letter case, white space,
 * Markdown marks, quote and dash variants and a final full stop do not matter; words and numbers do: "5 million" is
 * not found in "15 million", "in 201" not in "in 2014".
 */
export function findSurface(needle: string, haystack: string): Span | undefined {
  return atOnce(surfaceIndex(haystack)).findAll(needle, 1)[0];
}

export function* surfaceIndex(haystack: string): Steps<SurfaceIndex> {
  const place = { ...(yield* folded(haystack)), edges: new Map<number, boolean>() };
  return { findAll: (needle, most) => findAll(needle, place, most) };
}

interface IndexedText extends FoldedText {
  /** Whether a word may begin or end at an offset, where it was asked: the searches of a claim ask again and again. */
  readonly edges: Map<number, boolean>;
}

function findAll(needle: string, place: IndexedText, most: number): Span[] {
  const raw = atOnce(folded(needle.replace(LIST_MARKER, ''))).text.trim();
  const hadStop = FINAL_STOP.test(raw) && raw.length > 1;
  const wanted = hadStop ? raw.replace(FINAL_STOP, '') : raw;
  const places: Span[] = [];
  let at = HAS_CONTENT.test(wanted) ? place.text.indexOf(wanted) : -1;
  while (at >= 0 && places.length < most) {
    const end = at + wanted.length;
    const isFree = isEdge(place, at) && isEdge(place, end);
    if (isFree) places.push(spanOf(place, at, hadStop && /[.。]/.test(place.text.charAt(end)) ? end + 1 : end));
    at = place.text.indexOf(wanted, isFree ? end : at + 1);
  }
  return places;
}

function spanOf(place: FoldedText, start: number, end: number): Span {
  return { start: place.starts[start] ?? 0, end: place.ends[end - 1] ?? 0 };
}

function isEdge({ text, edges }: IndexedText, offset: number): boolean {
  const known = edges.get(offset);
  if (known !== undefined) return known;
  const isFree = isFreeAt(text, offset);
  edges.set(offset, isFree);
  return isFree;
}

/** Whether a word, a number or a joined emoji may begin or end at this offset. */
function isFreeAt(text: string, offset: number): boolean {
  const before = lastCharacter(text, offset);
  const after = String.fromCodePoint(text.codePointAt(offset) ?? 32);
  if (JOINS_EMOJI.test(after) || before === '\u200d') return false;
  if (UNSPACED.test(before) || UNSPACED.test(after)) return true;
  if (WORD.test(before) && WORD.test(after)) return false;
  if (/\p{N}/u.test(before) && /^[%‰°]/.test(after)) return false;
  const beyond = text.charAt(offset + 1);
  const behind = text.charAt(offset - 2);
  if (WORD.test(before) && /[-_]/.test(after) && WORD.test(beyond)) return false;
  if (WORD.test(after) && /[-_]/.test(before) && (WORD.test(behind) || /\p{N}/u.test(after))) return false;
  if (/\p{N}/u.test(before) && /[.,:/]/.test(after) && /\p{N}/u.test(beyond)) return false;
  return !(/\p{N}/u.test(after) && /[.,:/]/.test(before) && /\p{N}/u.test(behind));
}

function lastCharacter(text: string, offset: number): string {
  const unit = text.charAt(offset - 1);
  return /[\udc00-\udfff]/.test(unit) ? text.slice(Math.max(0, offset - 2), offset) : unit;
}
