import { setTimeout as sleep } from 'node:timers/promises';
import { answerRequestReader } from '../answer/answer-request.ts';
import { toClaimResult } from '../claim-bodies.ts';
import { AnswerBody } from '../contract/answer.ts';
import type { AnswerLimits } from '../contract/answer-request.ts';
import { ERRORS, ServiceError } from '../contract/errors.ts';
import { ClaimResultBody } from '../contract/verify.ts';
import type { Caller } from '../nli/types.ts';
import type { Verifier } from '../verifier.ts';
import { readVerifyRequest } from '../verify/bodies.ts';
import type { Verification, VerifyInput } from '../verify/verification.ts';
import type { Columns, InputRow } from './input-rows.ts';

/** Content of the rows of a file, and how they are verified. */
export interface RowKind {
  readonly name: 'claims' | 'answers';
  readonly required: readonly string[];
  /** Columns that results of jobs leave out: sources would make them as large as the input. */
  readonly omitted: readonly string[];
  /** Names of the result; an input column of the same name is written as `input_<name>`. */
  readonly results: readonly string[];
  /** The body of the API; throws `invalid_request` for columns that it would refuse. */
  readonly verify: (verifier: Verifier, columns: Columns, caller: RowCaller) => Promise<ClaimResultBody | AnswerBody>;
}

export const CLAIMS: RowKind = {
  name: 'claims',
  required: ['claim', 'grounding_source'],
  omitted: ['grounding_source'],
  results: Object.keys(ClaimResultBody.shape),
  async verify(verifier, { claim, grounding_source }, caller) {
    const input = readVerifyRequest({ claim, grounding_source });
    return toClaimResult(await verifyWithRetries(verifier, input, caller), verifier.info);
  },
};

/** How an answer is to be checked: the fields of a request besides its texts. */
const POLICY = ['citations', 'uncertain', 'min_confidence', 'offsets', 'repair'];

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

/** Attempts while the verifier is unavailable, and the maximum wait between two attempts. */
const MAX_ATTEMPTS = 20;
const MAX_WAIT_SECONDS = 5;

/** For whom rows are verified; the signal stops the run. */
export interface RowCaller extends Caller {
  readonly signal: AbortSignal;
}

export async function withRetries<Result>(
  verifier: Pick<Verifier, 'fault'>,
  ask: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!isUnavailable(error) || verifier.fault !== undefined || attempt === MAX_ATTEMPTS) throw error;
      const seconds = Number(error.details?.retry_after_seconds ?? 1);
      await sleep(Math.min(seconds, MAX_WAIT_SECONDS) * 1000, undefined, { signal });
    }
  }
}

export function verifyWithRetries(verifier: Verifier, input: VerifyInput, caller: RowCaller): Promise<Verification> {
  return withRetries(verifier, () => verifier.verify(input, caller), caller.signal);
}

function isUnavailable(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === 'service_unavailable';
}

/** The result of a row: the API's response body or the API's error. */
export type RowResult = { readonly body: ClaimResultBody | AnswerBody } | { readonly error: RowError };

interface RowError {
  readonly code: string;
  readonly message: string;
}

export interface RowContext {
  readonly verifier: Verifier;
  readonly kind: RowKind;
  /** Stops the run: no further row is started or written. */
  readonly signal: AbortSignal;
  /** For whom; the caller of one process has no name. */
  readonly caller?: Caller;
}

/**
 * The result of one row. For an invalid row or a failed verification the result is an error, and the run continues.
 * Throws when the verifier stays unavailable or the run was stopped: no further row can be verified then.
 */
export async function answerRow(row: InputRow, { verifier, kind, signal, caller }: RowContext): Promise<RowResult> {
  try {
    if (row.problem !== undefined) throw new ServiceError('invalid_request', row.problem);
    return { body: await kind.verify(verifier, row.columns, { ...caller, signal }) };
  } catch (error) {
    if (signal.aborted || isUnavailable(error)) throw error;
    return { error: toRowError(error) };
  }
}

/** The error as the API reports it, without the cause of an unexpected error, which may quote the texts. */
function toRowError(error: unknown): RowError {
  if (error instanceof ServiceError) return { code: ERRORS[error.code].publicCode, message: error.message };
  return { code: 'internal_error', message: 'The row was not verified because of an unexpected error. This is a bug.' };
}
