import type { AuditTrailEntry, DetailBody, MatrixBody, Offsets, ResponseBody } from '../../contract/verify.ts';
import type { Span } from '../../text/index.ts';
import type { AuditEntry, Verification, VerifierInfo, VerifyInput } from '../verification.ts';

/** The answer as HTTP, commands and library give it. Spans are slices of the caller's own texts, never of a normalised copy. */
export function toResponseBody(verification: Verification): ResponseBody {
  return {
    verdict: verification.verdict,
    confidence: verification.confidence,
    reasoning: verification.reasoning,
    audit_trail: verification.auditTrail.map((entry) => toAuditTrailEntry(verification.input, entry)),
  };
}

function toAuditTrailEntry(input: VerifyInput, { claimSpan, sourceSpan, matchType }: AuditEntry): AuditTrailEntry {
  return {
    claim_span: input.claim.slice(claimSpan.start, claimSpan.end),
    source_span: sourceSpan === undefined ? '' : input.source.slice(sourceSpan.start, sourceSpan.end),
    match_type: matchType,
  };
}

export function toMatrixBody({ input: { claim, source }, matrix }: Verification): MatrixBody {
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
function offsets({ start, end }: Span): Offsets {
  return { start, end };
}
