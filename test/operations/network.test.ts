import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TINY_ENV } from '../support/small-models.ts';
import { SERVER, startService } from './support/service.ts';

const SUPPORT = join(import.meta.dirname, 'support');
const preload = pathToFileURL(join(SUPPORT, 'note-connections.mjs')).href;

/** A file for the service to note its connections in. */
function notes(): string {
  const folder = mkdtempSync(join(tmpdir(), 'network-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'notes'), '');
  return join(folder, 'notes');
}

const IN_NAMESPACE = ['--user', '--map-root-user', '--net'];
/** Containers often forbid namespaces of one's own. */
const canSeparate = spawnSync('unshare', [...IN_NAMESPACE, 'ip', 'link', 'set', 'lo', 'up']).status === 0;

describe('the service without a network', () => {
  it.runIf(canSeparate)(
    'verifies claims with nothing but a loopback interface, and has no socket but the one it listens on',
    () => {
      const file = notes();
      const inside = `ip link set lo up && exec "$@"`;
      const node = [process.execPath, join(SUPPORT, 'alone.mjs'), '--import', preload, SERVER];
      const { stdout, stderr } = spawnSync('unshare', [...IN_NAMESPACE, 'sh', '-c', inside, 'sh', ...node], {
        encoding: 'utf8',
        timeout: 250_000,
        env: {
          PATH: process.env.PATH,
          PORT: '0',
          DATA_DIR: join(file, '..', 'data'),
          CONNECTIONS_FILE: file,
          ...TINY_ENV,
        },
      });
      expect(JSON.parse(stdout || stderr)).toEqual({
        interfaces: ['lo'],
        status: 200,
        verdict: 'SUPPORTED',
        listening: 1,
        others: [],
      });
      expect(readFileSync(file, 'utf8')).toBe('');
    },
  );
});

describe('the service with a network', () => {
  it('opens no connection and looks up no name, from its start to its end', async () => {
    const file = notes();
    const service = startService({ preload: ['note-connections.mjs'], env: { CONNECTIONS_FILE: file } });
    await service.ready();
    expect((await service.verify()).status).toBe(200);
    expect((await service.get('/docs')).status).toBeLessThan(400);
    service.process.kill('SIGTERM');
    expect(await service.exited).toEqual({ code: 0, signal: null });
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  it('would be seen to open one: a store makes it', async () => {
    const file = notes();
    const env = { CONNECTIONS_FILE: file, REDIS_URL: 'redis://a-store-that-is-not-there:6379' };
    const service = startService({ preload: ['note-connections.mjs'], env });
    await service.port.catch(() => undefined);
    expect(readFileSync(file, 'utf8')).toContain('connection\n');
    expect(readFileSync(file, 'utf8')).toContain('name a-store-that-is-not-there\n');
  });
});
