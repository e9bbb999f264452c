import { type BodyWords, readBody } from '../contract/read-body.ts';
import {
  BatchRequestBody,
  type DetailBody,
  MAX_CLAIMS,
  MAX_LENGTHS,
  type ResponseBody,
  VerifyRequestBody,
} from '../contract/verify.ts';
import type { ManyInput, Verification, VerifierInfo, VerifyInput } from './verification.ts';

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

/** The answer as HTTP, commands and library give it. */
export function toResponseBody({ verdict, confidence, reasoning, auditTrail }: Verification): ResponseBody {
  return { verdict, confidence, reasoning, audit_trail: [...auditTrail] };
}

export function toDetail({ probabilities, spans }: Verification, info: VerifierInfo): DetailBody {
  return {
    offsets: 'utf16',
    scores: probabilities,
    spans,
    models: { verdict: info.model.sha256, evidence: info.evidenceModel?.sha256 ?? null },
  };
}
