import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SteppedRunner } from '../support/stepped-runner.ts';

/** Asks for turns one after the other until it is stopped, and counts them. */
function worker(runner: SteppedRunner, background: boolean) {
  const controller = new AbortController();
  const { signal } = controller;
  const permit = runner.scheduler.admit(1, { background, signal });
  const state = { turns: 0, reason: undefined as unknown };
  const work = async () => {
    for (; !signal.aborted; state.turns++) {
      await runner.scheduler.turn(permit, signal);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  work().catch((reason: unknown) => {
    state.reason = reason;
  });
  const end = () => {
    controller.abort('stopped');
    runner.scheduler.end(permit);
  };
  return { state, end };
}

describe('turns on the main thread', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const started = (jobFloor: number) => new SteppedRunner({ jobFloor, now: () => performance.now() });

  it('are for a background request while no other is admitted, and again when the last has ended', async () => {
    const runner = started(0);
    const background = worker(runner, true);
    await vi.advanceTimersByTimeAsync(10);
    expect(background.state.turns).toBe(10);
    const others = [worker(runner, false), worker(runner, false)];
    await vi.advanceTimersByTimeAsync(5_000);
    expect(background.state.turns).toBe(11);
    expect(others[0]!.state.turns).toBe(5_000);
    others[0]!.end();
    await vi.advanceTimersByTimeAsync(500);
    expect(background.state.turns).toBe(11);
    others[1]!.end();
    await vi.advanceTimersByTimeAsync(10);
    expect(background.state.turns).toBe(21);
    background.end();
  });

  it('are for background requests by the floor while others are always admitted', async () => {
    const runner = started(0.05);
    const interactive = worker(runner, false);
    const background = [worker(runner, true), worker(runner, true)];
    await vi.advanceTimersByTimeAsync(10_000);
    const turns = background.reduce((sum, { state }) => sum + state.turns, 0);
    expect(turns).toBeGreaterThan(450);
    expect(turns).toBeLessThanOrEqual(502);
    for (const one of [interactive, ...background]) one.end();
  });

  it('are not waited for by a request that was aborted', async () => {
    const runner = started(0.05);
    const interactive = worker(runner, false);
    const background = worker(runner, true);
    await vi.advanceTimersByTimeAsync(5);
    background.end();
    await vi.advanceTimersByTimeAsync(20);
    expect(background.state.reason).toBe('stopped');
    interactive.end();
    expect(vi.getTimerCount()).toBeLessThanOrEqual(1);
  });
});
