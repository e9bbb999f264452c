import { assembleBatch, toScores } from './batch.ts';
import type { ModelDirectory } from './models/directory.ts';
import { pairLength } from './pair-template.ts';
import { type Entry, exactMs } from './queue/permit.ts';
import { createTokenizer, joinTokens, type Tokenizer } from './tokenizer.ts';
import type { ModelInfo, NliModel, NliScores, Pair, Phase, TokenizedText } from './types.ts';
import type { WorkerPool } from './workers/pool.ts';

export class PhaseModel {
  readonly phase: Phase;
  readonly directory: ModelDirectory;
  readonly tokenizer: Tokenizer;

  /** Throws `invalid_model` when the tokenizer files are not valid. */
  constructor(phase: Phase, directory: ModelDirectory) {
    this.phase = phase;
    this.directory = directory;
    this.tokenizer = createTokenizer(directory);
  }

  get maxContentTokens(): number {
    return this.directory.maxPairTokens - this.tokenizer.template.overhead;
  }

  /** The pairs as entries for the scheduler. Throws for a pair that is longer than the model reads, which is a bug. */
  entries(pairs: readonly Pair[], msPerToken: number): Entry<Pair>[] {
    return pairs.map((work) => {
      const tokens = pairLength(this.tokenizer.template, work);
      if (tokens > this.directory.maxPairTokens) throw tooLong(tokens, this.directory.maxPairTokens);
      return { phase: this.phase, tokens, costMs: exactMs(tokens * msPerToken), work };
    });
  }

  async scores(pool: WorkerPool, pairs: readonly Pair[]): Promise<NliScores[]> {
    const logits = await this.logits(pool, pairs);
    return pairs.map((_, row) => toScores(logits, row * 3, this.directory.labelOrder));
  }

  /** Three logits per pair, in the order of the model's own labels. */
  logits(pool: WorkerPool, pairs: readonly Pair[]): Promise<Float32Array> {
    const batch = assembleBatch(pairs, this.tokenizer.template, this.directory.padTokenId);
    return pool.run({ phase: this.phase, batch });
  }

  /** The public view of the model, once the pool has its workers and the cost of a token is known. */
  describe(parts: { pool: WorkerPool; threads: number; msPerToken: number }): NliModel {
    return {
      info: this.#info(parts.pool, parts.threads),
      tokenize: (text, place) => this.tokenizer.tokenize(text, place),
      join: (texts: readonly TokenizedText[]) => joinTokens(texts),
      maxContentTokens: this.maxContentTokens,
      overheadTokens: this.tokenizer.template.overhead,
      msPerToken: parts.msPerToken,
      pairMs: (tokens) => exactMs(tokens * parts.msPerToken),
    };
  }

  #info(pool: WorkerPool, threads: number): ModelInfo {
    const { id, version, sha256, languages, maxPairTokens, graphs } = this.directory;
    return {
      id,
      version,
      sha256,
      graph: graphs[pool.provider].path,
      languages,
      provider: pool.provider,
      providerFallback: pool.fallbackReason,
      maxPairTokens,
      workers: pool.size,
      threadsPerWorker: threads,
    };
  }
}

function tooLong(tokens: number, maxPairTokens: number): Error {
  return new Error(`A pair of ${tokens} tokens reached a model that reads ${maxPairTokens}. This is a bug.`);
}
