import {
  AnswerBody,
  type AnswerLimits,
  answerRequestReader,
  type ResponseBody,
  readVerifyRequest,
  toResponseBody,
  type Verifier,
} from '../index.ts';
import type { Columns } from './input-rows.ts';
import { type RowCaller, verifyWithRetries, withRetries } from './with-retries.ts';

/** What the rows of a file hold and how they are verified. */
export interface RowKind {
  readonly name: 'claims' | 'answers';
  /** Columns that every row needs. */
  readonly required: readonly string[];
  /** Columns that no row of the output repeats. */
  readonly omitted: readonly string[];
  /** Names of the result; an input column of the same name is written as `input_<name>`. */
  readonly results: readonly string[];
  /** The body of the API; throws `invalid_request` for columns that it would refuse. */
  readonly verify: (verifier: Verifier, columns: Columns, caller: RowCaller) => Promise<ResponseBody | AnswerBody>;
}

export const CLAIMS: RowKind = {
  name: 'claims',
  required: ['claim', 'grounding_source'],
  omitted: ['grounding_source'],
  results: ['verdict', 'confidence', 'reasoning', 'audit_trail'],
  async verify(verifier, { claim, grounding_source }, caller) {
    const input = readVerifyRequest({ claim, grounding_source });
    return toResponseBody(await verifyWithRetries(verifier, input, caller));
  },
};

/** How an answer is to be checked: the fields of a request beside its texts. */
const POLICY = ['citations', 'uncertain', 'min_confidence', 'offsets', 'repair'];

/** Whole answers with their sources, within these limits. */
export function answersWithin(limits: AnswerLimits): RowKind {
  const readAnswerRequest = answerRequestReader(limits);
  const fields = ['answer', 'sources', ...POLICY];
  return {
    name: 'answers',
    required: ['answer', 'sources'],
    omitted: ['sources', ...POLICY],
    results: Object.keys(AnswerBody.shape),
    async verify(verifier, columns, caller) {
      const given = fields.filter((field) => columns[field] !== undefined).map((field) => [field, columns[field]]);
      const request = await verifier.prepareAnswer(readAnswerRequest(Object.fromEntries(given)), caller.signal);
      return withRetries(verifier, () => verifier.verifyPrepared(request, caller), caller.signal);
    },
  };
}
