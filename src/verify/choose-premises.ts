import type { ScoredPremise } from './premises.ts';

/** Sentences around which a window is read, the best by entailment and words in common together. */
export const WINDOW_CENTRES = 2;
/** Most sentences of a digest. */
export const DIGEST_SENTENCES = 3;
/** Premises of more than one sentence that a hypothesis gets at most: its windows and its digest. */
export const WIDER_PREMISES = WINDOW_CENTRES + 1;

/** Runs of sentence indices worth reading beyond the single sentences. */
export interface ChosenPremises {
  readonly windows: readonly number[][];
  /** The best sentences from anywhere, in source order; undefined when one window holds them all already. */
  readonly digest: number[] | undefined;
}

export interface SourceSize {
  /** Sentences of the source. */
  readonly sentences: number;
  /** Longest window, in sentences. */
  readonly windowSentences: number;
}

/**
 * Evidence often crosses a sentence, but few sentences matter to a claim: of all windows of `windowSentences` neighbours
 * those are taken that have one of the best sentences read so far in their middle.
 */
export function choosePremises(read: readonly ScoredPremise[], source: SourceSize): ChosenPremises {
  const best = bestSentences(read);
  const size = Math.min(source.windowSentences, source.sentences);
  const last = source.sentences - size;
  const centres = size < 2 ? [] : best.slice(0, WINDOW_CENTRES);
  const firsts = new Set(centres.map((centre) => Math.min(Math.max(0, centre - Math.floor(size / 2)), last)));
  const windows = [...firsts].map((first) => Array.from({ length: size }, (_, i) => first + i));
  const digest = best.slice(0, DIGEST_SENTENCES).sort((a, b) => a - b);
  const isHeld = digest.length < 2 || windows.some((window) => digest.every((i) => window.includes(i)));
  return { windows, digest: isHeld ? undefined : digest };
}

/** Indices of source sentences, the one that says most of the hypothesis first. */
function bestSentences(read: readonly ScoredPremise[]): number[] {
  return [...read]
    .map((premise) => ({ index: premise.sentences[0]!, worth: premise.scores.entailment + premise.coverage }))
    .sort((a, b) => b.worth - a.worth || a.index - b.index)
    .map(({ index }) => index);
}
