import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { mapInOrder } from '../../../scripts/batch/map-in-order.ts';
import { collect } from '../../support/chunks.ts';

async function* numbers(count: number, onRead: (number: number) => void = () => undefined) {
  for (let number = 0; number < count; number += 1) {
    onRead(number);
    yield number;
  }
}

describe('mapInOrder', () => {
  test.prop([fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40 }), fc.integer({ min: 1, max: 6 })], {
    numRuns: 60,
  })('yields in the order of the inputs, whichever is done first', async (turns, limit) => {
    const work = async (index: number) => {
      for (let turn = 0; turn < turns[index]!; turn += 1) await Promise.resolve();
      return index;
    };
    expect(await collect(mapInOrder(numbers(turns.length), work, limit))).toEqual([...turns.keys()]);
  });

  it('never runs more than the limit, and reads at most one input ahead of that', async () => {
    let running = 0;
    let mostRunning = 0;
    let read = 0;
    let mostAhead = 0;
    let done = 0;
    const inputs = numbers(500, () => {
      read += 1;
      mostAhead = Math.max(mostAhead, read - done);
    });
    const work = async (number: number) => {
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      await new Promise(setImmediate);
      running -= 1;
      return number;
    };
    for await (const _ of mapInOrder(inputs, work, 8)) done += 1;
    expect(mostRunning).toBe(8);
    expect(mostAhead).toBeLessThanOrEqual(10);
  });

  it('hands over a result at once while the input is still waiting for more', async () => {
    let release: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    async function* slow() {
      yield 1;
      await waiting;
      yield 2;
    }
    const results = mapInOrder(slow(), async (number) => number * 10, 4);
    expect(await results.next()).toEqual({ done: false, value: 10 });
    release();
    expect(await collect(results)).toEqual([20]);
  });

  it('ends with the error of the first input that fails, after its forerunners', async () => {
    const work = async (number: number) => {
      if (number === 2) throw new Error('two');
      return number;
    };
    const seen: number[] = [];
    const run = async () => {
      for await (const number of mapInOrder(numbers(10), work, 4)) seen.push(number);
    };
    await expect(run()).rejects.toThrow('two');
    expect(seen).toEqual([0, 1]);
  });
});
