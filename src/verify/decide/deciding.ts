import type { ScoredPremise } from '../read/premises.ts';
import type { MatchType } from '../verification.ts';

/** A premise that decided a span, and how. */
export interface Deciding {
  readonly premise: ScoredPremise;
  readonly matchType: MatchType;
  /** What makes it the deciding one; `surface`: it holds the span's own words, `copied`: most of them. */
  readonly basis: 'surface' | 'copied' | 'support' | 'opposition' | 'closest';
}
