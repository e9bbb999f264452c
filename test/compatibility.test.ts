import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Access, openAccess, restore } from '../src/access/index.ts';
import { openScoreFile } from '../src/cli/evaluation/score-file.ts';
import { Finder } from '../src/documents/index/finder.ts';
import { updateIndex } from '../src/documents/index/update-index.ts';
import { Clock, createSchema, runOnce, temporaryFolder, withServer } from './access/support/stores.ts';
import { JobProcess } from './jobs/support/job-tests.ts';
import { listSchema } from './store/support/list-schema.ts';

/** Files that 3.0.0 (commit 96256fe3) wrote at the time at which a test's `Clock` starts. */
const FIXTURES = join(import.meta.dirname, 'fixtures/version-3.0.0');

interface Known {
  readonly customerId: string;
  readonly keys: Readonly<Record<'working' | 'before' | 'after' | 'revoked', { id: string; key: string }>>;
  readonly operator: { readonly id: string; readonly token: string };
  readonly request: { key: string; token: string; content: string; body: unknown };
  readonly jobs: { finished: { id: string; output: string }; waiting: { id: string; rows: number } };
}

type Place = { readonly dataDir: string; readonly databaseUrl?: string };
interface Kind {
  readonly name: 'sqlite' | 'postgres';
  empty(): Promise<Place>;
  filled(): Promise<Place>;
}

const sqlite: Kind = {
  name: 'sqlite',
  empty: async () => ({ dataDir: temporaryFolder() }),
  async filled() {
    const dataDir = temporaryFolder();
    unpack('keys.sqlite.gz', join(dataDir, 'keys.sqlite'));
    return { dataDir };
  },
};
const postgres: Kind = {
  name: 'postgres',
  async empty() {
    const { url, drop } = await createSchema();
    onTestFinished(drop);
    return { dataDir: '/nowhere', databaseUrl: url };
  },
  async filled() {
    const place = await this.empty();
    await runOnce(place.databaseUrl!, readFileSync(join(FIXTURES, 'keys.postgres.sql'), 'utf8'));
    return place;
  },
};
const kinds = withServer('TEST_DATABASE_URL', 'a PostgreSQL database of 3.0.0') ? [sqlite, postgres] : [sqlite];

function unpack(name: string, to: string): void {
  writeFileSync(to, gunzipSync(readFileSync(join(FIXTURES, name))));
}

function known(kind: Kind['name']): Known {
  return JSON.parse(readFileSync(join(FIXTURES, `known.${kind}.json`), 'utf8'));
}

const opener = (place: Place) => ({
  open: (clock = new Clock()): Promise<Access> =>
    openAccess({ ...place, defaultLimit: 60, startTimeoutMs: 0, now: clock.now }),
});

async function expectAccounts(access: Access, { customerId, keys, operator }: Known): Promise<void> {
  const authenticated = async (name: keyof Known['keys']) => access.authenticator.authenticate(keys[name].key);
  expect(await authenticated('working')).toMatchObject({ keyId: keys.working.id, limit: 7 });
  expect(await authenticated('after')).toMatchObject({ keyId: keys.after.id });
  expect(await authenticated('before')).toMatchObject({ keyId: keys.before.id });
  expect((await access.keys.show(keys.revoked.id)).state).toBe('revoked');
  expect((await access.keys.show(keys.after.id)).rotated_from).toBe(keys.before.id);
  expect(await access.customers.show(customerId)).toMatchObject({ name: 'Ada Größe', email: 'ada@example.com' });
  expect((await access.plans.list()).map(({ id }) => id).sort()).toEqual(['gold', 'standard']);
  expect(await access.operators.authenticate(operator.token)).toMatchObject({ id: operator.id, role: 'operate' });
  const { rows: emails } = await access.emails.list({ count: 5 });
  expect(emails.map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual(['key waiting', 'rotation waiting']);
  expect(await access.usage(keys.working.id, 1)).toMatchObject([{ requests: 3, refused: 1 }]);
}

describe.each(kinds)('a database of 3.0.0 on $name', (kind) => {
  it('keeps its schema, accounts and answers to repeated requests', async () => {
    const access = await opener(await kind.filled()).open();
    const fresh = await opener(await kind.empty()).open();
    expect(await listSchema(access.database)).toEqual(await listSchema(fresh.database));
    await expectAccounts(access, known(kind.name));
    const { body, ...request } = known(kind.name).request;
    const run = async () => ({ made: 'twice' });
    expect(await access.idempotency.once(request, { run })).toEqual({ body, replayed: true });
    await Promise.all([access.close(), fresh.close()]);
  });

  it('keeps finished jobs and runs waiting ones', async () => {
    const { customerId, jobs } = known(kind.name);
    const one = await JobProcess.open(opener(await kind.filled()), new Clock());
    const { rows: listed } = await one.jobs.store.list(customerId, { count: 10 });
    expect(listed.map(({ id, status }) => [id, status])).toEqual([
      [jobs.waiting.id, 'queued'],
      [jobs.finished.id, 'completed'],
    ]);
    expect(await one.output(jobs.finished.id, customerId)).toBe(jobs.finished.output);
    one.run();
    expect(await one.ended(jobs.waiting.id, customerId)).toMatchObject({ rows_done: jobs.waiting.rows });
    await one.close();
  });
});

describe.each(kinds)('a backup of 3.0.0', (kind) => {
  it(`keeps its accounts on ${kind.name}`, async () => {
    const file = join(temporaryFolder(), 'backup');
    unpack('backup.sqlite.gz', file);
    const place = await kind.empty();
    await restore(place, file, false);
    const access = await opener(place).open();
    await expectAccounts(access, known('sqlite'));
    await access.close();
  });
});

describe('files of 3.0.0', () => {
  it('are an index that is refused with the command that makes it again, because files are read in another way', async () => {
    const path = join(temporaryFolder(), 'sources.index');
    unpack('sources.index.gz', path);
    const refused = {
      code: 'invalid_configuration',
      message: expect.stringContaining('claim-verifier index FOLDER --output FILE'),
    };
    expect(() => new Finder(path)).toThrow(expect.objectContaining(refused));
    await expect(updateIndex(path, temporaryFolder())).rejects.toMatchObject(refused);
  });

  it('are scores that are still read', () => {
    const folder = temporaryFolder();
    copyFileSync(join(FIXTURES, 'scores.txt'), join(folder, 'all.scores'));
    const scores = openScoreFile(join(folder, 'all.scores'));
    expect(scores.get('a'.repeat(64), 'pair')).toEqual({ entailment: 0.1, neutral: 0.3, contradiction: 0.6 });
    expect(scores.size).toBe(2);
    scores.close();
  });
});
