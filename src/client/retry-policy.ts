import { ServiceError } from '../contract/service-error.ts';

export interface RetryPolicy {
  /** Attempts after the first. */
  readonly retries: number;
  /** A longer wait is not waited for: the error is thrown at once. */
  readonly maxWaitMs: number;
  /** Which errors may pass by themselves; by default those of `mayPass`. */
  readonly passes?: ((error: ServiceError) => boolean) | undefined;
  /** Called before each wait for others to end. */
  readonly onWait?: ((error: ServiceError) => void) | undefined;
}

/** Transient failures: too many requests, no capacity, a proxy without its server, a lost connection. */
const PASSING_STATUSES = new Set([408, 429, 502, 503, 504]);
const FIRST_WAIT_MS = 500;
const MS_PER_SECOND = 1000;

/**
 * Asks, and asks again after the time that the service names, or after half a second, one, two and so on. A verification
 * changes nothing on the server, so that it may be repeated. What the same client does too much of at the same time is
 * waited for as long as it takes. Rejects with the last error, or with the signal's reason.
 */
export async function withRetries<Result>(
  ask: () => Promise<Result>,
  { retries, maxWaitMs, passes = mayPass, onWait }: RetryPolicy,
  signal: AbortSignal | undefined,
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (isAtATime(error)) {
        onWait?.(error);
        await sleep(delayOf(0, error), signal);
        attempt -= 1;
        continue;
      }
      if (attempt >= retries || !(error instanceof ServiceError) || !passes(error)) throw error;
      const waitMs = delayOf(attempt, error);
      if (waitMs > maxWaitMs) throw error;
      await sleep(waitMs, signal);
    }
  }
}

/** True for a transient error, which a retry may resolve. */
export function mayPass(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  return error.code === 'connection_failed' || PASSING_STATUSES.has(error.status ?? 0);
}

/** True for a limit on simultaneous uploads or downloads: others of the same client have to end first. */
function isAtATime(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.status === 429 && error.details?.window === 'concurrent';
}

/**
 * Milliseconds to wait after an error, `attempt` errors after the first. The wait without a stated one varies, so that
 * clients refused together do not come back together.
 */
export function delayOf(attempt: number, { retryAfterSeconds }: ServiceError): number {
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * MS_PER_SECOND;
  return FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random() / 2);
}

/** Rejects with the signal's reason. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
}
