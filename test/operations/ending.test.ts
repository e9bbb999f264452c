import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CLAIM, SOURCE, startService } from './support/service.ts';

describe('SIGTERM', () => {
  it('while the model is being loaded ends the process with 0, and no request was ever answered with a verdict', async () => {
    const service = startService();
    await service.port;
    service.process.kill('SIGTERM');
    expect(await service.exited).toEqual({ code: 0, signal: null });
    await expect.poll(service.log).toContain('"msg":"stopped"');
    expect(service.log()).not.toContain('"level":50');
  });

  it('ends the process with 0 even if its log is no longer read', async () => {
    const service = startService();
    await service.ready();
    service.process.stdout?.destroy();
    expect((await service.verify()).status).toBe(200);
    service.process.kill('SIGTERM');
    expect(await service.exited).toEqual({ code: 0, signal: null });
  });

  it('before it listens ends the process', async () => {
    const service = startService();
    service.process.kill('SIGTERM');
    expect(await service.exited).not.toEqual({ code: 1, signal: null });
  });
});

describe('what others on the machine can see', () => {
  it('is no key, no setting and no text: not in the process list, and no key or text in the log', async () => {
    const secret = 'a-token-of-some-length';
    const service = startService({ env: { ADMIN_TOKEN: secret, LOG_LEVEL: 'trace' } });
    await service.ready();
    expect((await service.verify()).status).toBe(200);
    const key = await service.key;
    const list = readFileSync(`/proc/${service.process.pid}/cmdline`, 'utf8');
    for (const hidden of [key, secret, CLAIM]) expect(list).not.toContain(hidden);
    const [greeting, ...lines] = service.log().split('\n{');
    expect(greeting).toContain(key);
    for (const hidden of [key, secret, CLAIM, SOURCE]) expect(lines.join()).not.toContain(hidden);
  });
});
