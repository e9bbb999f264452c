import { bm25, sentenceWords, wordKey } from '../text/index.ts';
import type { SourceSet } from '../verify/read/read-source.ts';
import { REQUEST_KINDS } from '../verify/request-kinds.ts';

const { beyond, most } = REQUEST_KINDS.answer.nearest;

export function isReadWhole({ standingAlone }: SourceSet): boolean {
  return standingAlone.length <= beyond;
}

/** Index of the sentences that can be evidence alone; undefined where the first phase reads all of them. */
export function wordIndexOf(sources: SourceSet): WordIndex | undefined {
  if (isReadWhole(sources)) return undefined;
  const { standingAlone, sentences } = sources;
  return wordIndex(standingAlone.map((i) => sentences[i]!.normalised));
}

/** `among`: the places of the sentences in the index; undefined when they are all of it. */
export function nearestIn(
  { standingAlone }: SourceSet,
  index: WordIndex,
  among?: readonly number[],
): SourceSet['nearest'] {
  return {
    most,
    to: ({ normalised }) => index.nearest(normalised, most, among).map((place) => standingAlone[place]!),
  };
}

/** Constant of BM25: the usual value. */
const K1 = 1.2;

/** The sentences of all sources by their words. */
export interface WordIndex {
  /** Places of the `count` sentences `among` all that are nearest to a text, ascending; among equals the first. */
  nearest(text: string, count: number, among?: readonly number[]): number[];
}

/** In how many sentences a word is, and how much it weighs in each. */
interface Postings {
  readonly sentences: number[];
  readonly frequencies: number[];
}

/** Builds the index, linear in the sentences. Asking it takes time by the sentences that share a word with the text. */
export function wordIndex(sentences: readonly string[]): WordIndex {
  const words = new Map<string, Postings>();
  const lengths = new Uint32Array(sentences.length);
  for (const [s, sentence] of sentences.entries()) {
    for (const [key, frequency] of countsOf(sentence)) {
      const postings = words.get(key) ?? { sentences: [], frequencies: [] };
      words.set(key, postings);
      postings.sentences.push(s);
      postings.frequencies.push(frequency);
      lengths[s]! += frequency;
    }
  }
  const score = bm25(lengths, K1);
  return {
    nearest: (text, count, among) => {
      const scores = scoresOf(text, words, { score, total: sentences.length });
      return highest(among === undefined ? scores : Float64Array.from(among, (s) => scores[s]!), count);
    },
  };
}

function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of sentenceWords(text)) {
    const key = wordKey(word);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** The score of every sentence. Words count once however often the text has them. Weights are above zero, as in Lucene. */
function scoresOf(
  text: string,
  words: ReadonlyMap<string, Postings>,
  { score, total }: { readonly score: ReturnType<typeof bm25>; readonly total: number },
): Float64Array {
  const scores = new Float64Array(total);
  for (const key of countsOf(text).keys()) {
    const { sentences, frequencies } = words.get(key) ?? { sentences: [], frequencies: [] };
    const weight = Math.log(1 + (total - sentences.length + 0.5) / (sentences.length + 0.5));
    for (const [p, s] of sentences.entries()) scores[s]! += score(s, weight, frequencies[p]!);
  }
  return scores;
}

/** Indices, ascending, of the `count` highest scores; of equal ones those with the lowest indices. */
function highest(scores: Float64Array, count: number): number[] {
  if (count >= scores.length) return Array.from(scores.keys());
  const least = scores.toSorted()[scores.length - count] ?? Number.POSITIVE_INFINITY;
  let equal = count - scores.reduce((above, score) => above + (score > least ? 1 : 0), 0);
  const taken: number[] = [];
  for (const [s, score] of scores.entries()) if (score > least || (score === least && equal-- > 0)) taken.push(s);
  return taken;
}
