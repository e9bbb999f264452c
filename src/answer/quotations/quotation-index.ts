import { firstIndex, type Pausing, type Span } from '../../text/index.ts';
import { type QuotedWord, quotedWords } from './quoted-words.ts';

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

/** The words of all sources one behind the other, each source with a word of its own behind it that no text has. */
export interface QuotationIndex {
  readonly texts: readonly string[];
  readonly words: readonly (QuotedWord | undefined)[];
  /** For each word, a number that equal words in lower case share; below 0 behind a source. */
  readonly ids: Int32Array;
  /** For each source, the place of its first word. */
  readonly firsts: readonly number[];
  /** By word in lower case: its number. */
  readonly numbers: ReadonlyMap<string, number>;
  /** By number: the places of the word, ascending. */
  readonly places: readonly (readonly number[])[];
}

/** The number of a word that no source has. */
export const UNKNOWN = -1;

/** Words of the sources that are read without a pause. */
const WORDS_AT_ONCE = 64;

/** Reads the words of all sources, once. Linear. */
export function* pausingQuotationIndex(texts: readonly string[]): Pausing<QuotationIndex> {
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
      if (words.length % WORDS_AT_ONCE === 0) yield;
    }
    words.push(undefined);
    ids.push(UNKNOWN - firsts.length);
  }
  return { texts, words, ids: Int32Array.from(ids), firsts, numbers, places };
}

/** The number of the source that a place is in. */
export function sourceAt({ firsts }: QuotationIndex, place: number): number {
  return firstIndex(firsts.length, (s) => firsts[s]! > place) - 1;
}

/** The place behind the last word of a source. */
export function endOf({ firsts, words }: QuotationIndex, source: number): number {
  return (firsts[source + 1] ?? words.length) - 1;
}

export function sourcePlace(index: QuotationIndex, { first, last }: WordRun): SourcePlace {
  const span = { start: index.words[first]!.start, end: index.words[last]!.end };
  return { source: sourceAt(index, first), span };
}

/** The places of the words of a source that a span of its text holds, as the first and the one behind the last. */
export function wordsWithin(index: QuotationIndex, source: number, { start, end }: Span): Span {
  const [from, behind] = [index.firsts[source]!, endOf(index, source)];
  const before = (offset: number) => firstIndex(behind - from, (i) => index.words[from + i]!.start >= offset);
  return { start: from + before(start), end: from + before(end) };
}

/** The places of a word by its number. */
export function placesOf({ places }: QuotationIndex, id: number): readonly number[] {
  return places[id] ?? [];
}

/** The rarest of these words in the sources, as its place among them. */
export function rarestOf(index: QuotationIndex, ids: readonly number[]): number {
  const countOf = (at: number) => placesOf(index, ids[at]!).length;
  return ids.reduce((best, _, at) => (countOf(at) < countOf(best) ? at : best), 0);
}
