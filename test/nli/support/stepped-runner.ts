import { Scheduler, type SchedulerOptions } from '../../../src/nli/scheduler.ts';

/** Work of a test: which submission it belongs to and its place there. */
export interface Work {
  readonly submission: number;
  readonly index: number;
  readonly tokens: number;
}

interface Running {
  readonly batch: readonly Work[];
  resolve(results: readonly string[]): void;
  reject(error: unknown): void;
}

/** One entry for each token count; `from` is the index of the first. */
export const entriesOf = (submission: number, tokens: readonly number[], from = 0) =>
  tokens.map((count, i) => ({ tokens: count, work: { submission, index: from + i, tokens: count } }));

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
      lanes: 1,
      maxBatchTokens: 100,
      maxQueuedTokens: 1_000_000,
      now: () => this.started.length,
      run: (batch) => {
        this.started.push(batch);
        return new Promise((resolve, reject) => this.running.push({ batch, resolve, reject }));
      },
      ...options,
    });
  }

  /** A request that submits one entry for each token count, all at once. */
  async submit(submission: number, tokens: readonly number[], signal?: AbortSignal) {
    const turn = this.scheduler.admit(
      tokens.reduce((sum, count) => sum + count, 0),
      signal,
    );
    try {
      const results = await this.scheduler.submit(turn, entriesOf(submission, tokens));
      return { results, ...turn.timings };
    } finally {
      this.scheduler.end(turn);
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
