import type { ScoredPremise } from './premises.ts';

/** Sentences around which windows are scored, the best by entailment and words in common together. */
const WINDOW_CENTRES = 3;
/** Most sentences of a digest. */
const DIGEST_SENTENCES = 3;

/** Runs of sentence indices worth scoring beyond the single sentences. */
export interface ChosenPremises {
  readonly windows: readonly number[][];
  /** The best sentences from anywhere, in source order; undefined when they are one window already. */
  readonly digest: number[] | undefined;
  /** Windows of the source that are left unscored. */
  readonly skippedWindows: number;
}

/**
 * Evidence often crosses a sentence, but few sentences matter to a claim: windows of 2 to `windowSentences` neighbours
 * are taken only where they hold one of the best sentences.
 */
export function choosePremises(sentences: readonly ScoredPremise[], windowSentences: number): ChosenPremises {
  const best = bestSentences(sentences);
  const centres = best.slice(0, WINDOW_CENTRES);
  const windows: number[][] = [];
  let all = 0;
  for (let size = 2; size <= Math.min(windowSentences, sentences.length); size++) {
    for (let first = 0; first + size <= sentences.length; first++, all++) {
      if (centres.some((centre) => centre >= first && centre < first + size)) windows.push(range(first, size));
    }
  }
  const scattered = best.slice(0, DIGEST_SENTENCES).sort((a, b) => a - b);
  const isRun = scattered.length < 2 || scattered.at(-1)! - scattered[0]! === scattered.length - 1;
  return { windows, digest: isRun ? undefined : scattered, skippedWindows: all - windows.length };
}

function bestSentences(sentences: readonly ScoredPremise[]): number[] {
  const worth = sentences.map(({ scores, coverage }) => scores.entailment + 2 * coverage);
  return sentences.map((_, i) => i).sort((a, b) => worth[b]! - worth[a]! || a - b);
}

function range(first: number, size: number): number[] {
  return Array.from({ length: size }, (_, i) => first + i);
}
