import { setTimeout as sleep } from 'node:timers/promises';
import { ERRORS, readVerifyRequest, ServiceError, toResponseBody, type Verifier } from '../../src/index.ts';
import type { InputRow } from './input-rows.ts';
import type { RowResult } from './output-rows.ts';

/** Attempts for a row while the verifier is unavailable, and the maximum wait between two attempts. */
const MAX_ATTEMPTS = 20;
const MAX_WAIT_SECONDS = 5;

/**
 * The result of one row. For an invalid row or a failed verification the result is an error, and the run continues.
 * Throws when the verifier stays unavailable or the run was stopped: no further row can be verified then.
 */
export async function answerRow(verifier: Verifier, row: InputRow, signal: AbortSignal): Promise<RowResult> {
  try {
    if (row.problem !== undefined) throw new ServiceError('invalid_request', row.problem);
    const { claim, grounding_source } = row.columns;
    const input = readVerifyRequest({ claim, grounding_source });
    return { body: toResponseBody(input, await verifyWithRetries(verifier, input, signal)) };
  } catch (error) {
    if (signal.aborted || isUnavailable(error)) throw error;
    return { error: toRowError(error) };
  }
}

/** Verifies a claim; waits and retries while the verifier is busy. */
export async function verifyWithRetries(
  verifier: Verifier,
  input: Parameters<Verifier['verify']>[0],
  signal: AbortSignal,
): ReturnType<Verifier['verify']> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await verifier.verify(input, signal);
    } catch (error) {
      if (!isUnavailable(error) || verifier.fault !== undefined || attempt === MAX_ATTEMPTS) throw error;
      const seconds = Number(error.details?.retry_after_seconds ?? 1);
      await sleep(Math.min(seconds, MAX_WAIT_SECONDS) * 1000, undefined, { signal });
    }
  }
}

function isUnavailable(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === 'service_unavailable';
}

/** The error as the API reports it, without the cause of an unexpected error, which may quote the texts. */
function toRowError(error: unknown): { code: string; message: string } {
  if (error instanceof ServiceError) return { code: ERRORS[error.code].publicCode, message: error.message };
  return { code: 'internal_error', message: 'Expected a verdict, got an unexpected error. This is a bug.' };
}
