import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { RECORD_SCHEMAS, type RecordName } from '../../../src/contract/records.ts';
import { ADMIN_OPERATIONS } from '../../../src/server/api/admin.ts';
import { verifyRequest } from '../../support/test-server.ts';
import { ADMIN_TOKEN, type OperationsServer, operationsServer } from './support/operations-server.ts';

let server: OperationsServer;
beforeEach(async () => {
  server = await operationsServer();
});
afterEach(() => server.close());

/** The body, which must be exactly what the description says of that answer. */
function fits<Name extends RecordName>(name: Name, body: unknown): z.infer<(typeof RECORD_SCHEMAS)[Name]> {
  return RECORD_SCHEMAS[name].parse(body) as z.infer<(typeof RECORD_SCHEMAS)[Name]>;
}

async function newCustomer(name = 'Ada Ltd', email = 'ada@example.com') {
  const { status, body } = await server.send('POST', '/admin/v1/customers', { body: { name, email } });
  expect(status).toBe(201);
  return fits('Customer', body);
}

async function newSubscription(more: object = {}) {
  const { id } = await newCustomer();
  const { body } = await server.send('POST', '/admin/v1/subscriptions', { body: { customer_id: id, ...more } });
  const created = fits('NewSubscription', body);
  return { customerId: id, id: created.subscription.id, key: created.key! };
}

describe('a request of data protection', () => {
  it('deletes everything that is kept of a customer', async () => {
    const { customerId, key } = await newSubscription({ deliver_key: 'response' });
    const url = `/admin/v1/customers/${customerId}`;
    const deleted = await server.send('DELETE', url);
    expect([deleted.status, fits('DeletedCustomer', deleted.body).keys]).toEqual([200, 1]);
    for (const gone of [url, `/admin/v1/keys/${key.id}`]) {
      expect((await server.send('GET', gone)).status, gone).toBe(404);
    }
  });
});

describe('a list', () => {
  const LISTS = ['customers', 'keys', 'emails', 'audit', 'plans', 'operators'];

  it('has a total and says where its next page begins, however many pages there are', async () => {
    for (let n = 0; n < 5; n += 1) await server.access.keys.create({ name: `key ${n}` }, 'test');
    for (const list of ['customers', 'keys', 'audit'] as const) {
      const whole = (await server.send('GET', `/admin/v1/${list}?count=200`)).body;
      const rows = (body: Record<string, unknown>) => Object.values(body).find(Array.isArray) as { id: string }[];
      const read: string[] = [];
      for (let next = ''; next !== null; ) {
        const from = next === '' ? '' : `&cursor=${next}`;
        const { status, body } = await server.send('GET', `/admin/v1/${list}?count=2${from}`);
        expect([status, body.total >= rows(whole).length], list).toEqual([200, true]);
        read.push(...rows(body).map(({ id }) => id));
        next = body.next;
        if (read.length === 2) await server.access.keys.create({ name: 'added meanwhile' }, 'test');
      }
      expect(read.slice(0, 4), list).toEqual(
        rows(whole)
          .slice(0, 4)
          .map(({ id }) => id),
      );
      expect(new Set(read).size).toBe(read.length);
    }
  });

  it('has both members everywhere, and refuses text that is no cursor', async () => {
    for (const list of LISTS) {
      const { body } = await server.send('GET', `/admin/v1/${list}`);
      expect(body, list).toMatchObject({ total: expect.any(Number), next: null });
    }
    const refused = await server.send('GET', '/admin/v1/audit?cursor=nonsense');
    expect([refused.status, refused.body.error.details.field]).toEqual([400, 'cursor']);
  });

  it('shows times in details as everywhere else', async () => {
    const { id } = await server.access.keys.create({ name: 'ada', expires: Date.parse('2100-01-01') }, 'test');
    await server.access.keys.rotate(id, 60, 'test');
    const details = (await server.send('GET', `/admin/v1/audit?subject=${id}`)).body.lines.map(
      (line: { detail: Record<string, unknown> }) => line.detail,
    );
    expect(details).toContainEqual(expect.objectContaining({ expires_at: '2100-01-01T00:00:00.000Z' }));
    expect(details).toContainEqual(expect.objectContaining({ works_until: expect.stringMatching(/^\d{4}-.*Z$/) }));
  });
});

describe('a POST with an Idempotency-Key', () => {
  const post = (url: string, body: object, key = 'c0ffee00-0000') =>
    server.send('POST', url, { body, headers: { 'idempotency-key': key } });

  it('takes effect once, and every repetition gets the first answer, its secret included', async () => {
    const first = await post('/admin/v1/keys', { name: 'ada' });
    const again = await post('/admin/v1/keys', { name: 'ada' });
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect([first, again].map(({ headers }) => headers['idempotency-replayed'])).toEqual([undefined, 'true']);
    expect((await server.access.keys.list()).rows.map(({ name }) => name)).toEqual(['ada']);
    expect((await post('/admin/v1/keys', { name: 'ada' }, 'another-key')).body).not.toEqual(first.body);
  });

  it('refuses the key for another request, and a key of another form', async () => {
    await post('/admin/v1/customers', { name: 'ada' });
    const other = await post('/admin/v1/customers', { name: 'bob' });
    expect([other.status, other.body.error.code]).toEqual([409, 'invalid_request']);
    expect((await post('/admin/v1/customers', { name: 'bob' }, 'short')).body.error.details.field).toBe(
      'Idempotency-Key',
    );
    expect((await server.access.customers.search({ count: 5 })).rows).toHaveLength(1);
  });

  it('is free again after a request that failed', async () => {
    expect((await post('/admin/v1/customers', { name: '' })).status).toBe(400);
    expect((await post('/admin/v1/customers', { name: 'ada' })).status).toBe(201);
  });

  it('lets one of two at the same time through', async () => {
    const both = await Promise.all([
      post('/admin/v1/customers', { name: 'ada' }),
      post('/admin/v1/customers', { name: 'ada' }),
    ]);
    expect(both.map(({ status }) => status).every((status) => [201, 409].includes(status))).toBe(true);
    expect((await server.access.customers.search({ count: 5 })).rows).toHaveLength(1);
  });
});

describe('/admin/v1', () => {
  it('returns 401 without the token on every path, before any other error', async () => {
    for (const { method, path } of ADMIN_OPERATIONS) {
      const url = path.replace(':id', 'x');
      for (const token of ['', 'wrong', `${ADMIN_TOKEN}x`]) {
        const reply = await server.send(method, url, { token, body: '{"broken', headers: {} });
        if (reply.status === 429) continue;
        expect([reply.status, reply.body.error.code], `${method} ${url}`).toEqual([401, 'unauthorized']);
        expect(reply.headers['www-authenticate']).toContain('Bearer');
      }
    }
  });

  it('is not there without a token in the settings, and opens for no API key', async () => {
    const { key } = await newSubscription();
    expect((await server.send('GET', '/admin/v1/plans', { token: key.key })).status).toBe(401);
    const closed = await operationsServer({});
    for (const { method, path } of ADMIN_OPERATIONS) {
      expect((await closed.send(method, path.replace(':id', 'x'))).status, path).toBe(404);
    }
    await closed.close();
  });

  it('limits the guesses of an address, and lets the right token in all the same', async () => {
    const strict = await operationsServer({ ADMIN_TOKEN, FAILED_LOGINS_PER_MINUTE: '2' });
    const statuses = [];
    for (let i = 0; i < 4; i += 1) {
      statuses.push((await strict.send('GET', '/admin/v1/plans', { token: 'wrong' })).status);
    }
    expect(statuses).toEqual([401, 401, 429, 429]);
    expect((await strict.send('GET', '/admin/v1/plans')).status).toBe(200);
    await strict.close();
  });

  it('makes customers, finds them and changes them', async () => {
    const ada = await newCustomer();
    await newCustomer('Bob & Co', 'bob@example.org');
    const found = await server.send('GET', '/admin/v1/customers?search=EXAMPLE.COM');
    const fresh = { statuses: [], working_keys: 0, last_used_at: null, requests: 0, refused: 0 };
    expect(fits('CustomerList', found.body).customers).toEqual([{ ...ada, ...fresh }]);
    expect(fits('CustomerList', (await server.send('GET', '/admin/v1/customers?count=1')).body).customers).toHaveLength(
      1,
    );
    const changed = await server.send('PATCH', `/admin/v1/customers/${ada.id}`, { body: { name: 'Ada plc' } });
    expect(fits('Customer', changed.body)).toEqual({ ...ada, name: 'Ada plc' });
  });

  it('finds customers by the status of a subscription, with their keys and usage', async () => {
    const { customerId, id, key } = await newSubscription();
    await newCustomer('Bob', 'bob@example.org');
    server.access.usageRecorder.record(key.id, true, 3);
    server.access.usageRecorder.record(key.id, false, 2);
    await server.access.usageRecorder.flush();
    const with_ = async (status: string) =>
      fits('CustomerList', (await server.send('GET', `/admin/v1/customers?status=${status}`)).body).customers;
    expect(await with_('active')).toMatchObject([
      { id: customerId, statuses: ['active'], working_keys: 1, requests: 3, refused: 2 },
    ]);
    await server.send('PATCH', `/admin/v1/subscriptions/${id}`, { body: { period_end: '2001-01-01' } });
    expect([await with_('active'), (await with_('expired')).length]).toEqual([[], 1]);
    expect((await server.send('GET', '/admin/v1/customers?status=lost')).status).toBe(400);
  });

  it('changes limit and expiry of a key, and says from what to what', async () => {
    const { key } = await newSubscription();
    const path = `/admin/v1/keys/${key.id}`;
    const changed = await server.send('PATCH', path, { body: { limit: 5, expires: '2999-01-31' } });
    expect(fits('Key', changed.body)).toMatchObject({ limit: 5, expires_at: '2999-01-31T00:00:00.000Z' });
    const again = await server.send('PATCH', path, { body: { limit: null } });
    expect(fits('Key', again.body)).toMatchObject({ limit: 60, expires_at: '2999-01-31T00:00:00.000Z' });
    const { lines } = fits('AuditList', (await server.send('GET', `/admin/v1/audit?subject=${key.id}`)).body);
    expect(lines.map(({ action, detail }) => [action, detail]).slice(0, 2)).toEqual([
      ['key.update', { limit_from: 5, limit_to: null }],
      ['key.update', { limit_from: null, limit_to: 5, expires_from: null, expires_to: '2999-01-31T00:00:00.000Z' }],
    ]);
    for (const body of [{ limit: 0 }, { expires: '2001-01-01' }, { name: 'x' }]) {
      expect((await server.send('PATCH', path, { body })).status).toBe(400);
    }
    await server.send('POST', `${path}/revoke`);
    expect((await server.send('PATCH', path, { body: { limit: 5 } })).status).toBe(400);
  });

  it('issues a key with a subscription, which works at once, and stops it with the status', async () => {
    const { id, customerId, key } = await newSubscription({ period_end: '2999-01-31' });
    const verify = () => {
      const { payload } = verifyRequest();
      return server.send('POST', '/v1/verify', { token: key.key, body: String(payload) });
    };
    expect((await verify()).status).toBe(200);
    const file = fits('CustomerFile', (await server.send('GET', `/admin/v1/customers/${customerId}`)).body);
    expect(file.subscriptions.map((one) => [one.id, one.status, one.period_end])).toEqual([
      [id, 'active', '2999-01-31T00:00:00.000Z'],
    ]);
    expect(file.keys.map((one) => [one.id, one.state])).toEqual([[key.id, 'active']]);
    const update = { body: { status: 'past_due' } };
    const changed = await server.send('PATCH', `/admin/v1/subscriptions/${id}`, update);
    expect(fits('Subscription', changed.body)).toMatchObject({ status: 'past_due', plan: 'standard' });
    const refused = await verify();
    expect([refused.status, refused.body.error.details.status]).toEqual([403, 'past_due']);
  });

  it('sets a period end and takes it away again', async () => {
    const { id } = await newSubscription();
    const path = `/admin/v1/subscriptions/${id}`;
    const set = await server.send('PATCH', path, { body: { period_end: '2999-01-31T12:00:00Z' } });
    expect(set.body.period_end).toBe('2999-01-31T12:00:00.000Z');
    expect((await server.send('PATCH', path, { body: { plan: 'standard' } })).body.period_end).toBe(
      set.body.period_end,
    );
    expect((await server.send('PATCH', path, { body: { period_end: null } })).body.period_end).toBeNull();
    expect(fits('Subscription', (await server.send('GET', path)).body).period_end).toBeNull();
  });

  it('issues further keys, rotates and revokes them', async () => {
    const { id, key } = await newSubscription();
    const body = { name: 'batch', subscription_id: id, limit: 5, expires: '2999-01-01' };
    const second = fits('IssuedKey', (await server.send('POST', '/admin/v1/keys', { body })).body);
    const shown = fits('Key', (await server.send('GET', `/admin/v1/keys/${second.id}`)).body);
    expect(shown).toMatchObject({ name: 'batch', limit: 5, expires_at: '2999-01-01T00:00:00.000Z' });
    const rotate = { body: { overlap_seconds: 60 } };
    const rotated = await server.send('POST', `/admin/v1/keys/${second.id}/rotate`, rotate);
    expect([rotated.status, fits('RotatedKey', rotated.body).replaces]).toEqual([201, second.id]);
    const revoked = await server.send('POST', `/admin/v1/keys/${key.id}/revoke`);
    expect(fits('RevokedKey', revoked.body)).toMatchObject({ state: 'revoked', also_revoked: [] });
    const listed = fits('KeyList', (await server.send('GET', `/admin/v1/keys?subscription_id=${id}`)).body);
    expect(listed.keys.map((one) => [one.id, one.state])).toEqual([
      [key.id, 'revoked'],
      [second.id, 'active'],
      [rotated.body.id, 'active'],
    ]);
  });

  it('revokes a key with those rotated from it, or alone on request', async () => {
    const rotated = async (id: string) => {
      const rotate = { body: { overlap_seconds: 60 } };
      return (await server.send('POST', `/admin/v1/keys/${id}/rotate`, rotate)).body.id as string;
    };
    const state = async (id: string) => (await server.send('GET', `/admin/v1/keys/${id}`)).body.state;
    const { key: first } = await newSubscription();
    const child = await rotated(first.id);
    const only = await server.send('POST', `/admin/v1/keys/${first.id}/revoke?only=true`);
    expect([fits('RevokedKey', only.body).also_revoked, await state(child)]).toEqual([[], 'active']);
    expect(fits('Key', (await server.send('GET', `/admin/v1/keys/${child}`)).body)).toMatchObject({
      family: first.id,
      rotated_from: first.id,
    });
    const all = await server.send('POST', `/admin/v1/keys/${first.id}/revoke`);
    expect([fits('RevokedKey', all.body).also_revoked, await state(child)]).toEqual([[child], 'revoked']);
    expect((await server.send('POST', `/admin/v1/keys/${first.id}/revoke?only=perhaps`)).status).toBe(400);
  });

  it('lists the e-mails to customers', async () => {
    expect(fits('EmailList', (await server.send('GET', '/admin/v1/emails')).body).emails).toEqual([]);
    expect((await server.send('GET', '/admin/v1/emails?state=lost')).status).toBe(400);
  });

  it('returns the usage of a key by day', async () => {
    const { key } = await newSubscription();
    server.access.usageRecorder.record(key.id, true);
    server.access.usageRecorder.record(key.id, true);
    server.access.usageRecorder.record(key.id, false);
    await server.access.usageRecorder.flush();
    const { days } = fits('Usage', (await server.send('GET', `/admin/v1/keys/${key.id}/usage?days=1`)).body);
    expect(days).toMatchObject([{ key_id: key.id, requests: 2, refused: 1 }]);
    expect((await server.send('GET', '/admin/v1/keys/none/usage')).status).toBe(404);
  });

  it('makes plans and changes them', async () => {
    const body = { name: 'Large', limit: 600, window_seconds: 60 };
    expect(fits('Plan', (await server.send('PUT', '/admin/v1/plans/large', { body })).body).limit).toBe(600);
    const { plans } = fits('PlanList', (await server.send('GET', '/admin/v1/plans')).body);
    expect(plans.map(({ id }) => id)).toEqual(['large', 'standard']);
    const { key } = await newSubscription({ plan: 'large' });
    expect((await server.send('GET', `/admin/v1/keys/${key.id}`)).body.limit).toBe(600);
  });

  it('writes every change into the audit table, and never a key', async () => {
    const { id, key } = await newSubscription();
    await server.send('PATCH', `/admin/v1/subscriptions/${id}`, { body: { status: 'canceled' } });
    const { lines } = fits('AuditList', (await server.send('GET', '/admin/v1/audit')).body);
    // Lines of one moment come in any order.
    expect(lines.map(({ actor, action }) => `${action} by ${actor}`).sort()).toEqual([
      'customer.create by admin',
      'key.create by admin',
      'subscription.create by admin',
      'subscription.update by admin',
    ]);
    expect(JSON.stringify(lines)).not.toContain(key.key);
    const ofKey = await server.send('GET', `/admin/v1/audit?subject=${key.id}`);
    expect(fits('AuditList', ofKey.body).lines).toHaveLength(1);
    expect(server.log.join()).not.toContain(key.key);
    expect(server.log.join()).not.toContain(ADMIN_TOKEN);
  });

  it('says that a key cannot be mailed where no mail server is set', async () => {
    const { id } = await newSubscription();
    const reply = await server.send('POST', `/admin/v1/subscriptions/${id}/mail-key`);
    expect([reply.status, reply.body.error.details.field]).toEqual([400, 'deliver_key']);
  });

  it.each([
    ['POST', '/admin/v1/customers', {}, 'name'],
    ['POST', '/admin/v1/customers', { name: 'x', extra: 1 }, 'extra'],
    ['POST', '/admin/v1/customers', { name: 'x', email: 'nowhere' }, 'email'],
    ['PATCH', '/admin/v1/subscriptions/x', { status: 'paid' }, 'status'],
    ['PATCH', '/admin/v1/subscriptions/x', { period_end: 'soon' }, 'period_end'],
    ['POST', '/admin/v1/keys', { name: 'x', limit: 0 }, 'limit'],
    ['POST', '/admin/v1/keys', { name: 'x', expires: '1999-01-01' }, 'expires'],
    ['POST', '/admin/v1/keys/x/rotate', { overlap_seconds: -1 }, 'overlap_seconds'],
    ['GET', '/admin/v1/audit?count=0', undefined, 'count'],
    ['GET', '/admin/v1/customers?other=1', undefined, 'other'],
    ['GET', '/admin/v1/keys?count=0', undefined, 'count'],
  ] as const)('names the field that is wrong: %s %s %j', async (method, url, body, field) => {
    const reply = await server.send(method, url, body === undefined ? {} : { body });
    expect([reply.status, reply.body.error.code, reply.body.error.details.field]).toEqual([
      400,
      'invalid_request',
      field,
    ]);
  });

  it('returns 404 for unknown ids of any form', async () => {
    for (const id of ['none', 'x'.repeat(90), '%00', '..', "'; DROP TABLE api_keys; --"].map(encodeURIComponent)) {
      for (const path of [`customers/${id}`, `subscriptions/${id}`, `keys/${id}`]) {
        expect((await server.send('GET', `/admin/v1/${path}`)).status, path).toBe(404);
      }
    }
  });

  it('answers malformed bodies and queries in the one shape of errors', async () => {
    for (const body of ['', 'null', '[]', '{"name":', '"x"']) {
      const headers = { 'content-type': 'application/json' };
      const reply = await server.send('POST', '/admin/v1/customers', { body, headers });
      expect([reply.status, reply.body.error.code], body).toEqual([400, 'invalid_request']);
    }
  });
});
