import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RECORD_SCHEMAS } from '../../../src/contract/records.ts';
import { ADMIN_OPERATIONS } from '../../../src/server/api/admin.ts';
import { type OperationsServer, operationsServer } from './support/operations-server.ts';

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

describe('operators with tokens of their own', () => {
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
