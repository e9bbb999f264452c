import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SIGNATURE_HEADER } from '../../../../src/access/index.ts';
import { RECORD_SCHEMAS } from '../../../../src/contract/records.ts';
import { BILLING_SECRET } from '../../../support/real-access.ts';
import { signBody } from '../../../support/sign-body.ts';
import { type OperationsServer, operationsServer } from '../support/operations-server.ts';

const EVENT = {
  id: 'evt_1',
  type: 'subscription.activated',
  created_at: '2026-01-01T00:00:00Z',
  subscription: 'theirs-1',
  period_end: null,
  customer: { name: 'Ada', email: 'ada@example.com' },
};

let server: OperationsServer;
beforeEach(async () => {
  server = await operationsServer({});
});
afterEach(() => server.close());

// Spaces that JSON does not need: the signature is over the bytes as they came.
const deliver = (event: unknown, secret = BILLING_SECRET) => deliverText(JSON.stringify(event, null, 2), secret);

async function deliverText(body: string, secret = BILLING_SECRET) {
  const signature = signBody(secret, Buffer.from(body), Math.floor(Date.now() / 1000));
  return server.send('POST', '/admin/v1/billing-events', {
    token: '',
    body,
    headers: { [SIGNATURE_HEADER]: signature },
  });
}

describe('POST /admin/v1/billing-events', () => {
  it('applies a signed event once, without a token', async () => {
    const first = await deliver(EVENT);
    expect(first.status).toBe(200);
    const { outcome, subscription_id } = RECORD_SCHEMAS.BillingResult.parse(first.body);
    expect(outcome).toBe('applied');
    expect((await server.access.subscriptions.show(subscription_id!)).externalRef).toBe('theirs-1');
    expect((await deliver(EVENT)).body).toEqual({ outcome: 'duplicate', subscription_id });
    expect((await deliver(EVENT, 'another secret, as long')).status).toBe(401);
    const { body: metrics } = await server.send('GET', '/metrics', { token: '' });
    for (const outcome of ['applied', 'duplicate', 'rejected']) {
      expect(metrics).toContain(`claim_verification_billing_events_total{outcome="${outcome}"} 1`);
    }
  });

  it('refuses an event that is not signed with the secret', async () => {
    const forged = await deliver(EVENT, 'another secret, as long');
    expect([forged.status, forged.body.error.details]).toEqual([401, { header_present: true }]);
    const bare = await server.send('POST', '/admin/v1/billing-events', { token: '', body: EVENT });
    expect([bare.status, bare.body.error.details]).toEqual([401, { header_present: false }]);
    expect(await server.access.customers.search({ count: 5 })).toEqual([]);
  });

  it('names the field of a signed event that is none', async () => {
    const reply = await deliver({ ...EVENT, type: 'subscription.paused' });
    expect([reply.status, reply.body.error.details.field]).toEqual([400, 'type']);
  });

  it('refuses a signed event with a field twice, as parsers differ on which counts', async () => {
    const text = JSON.stringify(EVENT);
    for (const [repeated, field] of [
      [text.replace('{', '{"period_end":"2030-01-31T00:00:00Z",'), 'period_end'],
      [text.replace('{"name"', '{"email":"eve@example.com","name"'), 'email'],
    ] as const) {
      const reply = await deliverText(repeated);
      expect([reply.status, reply.body.error]).toEqual([
        400,
        {
          code: 'invalid_request',
          message: expect.any(String),
          details: { field },
        },
      ]);
      expect((await deliverText(repeated, 'another secret, as long')).status).toBe(401);
    }
    expect(await server.access.customers.search({ count: 5 })).toEqual([]);
  });

  it.each(['2030-02-30T00:00:00Z', '2030-01-31T24:00:00Z', '2030-01-31'])(
    'refuses a signed event that ends at %s',
    async (period_end) => {
      const reply = await deliver({ ...EVENT, period_end });
      expect([reply.status, reply.body.error.details.field]).toEqual([400, 'period_end']);
    },
  );
});
