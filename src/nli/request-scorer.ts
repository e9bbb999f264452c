import type { BoundedCache } from './bounded-cache.ts';
import { pairKey } from './tokenized-text.ts';
import type { NliScores, Pair, ScoreStore } from './types.ts';

export interface RequestScorerParts {
  /** Names the model in keys of the cache and the store. */
  readonly modelSha256: string;
  /** Scores of earlier requests, of all models. */
  readonly cache: BoundedCache<NliScores>;
  /** Scores of earlier processes; asked after the cache, and told every score read. */
  readonly store: ScoreStore | undefined;
  /** Puts pairs to the model. */
  readonly ask: (pairs: readonly Pair[]) => Promise<readonly NliScores[]>;
  /** Told how many pairs were answered without the model. */
  readonly onCached: (pairs: number) => void;
}

/** Enough digits that two models do not share a prefix, few enough that keys stay short. */
const PREFIX_DIGITS = 16;

/** Asks one model about each pair once: equal pairs inside a request, and through the cache across requests. */
export class RequestScorer {
  readonly #parts: RequestScorerParts;
  readonly #known = new Map<string, NliScores>();
  readonly #asked = new Set<string>();
  /** Everything asked so far: a pair of this call may be on its way for an earlier one. */
  #before: Promise<unknown> = Promise.resolve();

  constructor(parts: RequestScorerParts) {
    this.#parts = parts;
  }

  score(pairs: readonly Pair[]): Promise<readonly NliScores[]> {
    const keys = pairs.map(pairKey);
    const missing = new Map<string, Pair>();
    for (const [i, key] of keys.entries()) {
      if (this.#asked.has(key)) continue;
      this.#asked.add(key);
      const cached = this.#find(key);
      if (cached) this.#known.set(key, cached);
      else missing.set(key, pairs[i]!);
    }
    this.#parts.onCached(pairs.length - missing.size);
    const asked = Promise.all([this.#ask(missing), this.#before]);
    this.#before = asked;
    return asked.then(() => keys.map((key) => this.#known.get(key)!));
  }

  async #ask(missing: ReadonlyMap<string, Pair>): Promise<void> {
    const scores = await this.#parts.ask([...missing.values()]);
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
