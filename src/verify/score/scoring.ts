import type { CrossEncoder, NliScores, ScoringPermit } from '../../nli/types.ts';
import type { Pause } from '../../pause.ts';
import type { SourceSet } from '../read/read-source.ts';

/** The context of scoring claim spans: the sources, the models, and a permit to use them. */
export interface ScoringContext {
  readonly sources: SourceSet;
  readonly encoder: CrossEncoder;
  readonly permit: ScoringPermit;
  /** Pairs of facts and names of a claim that are compared at most, by each step of the comparison; undefined: the default. */
  readonly comparedPairs?: number | undefined;
  /** True if a sentence that states the span word for word settles it with these scores; undefined: none does. */
  readonly settles?: ((scores: NliScores) => boolean) | undefined;
  readonly pause: Pause;
}

/** Log-odds, held within about 7 either way: beyond, a model's certainty adds no information. */
export function logOdds(probability: number): number {
  const p = Math.min(Math.max(probability, 0.001), 0.999);
  return Math.log(p / (1 - p));
}
