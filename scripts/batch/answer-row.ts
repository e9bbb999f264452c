import { setTimeout as sleep } from 'node:timers/promises';
import { ERRORS, readVerifyRequest, ServiceError, toResponseBody, type Verifier } from '../../src/index.ts';
import type { InputRow } from './input-rows.ts';
import type { Answer } from './output-rows.ts';

/** Tries of a row while the verifier says it is unavailable, and the longest wait between two of them. */
const MAX_TRIES = 20;
const LONGEST_WAIT_SECONDS = 5;

/**
 * The answer of one row. A bad row and a failed verification are answers too: the run goes on.
 * Throws when the verifier stays unavailable or the run was stopped: then no row can be answered.
 */
export async function answerRow(verifier: Verifier, row: InputRow, signal: AbortSignal): Promise<Answer> {
  try {
    if (row.problem !== undefined) throw new ServiceError('invalid_request', row.problem);
    const { claim, grounding_source } = row.columns;
    const input = readVerifyRequest({ claim, grounding_source });
    return { body: toResponseBody(input, await verifyPatiently(verifier, input, signal)) };
  } catch (error) {
    if (signal.aborted || isUnavailable(error)) throw error;
    return { error: toRowError(error) };
  }
}

/** Verifies, waiting and trying again while the verifier is busy. */
export async function verifyPatiently(
  verifier: Verifier,
  input: Parameters<Verifier['verify']>[0],
  signal: AbortSignal,
): ReturnType<Verifier['verify']> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await verifier.verify(input, signal);
    } catch (error) {
      if (!isUnavailable(error) || verifier.fault !== undefined || attempt === MAX_TRIES) throw error;
      const seconds = Number(error.details?.retry_after_seconds ?? 1);
      await sleep(Math.min(seconds, LONGEST_WAIT_SECONDS) * 1000, undefined, { signal });
    }
  }
}

function isUnavailable(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === 'service_unavailable';
}

/** As the API would say it; the cause of an unforeseen failure stays out, since it may quote the texts. */
function toRowError(error: unknown): { code: string; message: string } {
  if (error instanceof ServiceError) return { code: ERRORS[error.code].publicCode, message: error.message };
  return { code: 'internal_error', message: 'Expected a verdict, got an unforeseen failure. This is a bug.' };
}
