import { expect } from 'vitest';
import type { Entry } from '../../../src/nli/queue/permit.ts';
import { Scheduler, type SchedulerOptions } from '../../../src/nli/queue/scheduler.ts';
import type { Caller, Phase } from '../../../src/nli/types.ts';

/** Work of a test: which submission it belongs to and its place there. */
export interface Work {
  readonly submission: number;
  readonly index: number;
  readonly tokens: number;
  readonly phase: Phase;
}

/** What a token costs in the tests: exact in binary, and other in each phase. */
export const MS_PER_TOKEN = { evidence: 0.125, verdict: 1 } as const;

interface Running {
  readonly batch: readonly Work[];
  resolve(results: readonly string[]): void;
  reject(error: unknown): void;
}

export interface Submission {
  readonly submission: number;
  readonly phase?: Phase;
  readonly from?: number;
}

export function entriesOf(to: Submission, tokens: readonly number[]): Entry<Work>[] {
  const { submission, phase = 'verdict', from = 0 } = to;
  return tokens.map((count, i) => ({
    phase,
    tokens: count,
    costMs: count * MS_PER_TOKEN[phase],
    work: { submission, index: from + i, tokens: count, phase },
  }));
}

export const resultOf = ({ submission, index }: Work) => `${submission}/${index}`;

/** Lets every promise that can settle now settle. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A scheduler whose batches end when the test says so. Time is the number of batches started. */
export class SteppedRunner {
  readonly started: (readonly Work[])[] = [];
  readonly running: Running[] = [];
  readonly scheduler: Scheduler<Work, string>;

  constructor(options: Partial<SchedulerOptions<Work, string>> = {}) {
    this.scheduler = new Scheduler<Work, string>({
      maxInFlightBatches: 1,
      workers: 1,
      maxBatchMs: 100,
      maxBatchTokens: 1_000_000,
      maxQueueMs: 1_000_000,
      queueReserve: 0.25,
      headStartMs: 200,
      jobFloor: 0,
      now: () => this.started.length,
      run: (phase, batch) => {
        expect(batch.map((work) => work.phase)).toEqual(batch.map(() => phase));
        this.started.push(batch);
        return new Promise((resolve, reject) => this.running.push({ batch, resolve, reject }));
      },
      ...options,
    });
  }

  /** A request that submits one entry of the verdict phase for each token count, all at once. */
  async submit(submission: number, tokens: readonly number[], caller: Caller = {}) {
    const permit = this.scheduler.admit(
      tokens.reduce((sum, count) => sum + count, 0),
      caller,
    );
    try {
      const results = await this.scheduler.submit(permit, entriesOf({ submission }, tokens));
      return { results, ...permit.timings };
    } finally {
      this.scheduler.end(permit);
    }
  }

  /** Ends one of the running batches, chosen by any number. */
  async finish(choice = 0): Promise<void> {
    const [ended] = this.running.splice(choice % this.running.length, 1);
    ended?.resolve(ended.batch.map(resultOf));
    await settle();
  }

  async fail(error: unknown): Promise<void> {
    this.running.shift()?.reject(error);
    await settle();
  }

  async drain(): Promise<void> {
    while (this.running.length > 0) await this.finish();
  }
}
