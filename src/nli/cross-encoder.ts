import { ServiceError } from '../errors.ts';
import { assembleBatch } from './batch.ts';
import { availableCpus } from './cpu-quota.ts';
import { toScores } from './labels.ts';
import { Lru } from './lru.ts';
import { type ModelDirectory, openModelDirectory } from './model-directory.ts';
import { pairLength } from './pair-template.ts';
import { RequestScorer } from './request-scorer.ts';
import { type Entry, Scheduler } from './scheduler.ts';
import { joinTokens } from './tokenized-text.ts';
import { createTokenizer, type Tokenizer } from './tokenizer.ts';
import type {
  CrossEncoder,
  CrossEncoderStats,
  ModelInfo,
  NliScores,
  Pair,
  ProviderInUse,
  ScoringTurn,
  TokenizedText,
} from './types.ts';
import { WorkerPool } from './worker-pool.ts';

export interface CrossEncoderOptions {
  readonly modelDir: string;
  /** Path of the ONNX file inside modelDir. */
  readonly modelFile: string;
  readonly provider: 'auto' | 'cpu' | 'cuda';
  /** 0: from the CPU quota and the size of the model. */
  readonly workers: number;
  /** 0: from the CPU quota and the size of the model. */
  readonly threadsPerWorker: number;
  /** Padded tokens of a batch; 0: by provider. */
  readonly maxBatchTokens: number;
  readonly maxQueuedTokens: number;
  readonly scoreCachePairs: number;
  readonly runTimeoutMs: number;
}

export interface OpenedModel {
  readonly encoder: CrossEncoder;
  /** The calibration file of the model directory, unread; undefined when it has none. */
  readonly calibration: unknown;
}

/** CPUs reach their full rate with a few pairs; small batches keep short requests from waiting. GPUs want far more. */
const BATCH_TOKENS = { cpu: 512, cuda: 16_384 } as const;
/** Above this a copy of the model in every worker costs more memory than its parallel runs are worth. */
const LARGE_MODEL_BYTES = 200_000_000;

/** Opens a model directory, starts its workers and warms them. Throws `invalid_model` or `invalid_configuration`. */
export async function openCrossEncoder(options: CrossEncoderOptions): Promise<OpenedModel> {
  const model = await openModelDirectory(options.modelDir, options.modelFile);
  const tokenizer = createTokenizer(model);
  const { workers, threads } = planThreads(model, options);
  const session = {
    dir: model.dir,
    model: model.model,
    externalData: model.externalData,
    provider: options.provider,
    threads,
  };
  const pool = await WorkerPool.open({ workers, session, runTimeoutMs: options.runTimeoutMs });
  const encoder = new OnnxCrossEncoder({ model, tokenizer, pool, options, threads });
  await encoder.warmUp().catch(async (cause) => {
    await encoder.close();
    if (cause instanceof ServiceError && cause.code !== 'internal_error') throw cause;
    const length = `a pair of ${model.maxPairTokens} tokens, the longest it is declared to read`;
    throw new ServiceError('invalid_model', `${model.model.path}: cannot run ${length}; ${cause.message}`, { cause });
  });
  return { encoder, calibration: model.calibration };
}

function planThreads({ model, externalData }: ModelDirectory, options: CrossEncoderOptions) {
  const cpus = availableCpus();
  const bytes = [model, ...externalData].reduce((sum, file) => sum + file.bytes, 0);
  const onCpu = options.workers || (bytes > LARGE_MODEL_BYTES ? 1 : cpus);
  // One device runs one batch at a time, and its memory holds one copy of the model.
  const workers = (provider: ProviderInUse) => (provider === 'cuda' ? options.workers || 1 : onCpu);
  return { workers, threads: options.threadsPerWorker || Math.max(1, Math.floor(cpus / onCpu)) };
}

interface Parts {
  readonly model: ModelDirectory;
  readonly tokenizer: Tokenizer;
  readonly pool: WorkerPool;
  readonly options: CrossEncoderOptions;
  readonly threads: number;
}

class OnnxCrossEncoder implements CrossEncoder {
  readonly info: ModelInfo;
  readonly maxContentTokens: number;
  readonly #parts: Parts;
  readonly #maxBatchTokens: number;
  readonly #scheduler: Scheduler<Pair, NliScores>;
  readonly #cache: Lru<NliScores>;
  #scoredPairs = 0;
  #cachedPairs = 0;

  constructor(parts: Parts) {
    const { model, pool, options, tokenizer } = parts;
    this.#parts = parts;
    this.info = {
      id: model.id,
      version: model.version,
      sha256: model.model.sha256,
      provider: pool.provider,
      providerFallback: pool.fallbackReason,
      maxPairTokens: model.maxPairTokens,
      workers: pool.size,
      threadsPerWorker: parts.threads,
    };
    this.maxContentTokens = model.maxPairTokens - tokenizer.template.overhead;
    this.#maxBatchTokens = options.maxBatchTokens || BATCH_TOKENS[pool.provider];
    this.#cache = new Lru(options.scoreCachePairs);
    this.#scheduler = new Scheduler({
      lanes: pool.capacity,
      maxBatchTokens: this.#maxBatchTokens,
      maxQueuedTokens: options.maxQueuedTokens,
      run: async (pairs) => {
        const scores = await this.#run(pairs);
        this.#scoredPairs += pairs.length;
        return scores;
      },
      now: () => performance.now(),
    });
  }

  get fault(): string | undefined {
    return this.#parts.pool.fault;
  }

  get stats(): CrossEncoderStats {
    return {
      ...this.#scheduler.stats,
      scoredPairs: this.#scoredPairs,
      cachedPairs: this.#cachedPairs,
      workerRestarts: this.#parts.pool.restarts,
    };
  }

  tokenize(...[text, place]: Parameters<CrossEncoder['tokenize']>) {
    return this.#parts.tokenizer.tokenize(text, place);
  }

  join(parts: readonly TokenizedText[]): TokenizedText {
    return joinTokens(parts);
  }

  admit(tokens: number, signal?: AbortSignal): ScoringTurn {
    const turn = this.#scheduler.admit(tokens, signal);
    const scorer = new RequestScorer({
      cache: this.#cache,
      ask: async (pairs) => this.#scheduler.submit(turn, this.#entries(pairs)),
      onCached: (pairs) => {
        this.#cachedPairs += pairs;
      },
    });
    return {
      score: (pairs) => scorer.score(pairs),
      get timings() {
        return turn.timings;
      },
      end: () => this.#scheduler.end(turn),
    };
  }

  async close(): Promise<void> {
    await this.#parts.pool.close();
  }

  /** Runs the largest shapes there are on every worker, so that the first request meets no first-time cost. */
  async warmUp(): Promise<void> {
    const { ids } = this.tokenize('warm up the network with a text of some length');
    const long = Int32Array.from({ length: this.maxContentTokens - ids.length }, (_, i) => ids[i % ids.length]!);
    const hypothesis = { ids, unknownTokens: 0, key: '' };
    const rows = Math.max(
      1,
      Math.floor(this.#maxBatchTokens / (2 * ids.length + this.#parts.tokenizer.template.overhead)),
    );
    const wide = Array.from({ length: rows }, () => ({ premise: hypothesis, hypothesis }));
    const deep = [{ premise: { ids: long, unknownTokens: 0, key: '' }, hypothesis }];
    // As many at once as there are workers: then each worker gets one.
    for (const batch of [wide, deep])
      await Promise.all(Array.from({ length: this.info.workers }, () => this.#run(batch)));
  }

  #entries(pairs: readonly Pair[]): Entry<Pair>[] {
    const entries = pairs.map((pair) => ({ tokens: pairLength(this.#parts.tokenizer.template, pair), work: pair }));
    const tooLong = entries.find((entry) => entry.tokens > this.info.maxPairTokens);
    if (tooLong)
      throw new Error(
        `A pair of ${tooLong.tokens} tokens reached a model that reads ${this.info.maxPairTokens}. This is a bug.`,
      );
    return entries;
  }

  async #run(pairs: readonly Pair[]): Promise<NliScores[]> {
    const { model, tokenizer, pool } = this.#parts;
    const logits = await pool.run(assembleBatch(pairs, tokenizer.template, model.padTokenId));
    return pairs.map((_, row) => toScores(logits, row * 3, model.labelOrder));
  }
}
