import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { describe, expect, it } from 'vitest';
import { startService } from './support/service.ts';

/** The service with its own disk of one megabyte; the test reaches it through the process. */
const OWN_DISK = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c'];
const SMALL = [...OWN_DISK, 'mount -t tmpfs -o size=1m none "$DATA_DIR" && exec "$@"', 'sh'];
const READ_ONLY = [
  ...OWN_DISK,
  'mount --bind "$DATA_DIR" "$DATA_DIR" && mount -o remount,ro,bind "$DATA_DIR" && exec "$@"',
  'sh',
];
/** Containers often forbid namespaces of one's own. */
const canMount = spawnSync(OWN_DISK[0]!, [...OWN_DISK.slice(1), 'mount -t tmpfs none /mnt']).status === 0;

describe('a disk that is full', () => {
  it.runIf(canMount)('stops no verdict, and what could not be written is written when there is room', async () => {
    const service = startService({ within: SMALL });
    await service.ready();
    const disk = join(`/proc/${service.process.pid}/root`, service.dataDir);
    spawnSync('dd', ['if=/dev/zero', `of=${disk}/filling`, 'bs=4k']);
    const answers = [];
    for (let i = 0; i < 5; i += 1) answers.push(await service.verify(`It was founded in ${1990 + i}.`));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    rmSync(`${disk}/filling`);
    expect((await service.verify()).status).toBe(200);
    expect((await service.get('/health/ready')).status).toBe(200);
    service.process.kill('SIGTERM');
    expect(await service.exited).toEqual({ code: 0, signal: null });
  });

  it.runIf(canMount)('at the first start is a sentence, not a service without keys', async () => {
    const full = SMALL.map((part) =>
      part.replace('&& exec', '&& dd if=/dev/zero of="$DATA_DIR/filling" 2>/dev/null; exec'),
    );
    const service = startService({ within: full });
    expect(await service.exited).toEqual({ code: 1, signal: null });
    expect(service.log()).toMatch(/The key database at \S+keys\.sqlite cannot be used: .*full/);
  });
});

describe('a key database that may not be written', () => {
  it.runIf(canMount)('is a sentence at the start', async () => {
    const service = startService({ within: READ_ONLY });
    expect(await service.exited).toEqual({ code: 1, signal: null });
    expect(service.log()).toMatch(/The key database at \S+keys\.sqlite cannot be opened for writing: EROFS/);
  });
});

describe('a key database that another process has locked', () => {
  it('stops no verdict, and the process still ends on SIGTERM', async () => {
    const service = startService();
    await service.ready();
    const other = new Libsql(join(service.dataDir, 'keys.sqlite'));
    other.exec('BEGIN EXCLUSIVE');
    expect([await service.verify(), await service.verify()].map(({ status }) => status)).toEqual([200, 200]);
    expect((await service.get('/health/ready')).status).toBe(200);
    service.process.kill('SIGTERM');
    const { signal } = await service.exited;
    expect(signal).toBeNull();
    other.exec('ROLLBACK');
    other.close();
  });
});
