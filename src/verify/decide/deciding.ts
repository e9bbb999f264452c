import type { ScoredPremise } from '../read/premises.ts';
import type { MatchType } from '../verification.ts';

/** What makes a premise the deciding one; `surface`: it holds the span's own words, `copied`: most of them. */
export type Basis = 'surface' | 'copied' | 'support' | 'opposition' | 'closest';

/** A premise that decided a span, and how. */
export interface Deciding {
  readonly premise: ScoredPremise;
  readonly matchType: MatchType;
  readonly basis: Basis;
}
