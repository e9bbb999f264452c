import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openAccess, probeDatabase, probeRedis } from '../../src/access/index.ts';
import { createSchema, withServer } from './support/stores.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'probe-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function makeKey(options: { dataDir: string; databaseUrl?: string }): Promise<void> {
  const access = await openAccess({ defaultLimit: 60, ...options });
  await access.keys.create({ name: 'ada' }, 'test');
  await access.close();
}

describe('asking SQLite', () => {
  it('makes nothing where there is no database yet', async () => {
    const dataDir = join(folder(), 'deep', 'data');
    expect(await probeDatabase({ dataDir })).toBeUndefined();
    expect(existsSync(dataDir)).toBe(false);
  });

  it('counts the keys', async () => {
    const dataDir = folder();
    await makeKey({ dataDir });
    expect(await probeDatabase({ dataDir })).toBe(1);
  });

  it('rejects a file that is no database of keys', async () => {
    const dataDir = folder();
    writeFileSync(join(dataDir, 'keys.sqlite'), 'not a database, but long enough to be read as one '.repeat(40));
    await expect(probeDatabase({ dataDir })).rejects.toThrow('not a database');
  });
});

describe('asking a server that is not there', () => {
  it('rejects with what the connection said', async () => {
    await expect(probeDatabase({ dataDir: '/', databaseUrl: 'postgres://127.0.0.1:1/x' })).rejects.toThrow(
      'ECONNREFUSED',
    );
    await expect(probeRedis('redis://127.0.0.1:1')).rejects.toThrow('ECONNREFUSED');
  });
});

describe.runIf(withServer('TEST_DATABASE_URL', 'asking PostgreSQL'))('asking PostgreSQL', () => {
  it('makes no tables, and counts the keys', async () => {
    const { url: databaseUrl, drop } = await createSchema();
    onTestFinished(drop);
    const probe = { dataDir: '/nowhere', databaseUrl };
    expect(await probeDatabase(probe)).toBeUndefined();
    expect(await probeDatabase(probe)).toBeUndefined();
    await makeKey(probe);
    expect(await probeDatabase(probe)).toBe(1);
  });
});

describe.runIf(withServer('TEST_REDIS_URL', 'asking Redis'))('asking Redis', () => {
  it('resolves when it answers', async () => {
    await probeRedis(process.env.TEST_REDIS_URL!);
  });
});
