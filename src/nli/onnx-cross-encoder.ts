import { publishing } from './model-calls.ts';
import type { PhaseModel } from './phase-model.ts';
import type { Permit } from './queue/permit.ts';
import { Scheduler } from './queue/scheduler.ts';
import { type BoundedCache, boundedCache, pairKey } from './tokenizer.ts';
import type {
  Caller,
  CrossEncoder,
  CrossEncoderStats,
  NliModel,
  NliScores,
  Pair,
  Phase,
  ScoreStore,
  ScoringPermit,
} from './types.ts';
import type { MsPerToken, WarmUpOptions } from './warm-up.ts';

export interface EncoderParts extends WarmUpOptions {
  readonly models: readonly PhaseModel[];
  readonly msPerToken: MsPerToken;
  readonly threads: number;
  readonly options: {
    readonly maxQueueMs: number;
    readonly scoreCachePairs: number;
    readonly scoreStore?: ScoreStore | undefined;
  };
}

/** A few short requests in both phases. In tokens, because a slower model or machine also takes longer for a short request. */
const HEAD_START_TOKENS = 1024;

/** Lets a client below its equal share enter a full queue. */
const QUEUE_RESERVE = 0.25;
/** Keeps jobs moving while interactive requests never stop. */
const JOB_FLOOR = 0.05;

/** Opened and warmed-up models behind one queue, one cache and one pool of workers. */
export class OnnxCrossEncoder implements CrossEncoder {
  readonly verdict: NliModel;
  readonly evidence: NliModel | undefined;
  readonly #parts: EncoderParts;
  readonly #models: ReadonlyMap<Phase, PhaseModel>;
  readonly #scheduler: Scheduler<Pair, NliScores>;
  readonly #cache: BoundedCache<NliScores>;
  readonly #pairs = { evidence: { scoredPairs: 0, cachedPairs: 0 }, verdict: { scoredPairs: 0, cachedPairs: 0 } };

  constructor(parts: EncoderParts) {
    const { models, pool, options, msPerToken } = parts;
    this.#parts = parts;
    this.#models = new Map(models.map((model) => [model.phase, model]));
    const described = (phase: Phase) => this.#models.get(phase)?.describe({ ...parts, msPerToken: msPerToken[phase] });
    this.verdict = described('verdict')!;
    this.evidence = described('evidence');
    this.#cache = boundedCache(options.scoreCachePairs);
    this.#scheduler = new Scheduler({
      maxQueueMs: options.maxQueueMs,
      queueReserve: QUEUE_RESERVE,
      jobFloor: JOB_FLOOR,
      maxInFlightBatches: pool.capacity,
      workers: pool.size,
      maxBatchMs: parts.maxBatchMs,
      maxBatchTokens: parts.maxBatchTokens,
      headStartMs: HEAD_START_TOKENS * msPerToken.verdict,
      run: (phase, pairs) => this.#run(phase, pairs),
      now: () => performance.now(),
    });
  }

  get fault(): string | undefined {
    return this.#parts.pool.fault;
  }

  get stats(): CrossEncoderStats {
    const { phases, ...counts } = this.#scheduler.stats;
    return {
      ...counts,
      workerRestarts: this.#parts.pool.restarts,
      phases: {
        evidence: { ...phases.evidence, ...this.#pairs.evidence },
        verdict: { ...phases.verdict, ...this.#pairs.verdict },
      },
    };
  }

  admit(costMs: number, caller?: Caller): ScoringPermit {
    const permit = this.#scheduler.admit(costMs, caller);
    const scorers = new Map([...this.#models.values()].map((model) => [model.phase, this.#scorer(model, permit)]));
    return {
      reserve: (maxMs) => this.#scheduler.reserve(permit, maxMs),
      turn: () => this.#scheduler.turn(permit, caller?.signal),
      score: async (phase, pairs) => {
        const scorer = scorers.get(phase);
        if (scorer === undefined) throw new Error(`Pairs of the phase ${phase} have no model. This is a bug.`);
        return scorer.score(pairs);
      },
      get timings() {
        return permit.timings;
      },
      end: () => this.#scheduler.end(permit),
    };
  }

  close(): Promise<void> {
    return this.#parts.pool.close();
  }

  #scorer(model: PhaseModel, permit: Permit<Pair, NliScores>): RequestScorer {
    const { phase } = model;
    return new RequestScorer({
      modelSha256: model.directory.sha256,
      cache: this.#cache,
      store: this.#parts.options.scoreStore,
      run: async (pairs) =>
        publishing(
          phase,
          pairs.length,
          () => permit.timings.queueMs,
          () => this.#scheduler.submit(permit, model.entries(pairs, this.#parts.msPerToken[phase])),
        ),
      onCached: (pairs) => {
        this.#pairs[phase].cachedPairs += pairs;
      },
    });
  }

  async #run(phase: Phase, pairs: readonly Pair[]): Promise<NliScores[]> {
    const scores = await this.#models.get(phase)!.scores(this.#parts.pool, pairs);
    this.#pairs[phase].scoredPairs += pairs.length;
    return scores;
  }
}

interface RequestScorerParts {
  readonly modelSha256: string;
  readonly cache: BoundedCache<NliScores>;
  /** Scores of earlier processes; read after the cache, and every new score is written to it. */
  readonly store: ScoreStore | undefined;
  readonly run: (pairs: readonly Pair[]) => Promise<readonly NliScores[]>;
  readonly onCached: (pairs: number) => void;
}

/** Enough digits that two models do not share a prefix, few enough that keys stay short. */
const PREFIX_DIGITS = 16;

/** Scores each pair with one model once: equal pairs within a request, and through the cache across requests. */
export class RequestScorer {
  readonly #parts: RequestScorerParts;
  readonly #known = new Map<string, NliScores>();
  readonly #runs = new Map<string, Promise<void>>();

  constructor(parts: RequestScorerParts) {
    this.#parts = parts;
  }

  async score(pairs: readonly Pair[]): Promise<readonly NliScores[]> {
    const keys = pairs.map(pairKey);
    const missing = new Map<string, Pair>();
    for (const [i, key] of keys.entries()) {
      if (this.#known.has(key) || this.#runs.has(key)) continue;
      const cached = this.#find(key);
      if (cached) this.#known.set(key, cached);
      else missing.set(key, pairs[i]!);
    }
    this.#parts.onCached(pairs.length - missing.size);
    if (missing.size > 0) {
      const run = this.#runModel(missing);
      for (const key of missing.keys()) this.#runs.set(key, run);
    }
    await Promise.all(new Set(keys.map((key) => this.#runs.get(key))));
    return keys.map((key) => this.#known.get(key)!);
  }

  async #runModel(missing: ReadonlyMap<string, Pair>): Promise<void> {
    const scores = await this.#parts.run([...missing.values()]);
    for (const [i, key] of [...missing.keys()].entries()) {
      this.#known.set(key, scores[i]!);
      this.#parts.cache.set(this.#cacheKey(key), scores[i]!);
      this.#parts.store?.set(this.#parts.modelSha256, key, scores[i]!);
    }
  }

  #find(key: string): NliScores | undefined {
    const { cache, store, modelSha256 } = this.#parts;
    return cache.get(this.#cacheKey(key)) ?? store?.get(modelSha256, key);
  }

  #cacheKey(key: string): string {
    return `${this.#parts.modelSha256.slice(0, PREFIX_DIGITS)}:${key}`;
  }
}
