import type { CrossEncoder, NliScores, ScoringPermit } from '../../nli/types.ts';
import type { Pause } from '../../pause.ts';
import type { ClaimSpan } from '../read/read-claim.ts';
import type { ReadSource } from '../read/read-source.ts';

/** The context of scoring claim spans: the source, the models, and a permit to use them. */
export interface ScoringContext {
  readonly source: ReadSource;
  readonly encoder: CrossEncoder;
  readonly permit: ScoringPermit;
  /** The sentences that evidence selection reads for a span, ascending, and how many at most; undefined: all. */
  readonly nearest?: { readonly most: number; readonly to: (span: ClaimSpan) => readonly number[] } | undefined;
  /** Pairs of facts and names of a claim that are compared at most, by each step of the comparison; undefined: the default. */
  readonly comparedPairs?: number | undefined;
  /** Whether a sentence that states the span word for word settles it with these scores; undefined: none does. */
  readonly settles?: ((scores: NliScores) => boolean) | undefined;
  readonly pause: Pause;
}

/** Log-odds, held within about 7 either way: beyond, a model's certainty carries no information. */
export function logOdds(probability: number): number {
  const p = Math.min(Math.max(probability, 0.001), 0.999);
  return Math.log(p / (1 - p));
}
