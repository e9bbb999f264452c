import type { Kept } from './chunk-work.ts';

/** The results of a chunk while it is verified, in whatever order they come. */
export class ChunkLines {
  readonly #ahead = new Map<number, string>();
  #kept: Kept;

  constructor(kept: Kept) {
    this.#kept = kept;
  }

  set(row: number, line: string): void {
    this.#ahead.set(row, line);
    let { row: next, output } = this.#kept;
    for (let found = this.#ahead.get(next); found !== undefined; found = this.#ahead.get(next)) {
      this.#ahead.delete(next);
      output += found;
      next += 1;
    }
    this.#kept = { row: next, output };
  }

  /** Those before the first that is missing. */
  get kept(): Kept {
    return this.#kept;
  }
}
