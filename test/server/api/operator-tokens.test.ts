import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RECORD_SCHEMAS } from '../../../src/contract/records.ts';
import { ADMIN_OPERATIONS } from '../../../src/server/api/admin.ts';
import { ADMIN_TOKEN, type OperationsServer, operationsServer } from './support/operations-server.ts';

let server: OperationsServer;
beforeEach(async () => {
  server = await operationsServer();
});
afterEach(() => server.close());

async function newOperator(name: string, role: string) {
  const { status, body } = await server.send('POST', '/admin/v1/operators', { body: { name, role } });
  expect(status).toBe(201);
  return RECORD_SCHEMAS.NewOperator.parse(body);
}

describe('operators with their own tokens', () => {
  it('lets an operator do what the admin token does, and names it in the audit', async () => {
    const { token, id } = await newOperator('ada', 'operate');
    const made = await server.send('POST', '/admin/v1/customers', { token, body: { name: 'Acme' } });
    expect(made.status).toBe(201);
    const [line] = (await server.send('GET', `/admin/v1/audit?subject=${made.body.id}`)).body.lines;
    expect(line.actor).toBe('operator:ada');
    const [created] = (await server.send('GET', `/admin/v1/audit?subject=${id}`)).body.lines;
    expect([created.actor, created.detail]).toEqual(['admin', { name: 'ada', role: 'operate' }]);
  });

  it('lets a reader see everything and change nothing, before its request is looked at', async () => {
    const { token } = await newOperator('eve', 'read');
    for (const { method, path } of ADMIN_OPERATIONS) {
      const url = path.replace(':id', 'x').replace('/keys', '/keys?subscription_id=x');
      const reply = await server.send(method, method === 'GET' ? url : path, { token });
      if (method === 'GET') expect([200, 404], url).toContain(reply.status);
      else expect([reply.status, reply.body.error.code], `${method} ${path}`).toEqual([403, 'unauthorized']);
    }
  });

  it('keeps a hash only, shows a token once, and ends it when it is revoked', async () => {
    const { token, id } = await newOperator('bob', 'operate');
    const listed = (await server.send('GET', '/admin/v1/operators')).body;
    expect(RECORD_SCHEMAS.OperatorList.parse(listed).operators.map(({ name }) => name)).toEqual(['bob']);
    expect(JSON.stringify(listed)).not.toContain(token);
    expect((await server.send('GET', '/admin/v1/plans', { token })).status).toBe(200);
    expect((await server.send('GET', '/admin/v1/plans', { token: `${token.slice(0, -1)}_` })).status).toBe(401);
    const other = token.endsWith('x') ? 'y' : 'x';
    expect((await server.send('GET', '/admin/v1/plans', { token: token.slice(0, -1) + other })).status).toBe(401);
    const revoked = await server.send('POST', `/admin/v1/operators/${id}/revoke`, { token });
    expect(revoked.body.revoked_at).toMatch(/Z$/);
    expect((await server.send('GET', '/admin/v1/plans', { token })).status).toBe(401);
  });

  describe('from an address with too many failed logins', () => {
    const LIMIT = 3;
    let limited: OperationsServer;
    beforeEach(async () => {
      limited = await operationsServer({ ADMIN_TOKEN, FAILED_LOGINS_PER_MINUTE: String(LIMIT) });
    });
    afterEach(() => limited.close());

    /** Sends the path with as many tokens that do not exist; resolves with the statuses. */
    async function guess(times: number): Promise<number[]> {
      const statuses: number[] = [];
      for (let i = 0; i < times; i++) {
        const token = `cvo_${String(i).padStart(10, '0')}${'b'.repeat(30)}`;
        statuses.push((await limited.send('GET', '/admin/v1/me', { token })).status);
      }
      return statuses;
    }

    it('accepts a valid token, used before or not', async () => {
      const { token } = await limited.access.operators.create({ name: 'ada', role: 'operate' }, 'test');
      expect(await guess(20)).toEqual([...Array(LIMIT).fill(401), ...Array(20 - LIMIT).fill(429)]);
      for (let i = 0; i < 12; i++) {
        expect((await limited.send('GET', '/admin/v1/me', { token })).status).toBe(200);
        await guess(2);
      }
      expect((await limited.send('POST', '/admin/v1/customers', { token, body: { name: 'Acme' } })).status).toBe(201);
    });

    it('refuses a revoked token at once', async () => {
      const { token, id } = await limited.access.operators.create({ name: 'ada', role: 'operate' }, 'test');
      await guess(20);
      expect((await limited.send('GET', '/admin/v1/me', { token })).status).toBe(200);
      expect((await limited.send('POST', `/admin/v1/operators/${id}/revoke`, { token })).status).toBe(200);
      for (let i = 0; i < 5; i++) expect((await limited.send('GET', '/admin/v1/me', { token })).status).toBe(429);
    });
  });

  it('says whose token it is', async () => {
    const { token } = await newOperator('eve', 'read');
    expect((await server.send('GET', '/admin/v1/me', { token })).body).toEqual({
      name: 'eve',
      role: 'read',
      sends_mail: false,
    });
    expect((await server.send('GET', '/admin/v1/me')).body).toEqual({
      name: 'admin',
      role: 'operate',
      sends_mail: false,
    });
  });

  it('takes no name twice, also of a revoked operator, and none that could be read as another', async () => {
    const { id } = await newOperator('cleo', 'read');
    await server.send('POST', `/admin/v1/operators/${id}/revoke`);
    for (const name of ['cleo', 'Cleo', 'a b', '', 'x'.repeat(41)]) {
      const { status, body } = await server.send('POST', '/admin/v1/operators', { body: { name, role: 'read' } });
      expect([status, body.error.details.field], name).toEqual([400, 'name']);
    }
    expect((await server.send('POST', '/admin/v1/operators/x/revoke')).status).toBe(404);
  });
});
