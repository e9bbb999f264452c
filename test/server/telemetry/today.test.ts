import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { addLogFacts } from '../../../src/server/http/request-observers.ts';
import { Today } from '../../../src/server/telemetry/today.ts';

const EVENING = Date.parse('2030-01-31T23:59:00Z');

function ended(status: number, elapsedTime = 10, verifies = true) {
  const request = { routeOptions: { config: { verifies } } } as unknown as FastifyRequest;
  return { request, reply: { elapsedTime } as FastifyReply, status };
}

describe('the totals of a replica', () => {
  it('restart at midnight (UTC)', () => {
    let time = EVENING;
    const today = new Today(() => time);
    today.onEnd(ended(200));
    today.countOutcome('fail');
    expect(today.read()).toMatchObject({ since: '2030-01-31T23:59:00.000Z', requests: 1, outcomes: { fail: 1 } });
    time += 60_000;
    expect(today.read()).toEqual({
      since: '2030-02-01T00:00:00.000Z',
      ...{ requests: 0, invalid: 0, refused: 0, errors: 0, latency_ms: null },
      outcomes: { pass: 0, review: 0, fail: 0 },
    });
  });

  it('have the median and the 95th percentile of the newest 1,000 successful requests', () => {
    const today = new Today();
    for (let ms = 1; ms <= 100; ms += 1) today.onEnd(ended(200, ms));
    today.onEnd(ended(400, 9_000));
    today.onEnd(ended(200, 9_000, false));
    expect(today.read().latency_ms).toEqual({ p50: 50, p95: 95 });
    for (let request = 0; request < 1_000; request += 1) today.onEnd(ended(200, 7.4));
    expect(today.read().latency_ms).toEqual({ p50: 7, p95: 7 });
  });

  it.each([
    [400, 'invalid_request', { invalid: 1 }],
    [429, 'rate_limited', { refused: 1 }],
    [503, 'over_share', { refused: 1 }],
    [503, 'loading', { refused: 1 }],
    [503, 'service_unavailable', { errors: 1 }],
    [500, 'internal_error', { errors: 1 }],
    [499, undefined, {}],
    [200, undefined, {}],
  ])('count a response with %i and the reason %s', (status, refused, counted) => {
    const today = new Today();
    const response = ended(status);
    addLogFacts(response.request, { refused });
    today.onEnd(response);
    expect(today.read()).toMatchObject({ requests: 1, invalid: 0, refused: 0, errors: 0, ...counted });
  });
});
