import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Store, StoreName } from '../../../src/access/index.ts';
import { unavailable } from '../../../src/contract/errors.ts';
import { StoreMonitor } from '../../../src/server/lifecycle/store-monitor.ts';
import { fakeAccess } from '../../support/fake-access.ts';
import { testServer } from '../../support/test-server.ts';

function switchable() {
  const gone = new Set<StoreName>();
  const store = (name: StoreName): Store => ({
    name,
    check: async () => {
      if (gone.has(name)) throw unavailable(`No answer of ${name}.`, 1);
    },
  });
  return { gone, stores: [store('database'), store('redis')] };
}

describe('a monitor of stores', () => {
  afterEach(() => void vi.useRealTimers());

  it('logs one line at a loss, with the reason, and one at the return', async () => {
    vi.useFakeTimers();
    const { gone, stores } = switchable();
    const lines: unknown[][] = [];
    const log = { warn: (...line: unknown[]) => lines.push(line), info: (...line: unknown[]) => lines.push(line) };
    const monitor = new StoreMonitor(stores);
    gone.add('redis');
    await monitor.watch(log);
    expect(monitor.lost).toEqual(['redis']);
    await vi.advanceTimersByTimeAsync(10_000);
    gone.clear();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(monitor.lost).toEqual([]);
    expect(lines).toEqual([
      [{ store: 'redis', error: expect.objectContaining({ message: 'No answer of redis.' }) }, 'store lost'],
      [{ store: 'redis', lostMs: expect.any(Number) }, 'store is back'],
    ]);
    monitor.close();
    gone.add('redis');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(lines).toHaveLength(2);
  });
});

describe('/health/ready while a store is lost', () => {
  it.each([
    ['none', ['redis'], 200],
    ['database', ['redis'], 200],
    ['redis', ['redis'], 503],
    ['all', ['database'], 503],
  ] as const)('with UNREADY_WITHOUT=%s and %j lost is %i, and names the store', async (setting, lost, status) => {
    const { gone, stores } = switchable();
    const server = testServer({ access: { ...fakeAccess(), stores }, env: { UNREADY_WITHOUT: setting } });
    for (const name of lost) gone.add(name);
    await server.stores.watch(server.app.log);
    const reply = await server.app.inject({ url: '/health/ready' });
    expect(reply.statusCode).toBe(status);
    if (status === 200) expect(reply.json()).toEqual({ status: 'degraded', lost });
    else expect(reply.json().error.message).toBe(`A store is unreachable: ${lost.join()}.`);
    expect((await server.app.inject({ url: '/info' })).json().ready).toBe(status === 200);
    const metrics = (await server.app.inject({ url: '/metrics' })).body;
    expect(metrics).toContain(`claim_verification_store_up{store="${lost[0]}"} 0`);
    expect(metrics).toContain(`claim_verification_store_up{store="${lost[0] === 'redis' ? 'database' : 'redis'}"} 1`);
    expect(metrics).toContain(`claim_verification_ready ${status === 200 ? 1 : 0}`);
    server.stores.close();
    await server.app.close();
  });
});
