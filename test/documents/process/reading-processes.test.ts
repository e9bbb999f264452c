import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReadingProcesses } from '../../../src/documents/process/reading-processes.ts';

class FakeProcess {
  cpuMs = 0;
  isClosed = false;
  async close(): Promise<void> {
    this.isClosed = true;
  }
}

let started: FakeProcess[];
let processes: ReadingProcesses<FakeProcess>;

/** Reads a file that takes some processor time, and ends by itself or when it is told to. */
const read = (cpuMs: number, end: Promise<void> = Promise.resolve()) =>
  processes.use(async (process) => {
    await end;
    process.cpuMs += cpuMs;
    return started.indexOf(process);
  });

beforeEach(() => {
  vi.useFakeTimers();
  started = [];
  processes = new ReadingProcesses(() => {
    started.push(new FakeProcess());
    return started.at(-1)!;
  });
});
afterEach(() => vi.useRealTimers());

describe('processes that read files', () => {
  it('are one for files that take little time', async () => {
    expect(await Promise.all(Array.from({ length: 20 }, () => read(100)))).toEqual(Array(20).fill(0));
    expect(started).toHaveLength(1);
  });

  it('are more once each has enough to read', async () => {
    await Promise.all(Array.from({ length: 4 }, () => read(3_000)));
    expect(started).toHaveLength(2);
  });

  it('let no file wait for a long one', async () => {
    let end = () => {};
    const long = new Promise<void>((resolve) => {
      end = resolve;
    });
    const reading = [read(0, long), read(0)];
    await vi.advanceTimersByTimeAsync(9_999);
    expect(started).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    end();
    expect(await Promise.all(reading)).toEqual([0, 1]);
  });

  it('go on with the next file when one fails, and are closed', async () => {
    const failed = processes.use(() => Promise.reject(new Error('stopped')));
    const next = read(0);
    await expect(failed).rejects.toThrow('stopped');
    expect(await next).toBe(0);
    await processes.close();
    expect(started.map(({ isClosed }) => isClosed)).toEqual([true]);
  });
});
