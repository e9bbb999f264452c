import type { ScoredPremise } from './premises.ts';

/** Sentences around which a window is scored, the best by entailment and words in common together. */
const WINDOW_CENTRES = 2;
/** Most sentences of a digest. */
const DIGEST_SENTENCES = 3;

/** Runs of sentence indices worth scoring beyond the single sentences. */
export interface ChosenPremises {
  readonly windows: readonly number[][];
  /** The best sentences from anywhere, in source order; undefined when one window holds them all already. */
  readonly digest: number[] | undefined;
  /** Windows of the source that are left unscored. */
  readonly skippedWindows: number;
}

/**
 * Evidence often crosses a sentence, but few sentences matter to a claim: of all windows of `windowSentences` neighbours
 * those are taken that have one of the best sentences in their middle. (More windows, of other sizes or around more
 * sentences, measured no better: CALIBRATION.md.)
 */
export function choosePremises(sentences: readonly ScoredPremise[], windowSentences: number): ChosenPremises {
  const best = bestSentences(sentences);
  const size = Math.min(windowSentences, sentences.length);
  const last = sentences.length - size;
  const centres = size < 2 ? [] : best.slice(0, WINDOW_CENTRES);
  const firsts = new Set(centres.map((centre) => Math.min(Math.max(0, centre - Math.floor(size / 2)), last)));
  const windows = [...firsts].map((first) => range(first, size));
  const digest = best.slice(0, DIGEST_SENTENCES).sort((a, b) => a - b);
  const isHeld = digest.length < 2 || windows.some((window) => digest.every((i) => window.includes(i)));
  const all = size < 2 ? 0 : last + 1;
  return { windows, digest: isHeld ? undefined : digest, skippedWindows: all - windows.length };
}

function bestSentences(sentences: readonly ScoredPremise[]): number[] {
  const worth = sentences.map(({ scores, coverage }) => scores.entailment + 2 * coverage);
  return sentences.map((_, i) => i).sort((a, b) => worth[b]! - worth[a]! || a - b);
}

function range(first: number, size: number): number[] {
  return Array.from({ length: size }, (_, i) => first + i);
}
