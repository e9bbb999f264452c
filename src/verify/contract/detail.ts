import type { Span } from '../../text/index.ts';
import type { Reason } from '../explain/reason-codes.ts';
import type { Verdict, Verification, VerifierInfo } from '../verification.ts';

/** Offsets of UTF-16 units. */
interface Offsets {
  readonly start: number;
  readonly end: number;
}

/** One entry of the audit trail by its offsets, and why it is not supported. */
interface DetailSpan {
  readonly claim: Offsets;
  /** Null when nothing matches. */
  readonly source: Offsets | null;
  readonly reasons: readonly {
    readonly code: Reason['code'];
    readonly expected: Offsets | null;
    readonly found: Offsets | null;
  }[];
}

/** What `?detail=full` adds to the four fields of the specification. */
export interface DetailBody {
  readonly offsets: 'utf16';
  /** Calibrated probability of each verdict; they sum to 1. */
  readonly scores: Readonly<Record<Verdict, number>>;
  /** One for each entry of the audit trail, in its order. */
  readonly spans: readonly DetailSpan[];
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

function offsets({ start, end }: Span): Offsets {
  return { start, end };
}
