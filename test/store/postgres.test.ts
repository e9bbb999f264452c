import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Access, openAccess } from '../../src/access/index.ts';
import { SCHEMA_VERSION } from '../../src/store/migrations.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import { CutProxy } from '../access/support/cut-proxy.ts';
import { Clock, createSchema, withServer } from '../access/support/stores.ts';
import { eventually } from '../support/eventually.ts';

const UNAVAILABLE = { code: 'service_unavailable', details: { retry_after_seconds: 1 } };

describe.runIf(withServer('TEST_DATABASE_URL', 'a lost PostgreSQL'))('PostgreSQL, when it is lost', () => {
  let schema: Awaited<ReturnType<typeof createSchema>>;
  let proxy: CutProxy;
  let clock: Clock;
  let access: Access;

  beforeEach(async () => {
    schema = await createSchema();
    proxy = await CutProxy.before(schema.url);
    clock = new Clock();
    const databaseUrl = proxy.addressOf(schema.url);
    access = await openAccess({ dataDir: '/nowhere', defaultLimit: 60, databaseUrl, now: clock.now });
  });

  afterEach(async () => {
    await access.close();
    await proxy.cut();
    await schema.drop();
  });

  it('is a 503 for an unknown and a once known key, never a pass, and recovers by itself', async () => {
    const { key } = await access.keys.create({ name: 'ada' }, 'test');
    clock.advance(0.001);
    const { key: unseen } = await access.keys.create({ name: 'bob' }, 'test');
    expect(await access.authenticator.authenticate(key)).toBeDefined();
    await proxy.cut();
    await expect(access.authenticator.authenticate(unseen)).rejects.toMatchObject(UNAVAILABLE);
    await expect(access.keys.create({ name: 'eve' }, 'test')).rejects.toMatchObject(UNAVAILABLE);
    await expect(access.stores[0]!.check()).rejects.toMatchObject(UNAVAILABLE);
    clock.advance(4.9);
    expect(await access.authenticator.authenticate(key)).toBeDefined();
    clock.advance(0.1);
    await expect(access.authenticator.authenticate(key)).rejects.toMatchObject(UNAVAILABLE);
    await proxy.restore();
    expect(await access.authenticator.authenticate(unseen)).toBeDefined();
    expect(await access.authenticator.authenticate(key)).toBeDefined();
    expect((await access.keys.list()).rows.map(({ name }) => name)).toEqual(['ada', 'bob']);
  });

  it('loses no counted request', async () => {
    const { id } = await access.keys.create({ name: 'ada' }, 'test');
    access.usageRecorder.record(id, true);
    await proxy.cut();
    await expect(access.usageRecorder.flush()).rejects.toMatchObject(UNAVAILABLE);
    access.usageRecorder.record(id, false);
    await proxy.restore();
    await access.usageRecorder.flush();
    expect(await access.usage(id, 1)).toMatchObject([{ requests: 1, refused: 1 }]);
  });

  it('is a 503 on a connection that has fallen silent, and is asked on a new one next', async () => {
    const { key } = await access.keys.create({ name: 'ada' }, 'test');
    proxy.silence();
    await expect(access.authenticator.authenticate(key)).rejects.toMatchObject(UNAVAILABLE);
    expect(await access.authenticator.authenticate(key)).toMatchObject({ keyName: 'ada' });
    proxy.silence();
    await expect(access.keys.create({ name: 'bob' }, 'test')).rejects.toMatchObject(UNAVAILABLE);
    expect((await access.keys.list()).rows.map(({ name }) => name)).toEqual(['ada']);
  });

  it('undoes a transaction that the loss interrupts', async () => {
    const database = await openPostgres({ url: proxy.addressOf(schema.url), startTimeoutMs: 0 });
    const interrupted = database.transaction(async (sql) => {
      await sql.query("INSERT INTO plans VALUES ('gold', 'Gold', 1, 60, 0)");
      await proxy.cut();
      await sql.query("INSERT INTO plans VALUES ('silver', 'Silver', 1, 60, 0)");
    });
    await expect(interrupted).rejects.toMatchObject(UNAVAILABLE);
    await proxy.restore();
    expect(await database.query('SELECT id FROM plans')).toEqual([{ id: 'standard' }]);
    await database.close();
  });

  it('is waited for at start, and given up on in a sentence without the password', async () => {
    await proxy.cut();
    const url = proxy.addressOf(schema.url.replace('postgres@', 'postgres:swordfish@'));
    const failure = await openPostgres({ url, startTimeoutMs: 0 }).catch((error: Error) => error);
    expect(failure).toMatchObject({ ...UNAVAILABLE, message: expect.stringContaining('ECONNREFUSED') });
    expect(String(failure)).not.toContain('swordfish');
    const told: string[] = [];
    const opening = openPostgres({ url, startTimeoutMs: 20_000, onWaiting: (reason) => told.push(reason) });
    await eventually(() => expect(told).toHaveLength(1));
    expect(told[0]).toMatch(/^The key database on PostgreSQL cannot be used: .*ECONNREFUSED/);
    await proxy.restore();
    await (await opening).close();
  });
});

describe.runIf(withServer('TEST_DATABASE_URL', 'replicas starting together'))('openPostgres', () => {
  it('migrates once when replicas start together', async () => {
    const { url, drop } = await createSchema();
    const replicas = await Promise.all(Array.from({ length: 4 }, () => openPostgres({ url })));
    expect(await replicas[0]!.query('SELECT max(version) AS version FROM schema_version')).toEqual([
      { version: SCHEMA_VERSION },
    ]);
    await Promise.all(replicas.map((replica) => replica.close()));
    await drop();
  });

  it('has as many connections as it may, and one is enough for work of every kind', async () => {
    const { url, drop } = await createSchema();
    const access = await openAccess({
      dataDir: '/nowhere',
      defaultLimit: 60,
      databaseUrl: url,
      databaseConnections: 1,
    });
    const pid = async () => (await access.database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]!.pid;
    const [created] = await Promise.all([access.keys.create({ name: 'ada' }, 'test'), access.keys.list()]);
    await Promise.all([access.keys.rotate(created.id, 60, 'test'), access.authenticator.authenticate(created.key)]);
    expect(new Set(await Promise.all([pid(), pid(), pid()])).size).toBe(1);
    await access.close();
    await drop();
  });

  it('refuses at once what waiting does not cure', async () => {
    const { url, drop } = await createSchema();
    const elsewhere = new URL(url);
    elsewhere.pathname = '/no_such_database';
    await expect(openPostgres({ url: elsewhere.href })).rejects.toMatchObject({
      ...UNAVAILABLE,
      message: expect.stringContaining('"no_such_database" does not exist'),
    });
    await drop();
  });
});
