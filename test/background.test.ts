import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeliveryWorker, every } from '../src/background.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('every', () => {
  it('does its work again after it has failed, until it is ended', async () => {
    const times: number[] = [];
    const end = every(1_000, () => {
      times.push(times.length);
      throw new Error('The database is away.');
    });
    await vi.advanceTimersByTimeAsync(3_500);
    end();
    await vi.advanceTimersByTimeAsync(3_500);
    expect(times).toEqual([0, 1, 2]);
  });
});

describe('a worker', () => {
  /** Sends numbers; each takes a second. */
  function open(due: number[], { atATime = 2 } = {}) {
    const log: string[] = [];
    const worker = new DeliveryWorker<number>({
      atATime,
      begin: async () => due.shift(),
      send: async (number) => {
        log.push(`begun ${number}`);
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        log.push(`sent ${number}`);
        if (number === 2) throw new Error('The database is away.');
      },
    });
    return { worker, log };
  }

  it('sends so many at a time, the next as soon as one has ended, however it did', async () => {
    const { worker, log } = open([1, 2, 3]);
    const delivered = worker.deliver();
    await vi.advanceTimersByTimeAsync(999);
    expect(log).toEqual(['begun 1', 'begun 2']);
    await vi.advanceTimersByTimeAsync(1_001);
    await delivered;
    expect(log).toEqual(['begun 1', 'begun 2', 'sent 1', 'begun 3', 'sent 2', 'sent 3']);
    await worker.close();
  });

  it('looks every few seconds by itself', async () => {
    const due: number[] = [];
    const { worker, log } = open(due);
    due.push(7);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(log).toEqual(['begun 7', 'sent 7']);
    await worker.close();
  });

  it('ends what it has begun when it is closed, and begins nothing more', async () => {
    const { worker, log } = open([1, 3], { atATime: 1 });
    worker.wake();
    await vi.advanceTimersByTimeAsync(10);
    const closed = worker.close();
    await vi.advanceTimersByTimeAsync(2_000);
    await closed;
    expect(log).toEqual(['begun 1', 'sent 1']);
  });
});
