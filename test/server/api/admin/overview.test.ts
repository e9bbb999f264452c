import { afterEach, describe, expect, it } from 'vitest';
import { ServiceError } from '../../../../src/contract/errors.ts';
import { RECORD_SCHEMAS } from '../../../../src/contract/records.ts';
import { fakeVerification, fakeVerifier } from '../../../support/fake-verifier.ts';
import { type RealAccess, realAccess } from '../../../support/real-access.ts';
import { answerRequest, type TestServerOptions, testServer, verifyRequest } from '../../../support/test-server.ts';

const ADMIN_TOKEN = 'the-token-of-the-operator';
const UNUSED = { requests: 0, invalid: 0, refused: 0, errors: 0, outcomes: { pass: 0, review: 0, fail: 0 } };

let real: RealAccess;
let server: ReturnType<typeof testServer>;

afterEach(async () => {
  await server.app.close();
  await real.close();
});

async function open(verifier: TestServerOptions['verifier'] = fakeVerifier()): Promise<void> {
  real = await realAccess();
  server = testServer({ access: real.access, verifier, env: { ADMIN_TOKEN } });
}

async function newKey(name: string, limit = 60) {
  const { id, key } = await real.access.keys.create({ name, limit }, 'test');
  const { customer_id: customerId } = await real.access.keys.show(id);
  return { customerId, headers: { authorization: `Bearer ${key}` } };
}

async function overview(token = ADMIN_TOKEN) {
  await real.access.usageRecorder.flush();
  const headers = { authorization: `Bearer ${token}` };
  const reply = await server.app.inject({ url: '/admin/v1/overview', headers });
  return RECORD_SCHEMAS.Overview.parse(reply.json());
}

const claim = (text: string) => JSON.stringify({ claim: text, grounding_source: 'Pigs fly.' });

describe('the overview of an operator', () => {
  it('is empty before the first request', async () => {
    await open();
    const { day, usage, days, top_customers: top, replica } = await overview();
    expect(day).toBe(new Date().toISOString().slice(0, 10));
    expect([usage, days, top]).toEqual([{ requests: 0, refused: 0, customers: 0 }, [], []]);
    expect(replica).toEqual({ ...UNUSED, since: expect.any(String), latency_ms: null });
  });

  it('counts a request during the warm-up as refused, not as an error', async () => {
    await open(null);
    const { headers } = await newKey('ada');
    expect((await server.app.inject(verifyRequest({ headers }))).statusCode).toBe(503);
    expect((await overview()).replica).toMatchObject({ requests: 1, refused: 1, errors: 0 });
  });

  it('counts requests, refusals, errors and outcomes of claims, and the customers by their requests', async () => {
    const verdicts = { a: 'SUPPORTED', b: 'UNSUPPORTED', c: 'UNCERTAIN' } as const;
    await open(
      fakeVerifier(async (input) => {
        const { claim: text } = input;
        if (text === 'full') throw new ServiceError('service_unavailable', 'Full.', { refusal: 'queue_full' });
        if (text === 'bug') throw new Error('a bug');
        return { ...fakeVerification(input), verdict: verdicts[text as 'a'], confidence: 0.99 };
      }),
    );
    const [ada, bob] = [await newKey('ada'), await newKey('bob', 2)];
    const ask = async ({ headers }: typeof ada, payload: string, url = '/v1/verify') =>
      (await server.app.inject(verifyRequest({ headers, payload, url }))).statusCode;
    const statuses = [];
    for (const text of ['a', 'a', 'b', 'full', 'bug']) statuses.push(await ask(ada, claim(text)));
    statuses.push(await ask(ada, '{}'));
    const batch = JSON.stringify({ claims: ['a', 'b', 'c'], grounding_source: 'Pigs fly.' });
    statuses.push(await ask(ada, batch, '/v1/verify/batch'));
    for (let time = 0; time < 3; time += 1) statuses.push(await ask(bob, claim('b')));
    statuses.push(await ask({ ...bob, headers: { authorization: 'Bearer cvs_unknown' } }, claim('a')));
    expect(statuses).toEqual([200, 200, 200, 503, 500, 400, 200, 200, 200, 429, 401]);
    const { usage, days, top_customers: top, replica, day } = await overview();
    expect(usage).toEqual({ requests: 9, refused: 1, customers: 2 });
    expect(days).toEqual([{ day, requests: 9, refused: 1 }]);
    expect(top).toEqual([
      { id: ada.customerId, name: 'ada', requests: 7, refused: 0 },
      { id: bob.customerId, name: 'bob', requests: 2, refused: 1 },
    ]);
    expect(replica).toMatchObject({ requests: 11, invalid: 2, refused: 2, errors: 1 });
    expect(replica.outcomes).toEqual({ pass: 3, review: 1, fail: 4 });
    expect(replica.latency_ms?.p95).toBeGreaterThanOrEqual(replica.latency_ms?.p50 ?? Number.NaN);
  });

  it('counts a whole answer once, by its outcome, and requests to other routes not at all', async () => {
    await open();
    const { headers } = await newKey('ada');
    const { outcome } = (await server.app.inject(answerRequest({}, { headers }))).json();
    await server.app.inject({ url: '/v1/account', headers });
    await server.app.inject('/info');
    const { replica } = await overview();
    expect(replica).toMatchObject({ ...UNUSED, requests: 1, outcomes: { ...UNUSED.outcomes, [outcome]: 1 } });
  });

  it('is shown to an operator who may only read', async () => {
    await open();
    const { token } = await real.access.operators.create({ name: 'edith', role: 'read' }, 'test');
    expect((await overview(token)).usage.requests).toBe(0);
  });
});
