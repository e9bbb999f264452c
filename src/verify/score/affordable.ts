import { ServiceError } from '../../errors.ts';
import type { CrossEncoder } from '../../nli/types.ts';

/** Throws `invalid_request` for a request that takes the models longer than a request may. Milliseconds. */
export function assertAffordable(costMs: number, maxMs: number, { verdict }: CrossEncoder): void {
  const estimatedMs = Math.ceil(costMs / Math.max(1, verdict.info.workers));
  if (estimatedMs <= maxMs) return;
  const message =
    `The request must take at most ${maxMs} ms of model time (MAX_REQUEST_MS), estimated ${estimatedMs} ms. ` +
    'Send fewer sentences, claims or sources in one request.';
  throw new ServiceError('invalid_request', message, { details: { estimated_ms: estimatedMs, max_ms: maxMs } });
}
