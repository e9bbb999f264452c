import { isFunctionWord, sentenceWords, wordKey } from '../../text/index.ts';
import type { Rest } from '../../yield-regularly.ts';
import type { TextPiece } from './text-pieces.ts';

/** Weight of words that any English sentence may hold, against about 1 for a word that tells something. */
const FUNCTION_WORD_WEIGHT = 0.1;

/** The words of a source by their keys. */
export interface SourceWords {
  /** Of each sentence. */
  readonly sentences: readonly ReadonlySet<string>[];
  /** For each word the sentences that hold it, ascending. */
  readonly places: ReadonlyMap<string, readonly number[]>;
}

export async function readSourceWords(read: readonly TextPiece[], rest: Rest): Promise<SourceWords> {
  const sentences: Set<string>[] = [];
  const places = new Map<string, number[]>();
  for (const [i, { normalised }] of read.entries()) {
    const keys = new Set(sentenceWords(normalised).map(wordKey));
    for (const key of keys) {
      const known = places.get(key);
      if (known === undefined) places.set(key, [i]);
      else known.push(i);
    }
    sentences.push(keys);
    await rest();
  }
  return { sentences, places };
}

/**
 * The distinct words of a hypothesis by their keys, and how much finding each in a premise says: inverse document frequency
 * inside the source, log(1 + sentences / max(frequency, 1/2)). A word that every sentence holds picks none of them out.
 */
export function weighWords(
  hypothesisWords: readonly string[],
  { places, sentences }: SourceWords,
): ReadonlyMap<string, number> {
  const content = new Map(hypothesisWords.map((word) => [wordKey(word), !isFunctionWord(word)]));
  const weights = new Map<string, number>();
  for (const [key, isContent] of content) {
    const idf = Math.log(1 + sentences.length / Math.max(places.get(key)?.length ?? 0, 0.5));
    weights.set(key, isContent ? idf : FUNCTION_WORD_WEIGHT * idf);
  }
  return weights;
}

/** Share of the words, by weight, that at least one of the sets holds, 0 to 1; 0 when there are no words. */
export function coverage(
  weights: ReadonlyMap<string, number>,
  sets: readonly Pick<ReadonlySet<string>, 'has'>[],
): number {
  let found = 0;
  let total = 0;
  for (const [key, weight] of weights) {
    total += weight;
    if (sets.some((set) => set.has(key))) found += weight;
  }
  return total === 0 ? 0 : found / total;
}

/** `coverage` of every single sentence, in time of the words' occurrences. */
export function coverages(weights: ReadonlyMap<string, number>, { sentences, places }: SourceWords): number[] {
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const found = sentences.map(() => 0);
  for (const [key, weight] of weights) for (const i of places.get(key) ?? []) found[i]! += weight;
  return found.map((weight) => (total === 0 ? 0 : weight / total));
}
