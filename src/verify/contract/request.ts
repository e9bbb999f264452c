import { type BodyWords, readBody } from '../../contract/read-body.ts';
import { BatchRequestBody, MAX_CLAIMS, MAX_LENGTHS, VerifyRequestBody } from '../../contract/verify.ts';
import type { ManyInput, VerifyInput } from '../verification.ts';

const text = (max: number) => ({ must: `a string of 1 to ${max} characters`, max });

const WORDS: BodyWords = {
  fields: {
    claim: text(MAX_LENGTHS.claim),
    claims: { must: `an array of 1 to ${MAX_CLAIMS} strings`, max: MAX_CLAIMS },
    'claims[]': text(MAX_LENGTHS.claim),
    grounding_source: text(MAX_LENGTHS.grounding_source),
  },
  showsValues: false,
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
