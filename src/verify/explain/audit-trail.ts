import type { AuditEntry } from '../verification.ts';
import type { AnsweredPart } from './answered-claim.ts';

/** Entries in claim order, one for each run of source text that decided a span; one without a source span if none did. */
export function auditTrail(parts: readonly AnsweredPart[]): AuditEntry[] {
  return parts.flatMap(({ part, decided, evidence }): AuditEntry[] => {
    const claimSpan = part.span;
    const entries = evidence.flatMap(({ runs, matchType }) =>
      runs.map((sourceSpan) => ({ claimSpan, sourceSpan, matchType })),
    );
    const matchType = decided?.matchType ?? 'insufficient_evidence';
    return entries.length > 0 ? entries : [{ claimSpan, sourceSpan: undefined, matchType }];
  });
}
