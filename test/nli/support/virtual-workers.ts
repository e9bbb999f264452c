import { type Entry, Scheduler } from '../../../src/nli/scheduler.ts';
import type { Phase, ScoringTimings } from '../../../src/nli/types.ts';
import { settle } from './stepped-runner.ts';

/** What a token costs on two AVX-512 VNNI threads that both run: 56 tokens in 30 and in 1.6 ms. */
const MS_PER_TOKEN: Readonly<Record<Phase, number>> = { evidence: 0.028, verdict: 0.54 };

interface Thread {
  freeAtMs: number;
}

interface Run {
  readonly endsAtMs: number;
  readonly resolve: () => void;
}

/** A scheduler over threads whose time is computed: a batch takes what its padded tokens cost, and nothing else does. */
export class VirtualWorkers {
  readonly scheduler: Scheduler<number, number>;
  nowMs = 0;
  readonly #threads: Thread[];
  readonly #runs: Run[] = [];

  constructor({ workers, maxBatchMs }: { workers: number; maxBatchMs: number }) {
    this.#threads = Array.from({ length: workers }, () => ({ freeAtMs: 0 }));
    this.scheduler = new Scheduler<number, number>({
      lanes: workers,
      workers,
      maxBatchMs,
      maxBatchTokens: 2048,
      maxQueueMs: Number.POSITIVE_INFINITY,
      now: () => this.nowMs,
      run: (phase, batch) => this.#run(phase, batch),
    });
  }

  /** One request: pairs of the evidence model, and after their answers pairs of the verdict model, by their tokens. */
  async request(tokens: Readonly<Record<Phase, readonly number[]>>): Promise<ScoringTimings> {
    const phases = ['evidence', 'verdict'] as const;
    const entries = phases.map((phase) => tokens[phase].map((count) => entryOf(phase, count)));
    const turn = this.scheduler.admit(entries.flat().reduce((sum, { costMs }) => sum + costMs, 0));
    for (const ofPhase of entries) await this.scheduler.submit(turn, ofPhase);
    this.scheduler.end(turn);
    return turn.timings;
  }

  /** Lets the batches end, the next to end first, until the promise is settled. */
  async until<Result>(answer: Promise<Result>): Promise<Result> {
    let settled = false;
    const watch = () => {
      settled = true;
    };
    answer.then(watch, watch);
    for (await settle(); !settled; await settle()) this.#endNext();
    return answer;
  }

  /** Lets batches end until at least so much time has passed. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.nowMs + ms;
    for (await settle(); this.nowMs < untilMs; await settle()) this.#endNext();
  }

  #endNext(): void {
    const next = this.#runs.reduce((first, run) => (run.endsAtMs < first.endsAtMs ? run : first));
    this.#runs.splice(this.#runs.indexOf(next), 1);
    this.nowMs = next.endsAtMs;
    next.resolve();
  }

  #run(phase: Phase, batch: readonly number[]): Promise<readonly number[]> {
    const thread = this.#threads.reduce((freest, one) => (one.freeAtMs < freest.freeAtMs ? one : freest));
    const costMs = batch.length * Math.max(...batch) * MS_PER_TOKEN[phase];
    thread.freeAtMs = Math.max(thread.freeAtMs, this.nowMs) + costMs;
    return new Promise((resolve) => {
      this.#runs.push({ endsAtMs: thread.freeAtMs, resolve: () => resolve(batch) });
    });
  }
}

function entryOf(phase: Phase, tokens: number): Entry<number> {
  return { phase, tokens, costMs: tokens * MS_PER_TOKEN[phase], work: tokens };
}
