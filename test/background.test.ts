import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { every } from '../src/background.ts';

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
