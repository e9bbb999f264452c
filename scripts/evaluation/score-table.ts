import type { Scores } from './score-lines.ts';

const NUMBERS_PER_SCORE = 3;

/** Compact map of scores by model and pair: positions by pair for each model, and one growing array of numbers. */
export class ScoreTable {
  readonly #positions = new Map<string, Map<string, number>>();
  #numbers = new Float64Array(1024 * NUMBERS_PER_SCORE);
  #size = 0;

  /** Number of scores. */
  get size(): number {
    return this.#size;
  }

  get(model: string, pair: string): Scores | undefined {
    const position = this.#positions.get(model)?.get(pair);
    if (position === undefined) return undefined;
    const [entailment, neutral, contradiction] = this.#numbers.subarray(position, position + NUMBERS_PER_SCORE);
    return { entailment: entailment!, neutral: neutral!, contradiction: contradiction! };
  }

  /** Adds a score. Returns false, without a change, when the pair exists already. */
  add(model: string, pair: string, { entailment, neutral, contradiction }: Scores): boolean {
    const pairs = this.#pairsOf(model);
    if (pairs.has(pair)) return false;
    const position = this.#size * NUMBERS_PER_SCORE;
    if (position === this.#numbers.length) this.#grow();
    this.#numbers.set([entailment, neutral, contradiction], position);
    pairs.set(pair, position);
    this.#size += 1;
    return true;
  }

  #pairsOf(model: string): Map<string, number> {
    const known = this.#positions.get(model);
    if (known !== undefined) return known;
    const pairs = new Map<string, number>();
    this.#positions.set(model, pairs);
    return pairs;
  }

  #grow(): void {
    const larger = new Float64Array(2 * this.#numbers.length);
    larger.set(this.#numbers);
    this.#numbers = larger;
  }
}
