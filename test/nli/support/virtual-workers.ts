import type { Entry } from '../../../src/nli/queue/permit.ts';
import { Scheduler, type SchedulerOptions } from '../../../src/nli/queue/scheduler.ts';
import { PHASES, type Phase, type ScoringTimings } from '../../../src/nli/types.ts';
import { settle } from './stepped-runner.ts';

/** What a token costs on two AVX-512 VNNI threads that both run: 56 tokens in 30 and in 1.6 ms. */
const MS_PER_TOKEN: Readonly<Record<Phase, number>> = { evidence: 0.028, verdict: 0.54 };

export type PairTokens = Readonly<Record<Phase, readonly number[]>>;

interface VirtualOptions extends Partial<SchedulerOptions<Work, number>> {
  readonly workers: number;
  readonly maxBatchMs: number;
}

interface Thread {
  freeAtMs: number;
}

/** A pair of a test, by its tokens and the request it belongs to. */
interface Work {
  readonly request: number;
  readonly tokens: number;
}

interface Run {
  readonly endsAtMs: number;
  readonly resolve: () => void;
}

/** A scheduler over threads whose time is computed: a batch takes what its padded tokens cost, and nothing else does. */
export class VirtualWorkers {
  readonly scheduler: Scheduler<Work, number>;
  nowMs = 0;
  /** The requests of every batch so far. */
  readonly started: ReadonlySet<number>[] = [];
  #requests = 0;
  readonly #threads: Thread[];
  readonly #runs: Run[] = [];

  constructor({ workers, maxBatchMs, ...options }: VirtualOptions) {
    this.#threads = Array.from({ length: workers }, () => ({ freeAtMs: 0 }));
    this.scheduler = new Scheduler<Work, number>({
      maxInFlightBatches: workers,
      workers,
      maxBatchMs,
      maxBatchTokens: 2048,
      maxQueueMs: Number.POSITIVE_INFINITY,
      queueReserve: 0,
      jobFloor: 0,
      headStartMs: 1024 * MS_PER_TOKEN.verdict,
      now: () => this.nowMs,
      run: (phase, batch) => this.#run(phase, batch),
      ...options,
    });
  }

  /** One request: pairs of the evidence model, and after their answers pairs of the verdict model, by their tokens. */
  async request(tokens: PairTokens, client?: string): Promise<ScoringTimings & { readonly waitedBatches: number }> {
    const request = this.#requests++;
    const entries = PHASES.map((phase) => tokens[phase].map((count) => entryOf(phase, { request, tokens: count })));
    const permit = this.scheduler.admit(
      entries.flat().reduce((sum, { costMs }) => sum + costMs, 1),
      { client },
    );
    let waitedBatches = 0;
    for (const ofPhase of entries) {
      const before = this.started.length;
      await this.scheduler.submit(permit, ofPhase);
      const ours = this.started.map((batch) => batch.has(request)).slice(before);
      waitedBatches += ours.slice(0, ours.lastIndexOf(true) + 1).filter((isOurs) => !isOurs).length;
    }
    this.scheduler.end(permit);
    return { ...permit.timings, waitedBatches };
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

  #run(phase: Phase, batch: readonly Work[]): Promise<readonly number[]> {
    this.started.push(new Set(batch.map(({ request }) => request)));
    const tokens = batch.map((work) => work.tokens);
    const thread = this.#threads.reduce((freest, one) => (one.freeAtMs < freest.freeAtMs ? one : freest));
    const costMs = batch.length * Math.max(...tokens) * MS_PER_TOKEN[phase];
    thread.freeAtMs = Math.max(thread.freeAtMs, this.nowMs) + costMs;
    return new Promise((resolve) => {
      this.#runs.push({ endsAtMs: thread.freeAtMs, resolve: () => resolve(tokens) });
    });
  }
}

function entryOf(phase: Phase, work: Work): Entry<Work> {
  return { phase, tokens: work.tokens, costMs: work.tokens * MS_PER_TOKEN[phase], work };
}
