/**
 * How many pairs of facts, or of the names that qualify them, one claim may still have compared, all its spans together.
 * Eight numbers beside a table of fifteen hundred are within it; once it is used up, only equal values are found.
 */
export class PairBudget {
  #left: number;

  constructor(pairs = 12_000) {
    this.#left = pairs;
  }

  /** Whether the pairs may be compared; they then count. */
  takes(pairs: number): boolean {
    if (pairs > this.#left) return false;
    this.#left -= pairs;
    return true;
  }
}
