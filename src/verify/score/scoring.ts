import type { CrossEncoder, NliScores, ScoringPermit } from '../../nli/types.ts';
import type { Rest } from '../../yield-regularly.ts';
import type { ClaimSpan } from '../read/read-claim.ts';
import type { ReadSource } from '../read/read-source.ts';
import { WIDER_PREMISES } from './choose-premises.ts';

/** How much of a source the verdict model reads. */
export interface SelectionLimits {
  /** Sentences that each claim span may have read by the verdict model; 0: all. */
  readonly candidates: number;
  /** Pairs of a request that the verdict model reads at most, shared among the spans. */
  readonly maxVerdictPairs: number;
  /** Longest window, in sentences. */
  readonly windowSentences: number;
}

/** What claim spans are scored with: the source, the models, a permit to use them, and how much they may read. */
export interface Scoring {
  readonly source: ReadSource;
  readonly encoder: CrossEncoder;
  readonly permit: ScoringPermit;
  readonly limits: SelectionLimits;
  /** Sentences that each span may have read by the verdict model. */
  readonly perSpan: number;
  /** The sentences that the first phase reads for a span, ascending, and how many at most; undefined: all. */
  readonly nearest?: { readonly most: number; readonly to: (span: ClaimSpan) => readonly number[] } | undefined;
  /** Pairs of facts and names of a claim that are compared at most, by each step of the comparison; undefined: the default. */
  readonly comparedPairs?: number | undefined;
  /**
   * Whether a sentence that states the span word for word, with these scores, decides it: no wider premises are read then.
   * Undefined: they always are, as the features that a policy is fitted on ask for.
   */
  readonly settles?: ((scores: NliScores) => boolean) | undefined;
  readonly rest: Rest;
}

/** However many spans share a request's pairs, each keeps so many sentences. */
const MIN_CANDIDATES = 2;

/** Sentences that each of so many spans may have read: at least two. */
export function sentencesPerSpan(spans: number, { candidates, maxVerdictPairs }: SelectionLimits): number {
  if (candidates === 0) return Number.POSITIVE_INFINITY;
  const share = Math.floor(maxVerdictPairs / Math.max(1, spans)) - WIDER_PREMISES;
  return Math.min(candidates, Math.max(MIN_CANDIDATES, share));
}

/** Whether the verdict model reads all sentences that may stand alone, so that there is no first phase. */
export function readsEverything({ evidence }: CrossEncoder, sentences: number, perSpan: number): boolean {
  return evidence === undefined || sentences <= perSpan;
}
