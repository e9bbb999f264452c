import type { NliScores, Phase } from '../../nli/types.ts';
import type { Span } from '../../text/index.ts';
import type { Reason } from '../explain/reason-codes.ts';
import type { AuditEntry, MatchType, Verdict, Verification, VerifierInfo, VerifyInput } from '../verification.ts';

/** One entry of the answer's audit trail; `source_span` is empty when nothing matches. */
export interface AuditTrailEntry {
  readonly claim_span: string;
  readonly source_span: string;
  readonly match_type: MatchType;
}

/** The 200 body of the specification (section 2.2), its keys in the order of that section. */
export interface ResponseBody {
  readonly verdict: Verdict;
  readonly confidence: number;
  readonly reasoning: string;
  readonly audit_trail: readonly AuditTrailEntry[];
}

/** The answer as HTTP, commands and library give it. Spans are slices of the caller's own texts, never of a normalised copy. */
export function toResponseBody(input: VerifyInput, verification: Verification): ResponseBody {
  return {
    verdict: verification.verdict,
    confidence: verification.confidence,
    reasoning: verification.reasoning,
    audit_trail: verification.auditTrail.map((entry) => toAuditTrailEntry(input, entry)),
  };
}

function toAuditTrailEntry(input: VerifyInput, { claimSpan, sourceSpan, matchType }: AuditEntry): AuditTrailEntry {
  return {
    claim_span: input.claim.slice(claimSpan.start, claimSpan.end),
    source_span: sourceSpan === undefined ? '' : input.source.slice(sourceSpan.start, sourceSpan.end),
    match_type: matchType,
  };
}

/** What the models read in every part of the claim and every sentence of the source, for whoever wants to look. */
export interface MatrixBody {
  /** Substrings of the claim, in order. */
  readonly claim_spans: readonly string[];
  /** Substrings of the source, in order; together they hold all of its words. */
  readonly source_spans: readonly string[];
  /** A row for each claim span, a cell for each source span; the row of a span that asserts nothing is empty. */
  readonly scores: readonly (readonly NliScores[])[];
  /** For each of those cells, the model whose scores it holds. */
  readonly phase: readonly (readonly Phase[])[];
  /** For each of those cells, whether the verdict counts the sentence as one about the same matter. */
  readonly relevant: readonly (readonly boolean[])[];
}

export function toMatrixBody({ claim, source }: VerifyInput, { matrix }: Verification): MatrixBody {
  const slices = (text: string, spans: readonly Span[]) => spans.map(({ start, end }) => text.slice(start, end));
  return {
    claim_spans: slices(claim, matrix.claimSpans),
    source_spans: slices(source, matrix.sourceSpans),
    scores: matrix.rows.map((row) =>
      row.map(({ scores: { entailment, neutral, contradiction } }) => ({ entailment, neutral, contradiction })),
    ),
    phase: matrix.rows.map((row) => row.map(({ phase }) => phase)),
    relevant: matrix.rows.map((row) => row.map(({ relevant }) => relevant)),
  };
}

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
