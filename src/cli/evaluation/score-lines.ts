import type { VerifierOptions } from '../../index.ts';

/** The verifier's store of scores across processes. */
export type ScoreStore = NonNullable<VerifierOptions['scoreStore']>;
/** The three probabilities of a pair. */
export type Scores = NonNullable<ReturnType<ScoreStore['get']>>;

/** Characters of a model's sha256 (hex) and of a pair's hash (base64url) in a line. */
const MODEL_LENGTH = 16;
const PAIR_LENGTH = 22;
const NUMBERS_START = MODEL_LENGTH + 1 + PAIR_LENGTH + 1;
const LINE_START = /^[0-9a-f]{16} [\w-]{22} /;
const NUMBER = /^\d(\.\d+)?(e-\d+)?$/;
const UNFINISHED = /^[0-9a-f]{0,16}$|^[0-9a-f]{16} [\w-]{0,22}$|^[0-9a-f]{16} [\w-]{22} [\d.e -]{0,78}$/;

export interface ScoreLine {
  readonly model: string;
  readonly pair: string;
  readonly entailment: number;
  readonly neutral: number;
  readonly contradiction: number;
}

/** A line with its line end. Numbers have JavaScript's shortest form, which is read back exactly. */
export function formatScoreLine(model: string, pair: string, scores: Scores): string {
  return `${model} ${pair} ${scores.entailment} ${scores.neutral} ${scores.contradiction}\n`;
}

/** Reads the line in bytes [start, end), without its line end; undefined when it is not a score line. */
export function readScoreLine(bytes: Buffer, start: number, end: number): ScoreLine | undefined {
  if (!LINE_START.test(bytes.toString('latin1', start, Math.min(end, start + NUMBERS_START)))) return undefined;
  const numbers = bytes.toString('latin1', start + NUMBERS_START, end).split(' ');
  const [entailment, neutral, contradiction] = numbers.map(probabilityOf);
  if (numbers.length !== 3 || entailment === undefined || neutral === undefined || contradiction === undefined) {
    return undefined;
  }
  // Decoded from the bytes: a slice of a longer string would keep the whole string in memory.
  const model = bytes.toString('latin1', start, start + MODEL_LENGTH);
  const pairStart = start + MODEL_LENGTH + 1;
  return {
    model,
    pair: bytes.toString('latin1', pairStart, pairStart + PAIR_LENGTH),
    entailment,
    neutral,
    contradiction,
  };
}

/** True if a text may be the beginning of a score line, left by a process that was killed while writing. */
export function isUnfinishedLine(text: string): boolean {
  return UNFINISHED.test(text);
}

function probabilityOf(text: string): number | undefined {
  const value = NUMBER.test(text) ? Number(text) : Number.NaN;
  return value >= 0 && value <= 1 ? value : undefined;
}

const NUMBERS_PER_SCORE = 3;

/** Compact map of scores by model and pair: positions by pair for each model, and one growing array of numbers. */
export class ScoreTable {
  readonly #positions = new Map<string, Map<string, number>>();
  #numbers = new Float64Array(1024 * NUMBERS_PER_SCORE);
  #size = 0;

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
