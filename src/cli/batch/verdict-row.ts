import type { AuditTrailEntry, Verdict } from '../../index.ts';

/** A row with its verdict, as a page shows it. */
export interface VerdictRow {
  /** As a spreadsheet counts. */
  readonly row: number;
  readonly id: string | undefined;
  readonly claim: string;
  readonly source: string;
  readonly verdict: Verdict;
  /** 0 to 1. */
  readonly confidence: number;
  /** Supported, not surely enough to pass. */
  readonly toReview: boolean;
  readonly reasoning: string;
  readonly auditTrail: readonly AuditTrailEntry[];
}

/** The spans of an audit trail by their places: those of the claim follow one another, those of the source are looked up. */
export function placed(claim: string, source: string, trail: readonly AuditTrailEntry[]) {
  let from = 0;
  return trail.map(({ claim_span, source_span, match_type: matchType }) => {
    const start = Math.max(0, claim.indexOf(claim_span, from));
    from = start + claim_span.length;
    const at = source_span === '' ? -1 : source.indexOf(source_span);
    const sourceSpan = at < 0 ? undefined : { start: at, end: at + source_span.length };
    return { claimSpan: { start, end: from }, sourceSpan, matchType };
  });
}
