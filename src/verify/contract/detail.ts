import type { Span } from '../../text/index.ts';
import type { Reason } from '../explain/reason-codes.ts';
import type { Verdict, Verification, VerifierInfo } from '../verification.ts';

/** What `?detail=full` adds to the four fields of the specification. */
export interface DetailBody {
  readonly offsets: 'utf16';
  /** Calibrated probability of each verdict; they sum to 1. */
  readonly scores: Readonly<Record<Verdict, number>>;
  /** One for each entry of the audit trail, in its order: where it stands, and why it is not supported. */
  readonly spans: readonly {
    readonly claim: Span;
    /** Null when nothing matches. */
    readonly source: Span | null;
    readonly reasons: readonly {
      readonly code: Reason['code'];
      readonly expected: Span | null;
      readonly found: Span | null;
    }[];
  }[];
  /** sha256 of the models. */
  readonly models: { readonly verdict: string; readonly evidence: string | null };
}

export function toDetail(verification: Verification, info: VerifierInfo): DetailBody {
  const reasons = new Map(verification.reasons.map((one) => [one.claimSpan.start, one.reasons]));
  return {
    offsets: 'utf16',
    scores: verification.probabilities,
    spans: verification.auditTrail.map(({ claimSpan, sourceSpan }) => ({
      claim: offsets(claimSpan),
      source: sourceSpan === undefined ? null : offsets(sourceSpan),
      reasons: (reasons.get(claimSpan.start) ?? []).map(({ code, expected, found }) => ({
        code,
        expected: expected === undefined ? null : offsets(expected),
        found: found === undefined ? null : offsets(found),
      })),
    })),
    models: { verdict: info.model.sha256, evidence: info.evidenceModel?.sha256 ?? null },
  };
}

/** Just these two fields, whatever else the span carries. */
function offsets({ start, end }: Span): Span {
  return { start, end };
}
