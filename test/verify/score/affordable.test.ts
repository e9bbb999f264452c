import { expect, it } from 'vitest';
import { assertAffordable } from '../../../src/verify/score/highest-cost.ts';
import { fakeEncoder } from '../../support/fake-encoder.ts';

function withWorkers(workers: number) {
  const encoder = fakeEncoder();
  return { ...encoder, verdict: { ...encoder.verdict, info: { ...encoder.verdict.info, workers } } };
}

it('lets pass what takes as long as is allowed, divided among the workers', () => {
  expect(() => assertAffordable(20_000, 20_000, withWorkers(1))).not.toThrow();
  expect(() => assertAffordable(40_000, 20_000, withWorkers(2))).not.toThrow();
});

it('refuses what takes longer, with both numbers', () => {
  const message =
    'The request must take at most 20000 ms of model time (MAX_REQUEST_MS), estimated 20001 ms. ' +
    'Send fewer sentences, claims or sources in one request.';
  const details = { estimated_ms: 20_001, max_ms: 20_000 };
  expect(() => assertAffordable(40_001, 20_000, withWorkers(2))).toThrow(
    expect.objectContaining({ code: 'invalid_request', message, details }),
  );
});
