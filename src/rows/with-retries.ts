import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, ServiceError, type Verification, type Verifier, type VerifyInput } from '../index.ts';

/** Attempts while the verifier is unavailable, and the maximum wait between two attempts. */
const MAX_ATTEMPTS = 20;
const MAX_WAIT_SECONDS = 5;

/** For whom rows are verified; the signal stops the run. */
export interface RowCaller extends Caller {
  readonly signal: AbortSignal;
}

/** Asks a verifier; waits and retries while it is busy. */
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

/** Verifies a claim; waits and retries while the verifier is busy. */
export function verifyWithRetries(verifier: Verifier, input: VerifyInput, caller: RowCaller): Promise<Verification> {
  return withRetries(verifier, () => verifier.verify(input, caller), caller.signal);
}

export function isUnavailable(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === 'service_unavailable';
}
