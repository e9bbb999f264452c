import type { MatchType } from '../../contract/words.ts';
import type { ExaminedDocument } from '../examine/features.ts';
import type { ScoredPremise } from '../read/premises.ts';

/** A premise that decided a span, and how. */
export interface DecidingPremise {
  readonly premise: ScoredPremise;
  readonly matchType: MatchType;
  /** Why it is the deciding one; `surface`: it holds the span's own words, `copied`: most of them, `computed`: a value. */
  readonly basis: 'surface' | 'copied' | 'support' | 'opposition' | 'closest' | 'computed';
  /** The sentences around it decide. */
  readonly inContext: boolean;
}

/** The premise of a document that speaks most for a span, or against it. */
export function shown(
  document: ExaminedDocument,
  basis: 'support' | 'opposition',
  matchType: MatchType,
): DecidingPremise {
  const { inContext, ...premise } = document[basis];
  return { premise, matchType, basis, inContext };
}
