import { sentenceWords } from '../text/index.ts';
import { FUNCTION_WORDS } from './function-words.ts';
import type { ReadTexts } from './read-texts.ts';
import { stem } from './rules/stem.ts';
import { yieldRegularly } from './yield-regularly.ts';

/** A word of the hypothesis and how much finding it in a premise says. */
export interface WeightedWord {
  readonly stem: string;
  readonly weight: number;
}

/** Weight of words that any English sentence may hold, against about 1 for a word that tells something. */
const FUNCTION_WORD_WEIGHT = 0.1;

/** The words of both texts, stemmed: of each hypothesis with their weights, of each source sentence as a set. */
export interface TextWords {
  readonly hypotheses: readonly (readonly WeightedWord[])[];
  readonly sentences: readonly ReadonlySet<string>[];
}

/** The stems of a text's words, in order. */
function stemsOf(text: string): string[] {
  return sentenceWords(text).map(stem);
}

export async function readWords(texts: ReadTexts): Promise<TextWords> {
  const rest = yieldRegularly();
  const sentences: Set<string>[] = [];
  const frequencies = new Map<string, number>();
  for (const { text } of texts.sentences) {
    const stems = new Set(stemsOf(text));
    for (const word of stems) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
    sentences.push(stems);
    await rest();
  }
  const hypotheses = texts.hypotheses.map(({ text }) => weighWords(stemsOf(text), frequencies, sentences.length));
  return { hypotheses, sentences };
}

/**
 * The distinct words of a hypothesis, weighted by inverse document frequency inside the source,
 * log(1 + sentences / max(frequency, 1/2)): a word that every sentence holds picks none of them out.
 */
export function weighWords(
  hypothesisStems: readonly string[],
  frequencies: ReadonlyMap<string, number>,
  sentences: number,
): WeightedWord[] {
  return [...new Set(hypothesisStems)].map((word) => {
    const idf = Math.log(1 + sentences / Math.max(frequencies.get(word) ?? 0, 0.5));
    return { stem: word, weight: FUNCTION_WORDS.has(word) ? FUNCTION_WORD_WEIGHT * idf : idf };
  });
}

/** Weighted share of the words that at least one of the sets holds, 0 to 1; 0 when there are no words. */
export function coverage(words: readonly WeightedWord[], sets: readonly ReadonlySet<string>[]): number {
  let found = 0;
  let total = 0;
  for (const { stem: word, weight } of words) {
    total += weight;
    if (sets.some((set) => set.has(word))) found += weight;
  }
  return total === 0 ? 0 : found / total;
}
