import { firstIndex, plainCharacters, rawTokens, type Span } from '../../text/index.ts';

/** A place of a source: its number among the sources, and the span of its text. */
export interface SourcePlace {
  readonly source: number;
  readonly span: Span;
}

/** Neighbouring words of a source: the places of the first and of the last of them. */
export interface WordRun {
  readonly first: number;
  readonly last: number;
}

/** The words of all sources one after the other, each source with its own word after it that no text has. */
export interface QuotationIndex {
  readonly texts: readonly string[];
  readonly words: readonly (QuotedWord | undefined)[];
  /** For each word, a number that equal words in lower case share; below 0 after a source. */
  readonly ids: Int32Array;
  /** For each source, the place of its first word. */
  readonly firsts: readonly number[];
  /** Number of each word in lower case. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Places of the word with that number, ascending. */
  readonly places: readonly (readonly number[])[];
}

/** The number of a word that no source has. */
export const UNKNOWN = -1;

/** Reads the words of all sources, once. Linear. */
export function quotationIndex(texts: readonly string[]): QuotationIndex {
  const words: (QuotedWord | undefined)[] = [];
  const ids: number[] = [];
  const firsts: number[] = [];
  const numbers = new Map<string, number>();
  const places: number[][] = [];
  for (const text of texts) {
    firsts.push(words.length);
    for (const word of quotedWords(text)) {
      const number = numbers.get(word.folded) ?? numbers.size;
      if (number === numbers.size) places.push([]);
      numbers.set(word.folded, number);
      places[number]!.push(words.length);
      ids.push(number);
      words.push(word);
    }
    words.push(undefined);
    ids.push(UNKNOWN - firsts.length);
  }
  return { texts, words, ids: Int32Array.from(ids), firsts, numbers, places };
}

export function sourceAt({ firsts }: QuotationIndex, place: number): number {
  return firstIndex(firsts.length, (s) => firsts[s]! > place) - 1;
}

/** The place after the last word of a source. */
export function endOf({ firsts, words }: QuotationIndex, source: number): number {
  return (firsts[source + 1] ?? words.length) - 1;
}

export function sourcePlace(index: QuotationIndex, { first, last }: WordRun): SourcePlace {
  const span = { start: index.words[first]!.start, end: index.words[last]!.end };
  return { source: sourceAt(index, first), span };
}

/** The places of the words of a source that a span of its text holds, as the first and the one after the last. */
export function wordsWithin(index: QuotationIndex, source: number, { start, end }: Span): Span {
  const [from, behind] = [index.firsts[source]!, endOf(index, source)];
  const before = (offset: number) => firstIndex(behind - from, (i) => index.words[from + i]!.start >= offset);
  return { start: from + before(start), end: from + before(end) };
}

export function placesOf({ places }: QuotationIndex, id: number): readonly number[] {
  return places[id] ?? [];
}

/** The rarest of these words in the sources, as its place among them. */
export function rarestOf(index: QuotationIndex, ids: readonly number[]): number {
  const countOf = (at: number) => placesOf(index, ids[at]!).length;
  return ids.reduce((best, _, at) => (countOf(at) < countOf(best) ? at : best), 0);
}

/** A word, number or sign of a text, for comparing word for word. */
export interface QuotedWord extends Span {
  /** In plain characters: composed letters, one kind of apostrophe, numbers without grouping. */
  readonly exact: string;
  /** The same in lower case. */
  readonly folded: string;
}

const PLAIN = /^[A-Za-z0-9]+$/;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Signs that say something; punctuation between words says nothing here. */
const SAYS = /[\p{N}\p{Sc}%‰°&§+=]/u;
const MINUS = /[-−–]/;
const GROUP_SPACE = /(?<=\d)[ \u00a0\u202f](?=\d)/g;

/** The words of a text in order, East Asian characters one by one. Linear. */
export function* quotedWords(text: string): Generator<QuotedWord, void, undefined> {
  for (const { type, text: written, start, end } of rawTokens(text)) {
    if (type === 'break' || (type === 'symbol' && !SAYS.test(written) && !isMinus(text, start))) continue;
    if (type === 'word' && UNSPACED.test(written)) yield* characters(written, start);
    else yield wordOf(written, { start, end });
  }
}

/** True if a dash makes the number after it negative: "at -5", not "2010-2014". */
function isMinus(text: string, at: number): boolean {
  return MINUS.test(text[at]!) && /\d/.test(text[at + 1] ?? '') && !/[^\s(]/.test(text[at - 1] ?? ' ');
}

function* characters(written: string, from: number): Generator<QuotedWord, void, undefined> {
  let start = from;
  for (const character of written) {
    yield wordOf(character, { start, end: start + character.length });
    start += character.length;
  }
}

function wordOf(written: string, { start, end }: Span): QuotedWord {
  const exact = PLAIN.test(written) ? written : plainCharacters(written).replace(GROUP_SPACE, '');
  return { start, end, exact, folded: exact.toLowerCase() };
}
