import type { DecidedSpan } from '../decide/policy.ts';
import { overlap } from '../read/premises.ts';

/**
 * What the scores say of a span that is not settled: nearly supported, nearly contradicted, or both, by two places of the
 * source or by one.
 */
export type Leaning = 'supported' | 'contradicted' | 'torn' | 'torn_within';

/** Least probability of a side that a span nearly reaches: more likely than if the three verdicts were equally likely. */
const NEAR = 0.35;

/** Least probability that the model itself gives in the place that is shown: a reader sees it. */
const READ = 0.3;

/** Undefined where the source says neither, and of a span that is settled. */
export function leaningOf({ matchType, entailed, contradicted, examined }: DecidedSpan): Leaning | undefined {
  if (matchType !== 'insufficient_evidence') return undefined;
  const isFor = entailed >= NEAR && examined.support.scores.entailment >= READ;
  const isAgainst = contradicted >= NEAR && examined.opposition.scores.contradiction >= READ;
  if (isFor && isAgainst) return overlap(examined.support, examined.opposition) ? 'torn_within' : 'torn';
  if (isFor) return 'supported';
  return isAgainst ? 'contradicted' : undefined;
}

/** The closest sentence speaks of the same matter only when it holds this share of the span's words. */
const SAME_MATTER = 0.3;

export function isSameMatter({ examined }: DecidedSpan): boolean {
  return examined.closest.coverage >= SAME_MATTER;
}
