import { decidingPremises } from '../decide/deciding-premises.ts';
import type { ReadSource } from '../read/read-source.ts';
import type { AuditEntry } from '../verification.ts';
import type { AnsweredPart } from './answered-claim.ts';
import { quotedSpans } from './quoted-spans.ts';

/** Entries in claim order, one for each run of source text that decided a span; one without a source span if none did. */
export function auditTrail(parts: readonly AnsweredPart[], { sentences }: ReadSource): AuditEntry[] {
  return parts.flatMap(({ part, decided }): AuditEntry[] => {
    const claimSpan = part.span;
    const deciding = decided === undefined ? [] : decidingPremises(decided);
    const entries = deciding.flatMap(({ premise, matchType }) =>
      quotedSpans(decided!, premise, sentences).map((sourceSpan) => ({ claimSpan, sourceSpan, matchType })),
    );
    const matchType = decided?.matchType ?? 'insufficient_evidence';
    return entries.length > 0 ? entries : [{ claimSpan, sourceSpan: undefined, matchType }];
  });
}
