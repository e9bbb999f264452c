import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startService } from './support/service.ts';

const HOUR = 3600;

describe('a clock that jumps', () => {
  it.each([
    ['back', -HOUR],
    ['ahead', HOUR],
  ])('%s neither locks a key out nor lifts its limit for longer than a window', async (_, seconds) => {
    const folder = mkdtempSync(join(tmpdir(), 'clock-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'offset');
    writeFileSync(file, '0');
    const service = startService({
      preload: ['moved-clock.mjs'],
      // Behind a proxy the first key has the limit of every other key.
      env: { CLOCK_FILE: file, RATE_LIMIT_PER_MINUTE: '2', TRUST_PROXY: '127.0.0.1' },
    });
    await service.ready();
    expect([await service.verify(), await service.verify()].map(({ status }) => status)).toEqual([200, 200]);
    expect((await service.verify()).status).toBe(429);
    writeFileSync(file, String(seconds));
    const after = [await service.verify(), await service.verify(), await service.verify()];
    const refused = after.filter(({ status }) => status === 429);
    expect(after.length - refused.length).toBeLessThanOrEqual(2);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers } of refused) {
      const wait = Number(headers.get('retry-after'));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
    }
    expect((await service.get('/health/ready')).status).toBe(200);
  });
});
