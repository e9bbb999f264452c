import { type BodyWords, readBody } from '../contract/read-body.ts';
import {
  type AuditTrailEntry,
  BatchRequestBody,
  type DerivationBody,
  type DetailBody,
  MAX_CLAIMS,
  MAX_LENGTHS,
  type Offsets,
  type ResponseBody,
  VerifyRequestBody,
} from '../contract/verify.ts';
import type { Span } from '../text/index.ts';
import type { AuditEntry, Derivation, ManyInput, Verification, VerifierInfo, VerifyInput } from './verification.ts';

const text = (max: number) => ({ must: `a string of 1 to ${max} characters`, max });

const WORDS: BodyWords = {
  claim: text(MAX_LENGTHS.claim),
  claims: { must: `an array of 1 to ${MAX_CLAIMS} strings`, max: MAX_CLAIMS },
  'claims[]': text(MAX_LENGTHS.claim),
  grounding_source: text(MAX_LENGTHS.grounding_source),
};

/** The two texts of a request body. Throws as `readBody` does. */
export function readVerifyRequest(body: unknown): VerifyInput {
  const { claim, grounding_source: source } = readBody(VerifyRequestBody, body, WORDS);
  return { claim, source };
}

/** The texts of a request body. Throws as `readBody` does; of a claim it names the place, from 0. */
export function readBatchRequest(body: unknown): ManyInput {
  const { claims, grounding_source: source } = readBody(BatchRequestBody, body, WORDS);
  return { claims, source };
}

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

export function toDetail(verification: Verification, info: VerifierInfo): DetailBody {
  const reasons = new Map(verification.reasons.map((one) => [one.claimSpan.start, one]));
  return {
    offsets: 'utf16',
    scores: verification.probabilities,
    spans: verification.auditTrail.map(({ claimSpan, sourceSpan }) => ({
      claim: offsets(claimSpan),
      source: sourceSpan === undefined ? null : offsets(sourceSpan),
      reasons: (reasons.get(claimSpan.start)?.reasons ?? []).map(({ code, expected, found }) => ({
        code,
        expected: expected === undefined ? null : offsets(expected),
        found: found === undefined ? null : offsets(found),
      })),
      ...derivationBody(reasons.get(claimSpan.start)?.derivation),
    })),
    models: { verdict: info.model.sha256, evidence: info.evidenceModel?.sha256 ?? null },
  };
}

function derivationBody(derivation: Derivation | undefined): { derivation?: DerivationBody } {
  if (derivation === undefined) return {};
  const { operation, operands, result } = derivation;
  const inSource = operands.map(({ value, place }) => ({ value, source: 'grounding_source', ...offsets(place) }));
  return { derivation: { operation, operands: inSource, result } };
}

/** Just these two fields, whatever else the span has. */
function offsets({ start, end }: Span): Offsets {
  return { start, end };
}
