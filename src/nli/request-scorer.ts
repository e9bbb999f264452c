import type { Lru } from './lru.ts';
import { pairKey } from './tokenized-text.ts';
import type { NliScores, Pair } from './types.ts';

export interface RequestScorerParts {
  /** Scores of earlier requests. */
  readonly cache: Lru<NliScores>;
  /** Puts pairs to the network. */
  readonly ask: (pairs: readonly Pair[]) => Promise<readonly NliScores[]>;
  /** Told how many pairs were answered without the network. */
  readonly onCached: (pairs: number) => void;
}

/** Asks the network about each pair once: equal pairs inside a request, and through the cache across requests. */
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
      const cached = this.#parts.cache.get(key);
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
      this.#parts.cache.set(key, scores[i]!);
    }
  }
}
