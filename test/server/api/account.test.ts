import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RECORD_SCHEMAS } from '../../../src/contract/records.ts';
import { verifyRequest } from '../../support/test-server.ts';
import { type OperationsServer, operationsServer } from './support/operations-server.ts';

let server: OperationsServer;
let token: string;
let id: string;
beforeEach(async () => {
  server = await operationsServer({});
  ({ id, key: token } = await server.access.keys.create({ name: 'ada' }, 'test'));
});
afterEach(() => server.close());

describe('/v1/account', () => {
  it('shows a key, its subscription and its usage to whoever holds it', async () => {
    server.access.usageRecorder.record(id, true);
    await server.access.usageRecorder.flush();
    const { status, body } = await server.send('GET', '/v1/account', { token });
    expect(status).toBe(200);
    const account = RECORD_SCHEMAS.Account.parse(body);
    expect(account.key).toMatchObject({ id, name: 'ada', state: 'active', limit: 60, window_seconds: 60 });
    expect(account.subscription).toMatchObject({ status: 'active', plan: 'standard', period_end: null });
    expect(account.usage).toMatchObject([{ key_id: id, requests: 1, refused: 0 }]);
    expect(JSON.stringify(body)).not.toContain(token);
  });

  it('shows a lapsed subscription too, so that its holder sees why requests are refused', async () => {
    await server.access.keys.setStatus(id, 'past_due', 'test');
    const { status, body } = await server.send('GET', '/v1/account', { token });
    expect([status, body.subscription.status]).toEqual([200, 'past_due']);
  });

  it('returns 401 without a valid key', async () => {
    for (const wrong of ['', 'cvs_wrong', `${token}x`]) {
      expect((await server.send('GET', '/v1/account', { token: wrong })).status).toBe(401);
      const rotate = { token: wrong, body: { overlap_seconds: 0 } };
      expect((await server.send('POST', '/v1/account/rotate', rotate)).status).toBe(401);
    }
    await server.access.keys.revoke(id, 'test');
    expect((await server.send('GET', '/v1/account', { token })).status).toBe(401);
  });

  it('rotates the key: the new one works, the old one until the overlap ends, both in one window', async () => {
    const verify = (key: string) =>
      server.send('POST', '/v1/verify', { token: key, body: String(verifyRequest().payload) });
    await verify(token);
    const rotate = { token, body: { overlap_seconds: 3600 } };
    const { status, body } = await server.send('POST', '/v1/account/rotate', rotate);
    const rotated = RECORD_SCHEMAS.RotatedKey.parse(body);
    expect([status, rotated.replaces]).toEqual([201, id]);
    expect((await verify(rotated.key)).headers['x-ratelimit-remaining']).toBe('58');
    expect((await verify(token)).status).toBe(200);
    const again = { token: rotated.key, body: { overlap_seconds: 0 } };
    const last = await server.send('POST', '/v1/account/rotate', again);
    expect((await verify(rotated.key)).status).toBe(401);
    expect((await verify(last.body.key)).status).toBe(200);
    const [line] = (await server.access.audit({ count: 1, subject: rotated.id })).rows;
    expect([line?.actor, line?.action]).toEqual([`customer:${rotated.id}`, 'key.rotate']);
  });

  it('shows the keys that were rotated from one another, and refuses more than a few that work', async () => {
    const rotate = (key: string) =>
      server.send('POST', '/v1/account/rotate', { token: key, body: { overlap_seconds: 60 } });
    const second = await rotate(token);
    const third = await rotate(second.body.key);
    const { body } = await server.send('GET', '/v1/account', { token });
    const origins = RECORD_SCHEMAS.Account.parse(body).family.map((key) => [key.id, key.rotated_from]);
    expect(new Map(origins as [string, string | null][])).toEqual(
      new Map([
        [id, null],
        [second.body.id, id],
        [third.body.id, second.body.id],
      ]),
    );
    const fourth = await rotate(third.body.key);
    expect([fourth.status, fourth.body.error.details]).toEqual([400, { field: 'overlap_seconds' }]);
    expect(fourth.body.error.message).toContain('Revoke one, wait until one expires, or rotate with an overlap of 0');
  });

  it('does not count against the rate limit, and has separate limits', async () => {
    const looks = [];
    for (let i = 0; i < 61; i += 1) looks.push((await server.send('GET', '/v1/account', { token })).status);
    expect(looks.filter((status) => status === 200)).toHaveLength(60);
    expect(looks.at(-1)).toBe(429);
    const verdict = await server.send('POST', '/v1/verify', { token, body: String(verifyRequest().payload) });
    expect([verdict.status, verdict.headers['x-ratelimit-remaining']]).toEqual([200, '59']);
  });
});
