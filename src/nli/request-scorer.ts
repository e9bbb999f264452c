import { type BoundedCache, pairKey } from './tokenized-text.ts';
import type { NliScores, Pair, ScoreStore } from './types.ts';

export interface RequestScorerParts {
  /** Identifies the model in keys of the cache and the store. */
  readonly modelSha256: string;
  /** Scores of earlier requests, of all models. */
  readonly cache: BoundedCache<NliScores>;
  /** Scores of earlier processes; read after the cache, and every new score is written to it. */
  readonly store: ScoreStore | undefined;
  /** Runs the model on pairs. */
  readonly run: (pairs: readonly Pair[]) => Promise<readonly NliScores[]>;
  /** Called with the number of pairs answered without the model. */
  readonly onCached: (pairs: number) => void;
}

/** Enough digits that two models do not share a prefix, few enough that keys stay short. */
const PREFIX_DIGITS = 16;

/** Scores each pair with one model once: equal pairs within a request, and through the cache across requests. */
export class RequestScorer {
  readonly #parts: RequestScorerParts;
  readonly #known = new Map<string, NliScores>();
  /** For each pair that has been submitted, the run that scores it. */
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
