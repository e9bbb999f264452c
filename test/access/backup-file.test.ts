import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUp, type DatabasePlace, openAccess, restore } from '../../src/access/index.ts';
import { runCommand } from '../support/run-command.ts';
import { createSchema, temporaryFolder, withServer } from './support/stores.ts';

interface Kind {
  readonly name: string;
  create(): Promise<{ place: DatabasePlace; drop(): Promise<void> }>;
}
const sqlite: Kind = {
  name: 'SQLite',
  create: async () => ({ place: { dataDir: temporaryFolder() }, drop: async () => undefined }),
};
const postgres: Kind = {
  name: 'PostgreSQL',
  create: async () => {
    const { url, drop } = await createSchema();
    return { place: { dataDir: '/nowhere', databaseUrl: url }, drop };
  },
};
const kinds = withServer('TEST_DATABASE_URL', 'backups of PostgreSQL') ? [sqlite, postgres] : [sqlite];
const pairs = kinds.flatMap((from) => kinds.map((to) => [from.name, to.name, from, to] as const));

const existing = { origin: 'A test says so.' };
const open = (place: DatabasePlace) => openAccess({ ...place, defaultLimit: 60, startTimeoutMs: 0 });
const drops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const drop of drops.splice(0)) await drop();
});

async function empty(kind: Kind): Promise<DatabasePlace> {
  const { place, drop } = await kind.create();
  drops.push(drop);
  return place;
}

/** A customer with a limited key that was used, rotated and is told of in the audit. */
async function filled(kind: Kind) {
  const place = await empty(kind);
  const access = await open(place);
  await access.plans.put({ id: 'gold', name: 'Gold', limit: 600, window_seconds: 60 }, 'test');
  const { id: customerId } = await access.customers.create({ name: 'Ada', email: 'ada@example.com' }, 'test');
  await access.subscriptions.create({ customer_id: customerId, plan: 'gold', status: 'active' }, 'test');
  const { id } = await access.keys.create({ name: 'limited', limit: 7 }, 'test');
  const { key, id: rotated } = await access.keys.rotate(id, 3600, 'test');
  for (let n = 0; n < 3; n += 1) access.usageRecorder.record(rotated, true);
  access.usageRecorder.record(rotated, false);
  await access.usageRecorder.flush();
  return { place, access, key, rotated };
}

async function contents(place: DatabasePlace, keyId: string) {
  const access = await open(place);
  const all = {
    keys: await access.keys.list(),
    customers: await access.customers.search({ count: 10 }),
    plans: await access.plans.list(),
    usage: await access.usage(keyId, 5),
    audit: await access.audit({ count: 100 }),
  };
  await access.close();
  return all;
}

const nextFile = () => join(temporaryFolder(), 'backup.sqlite');

describe.each(pairs)('a backup of %s restored on %s', (_from, _to, from, to) => {
  it('brings back keys, customers, plans, usage, limits and audit', async () => {
    const { place, access, key, rotated } = await filled(from);
    const file = nextFile();
    await backUp({ ...place, existing }, file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const target = await empty(to);
    await restore(target, file, false);
    expect(await contents(target, rotated)).toEqual(await contents(place, rotated));
    const restored = await open(target);
    expect(await restored.authenticator.authenticate(key)).toMatchObject({ keyId: rotated, limit: 7 });
    await restored.close();
    await access.close();
  });
});

describe.each(kinds)('a backup of $name under load', (kind) => {
  it('is of one moment: no key without its line in the audit', async () => {
    const { place, access } = await filled(kind);
    let writing = true;
    const load = (async () => {
      for (let n = 0; writing; n += 1) await access.keys.create({ name: `key ${n}` }, 'load');
    })();
    const files = [nextFile(), nextFile(), nextFile()];
    for (const file of files) await backUp({ ...place, existing }, file);
    writing = false;
    await load;
    await access.close();
    for (const file of files) {
      const raw = new Libsql(file);
      const count = (sql: string) => Object.values(raw.prepare(sql).get([]) as object)[0];
      expect(count('SELECT count(*) FROM api_keys')).toBe(
        count("SELECT count(*) FROM audit WHERE action = 'key.create'"),
      );
      raw.close();
    }
  });
});

it('a backup leaves out no table', async () => {
  const { place, access } = await filled(sqlite);
  await access.close();
  const raw = new Libsql(join(place.dataDir, 'keys.sqlite'));
  const tables = raw.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all([]) as { name: string }[];
  raw.close();
  const backedUp = await backUp({ ...place, existing }, nextFile());
  expect(Object.keys(backedUp).toSorted()).toEqual(
    tables
      .map(({ name }) => name)
      .filter((name) => !['schema_version', 'idempotency'].includes(name) && !/^(job|webhook)/.test(name))
      .toSorted(),
  );
});

describe('a restore is refused', () => {
  let file: string;
  let dataDir: string;
  beforeEach(async () => {
    const { place, access } = await filled(sqlite);
    file = nextFile();
    await backUp({ ...place, existing }, file);
    await access.close();
    dataDir = temporaryFolder();
  });

  it('for a newer schema', async () => {
    const raw = new Libsql(file);
    raw.exec('INSERT INTO schema_version (version) VALUES (99)');
    raw.close();
    await expect(restore({ dataDir }, file, false)).rejects.toMatchObject({
      code: 'invalid_configuration',
    });
    expect(existsSync(join(dataDir, 'keys.sqlite'))).toBe(false);
  });

  it('for a file that is no backup, or none', async () => {
    const other = join(temporaryFolder(), 'notes.txt');
    writeFileSync(other, 'notes');
    mkdirSync(join(dataDir, 'sub'));
    for (const path of [other, join(dataDir, 'sub', 'missing')]) {
      await expect(restore({ dataDir }, path, false)).rejects.toThrow(/ cannot be restored: /);
    }
  });

  it('over a database, unless it is to be replaced and nobody has it open; that one is kept', async () => {
    const server = await open({ dataDir });
    await server.keys.create({ name: 'newer' }, 'test');
    await expect(restore({ dataDir }, file, false)).rejects.toThrow(/use --replace/);
    await expect(restore({ dataDir }, file, true)).rejects.toThrow(/in use\. Stop the service/);
    expect((await server.keys.list()).rows.map(({ name }) => name)).toEqual(['newer']);
    await server.close();
    // Made by other processes: libsql closes the handle of a statement only when the statement is collected.
    const env = { DATA_DIR: temporaryFolder(), DATABASE_URL: '' };
    expect(await runCommand(['init'], { env })).toMatchObject({ code: 0, stderr: '' });
    const { kept } = await restore({ dataDir: env.DATA_DIR }, file, true);
    expect(existsSync(kept!)).toBe(true);
    const access = await open({ dataDir: env.DATA_DIR });
    expect((await access.keys.list()).rows.map(({ name }) => name)).toContain('limited');
    await access.close();
  });

  it('and a backup of nothing, which leaves no file', async () => {
    const none = join(dataDir, 'none');
    await expect(backUp({ dataDir, existing }, none)).rejects.toThrow(
      /There is no key database at .+\. A test says so\./,
    );
    if (process.env.TEST_DATABASE_URL) {
      const place = await empty(postgres);
      await expect(backUp({ ...place, existing }, none)).rejects.toThrow(
        /There is no key database at PostgreSQL \S+\. /,
      );
    }
    expect(existsSync(none)).toBe(false);
  });

  it('and a backup over any file', async () => {
    const { place, access } = await filled(sqlite);
    await access.close();
    await expect(backUp({ ...place, existing }, file)).rejects.toThrow(/exists already/);
  });
});
