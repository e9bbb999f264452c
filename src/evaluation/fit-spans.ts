import type { Label } from './types.ts';

/** A labelled claim as the fit sees it: one feature vector for each asserting span, all of one length. */
export interface FitRow {
  readonly set: string;
  readonly label: Label;
  readonly spans: readonly (readonly number[])[];
}

export interface FittedLine {
  readonly bias: number;
  readonly weights: readonly number[];
}

/** Log-odds of a span being entailed and being contradicted, each against "neither". */
export interface FittedSpans {
  readonly entailed: FittedLine;
  readonly contradicted: FittedLine;
}

export interface FitOptions {
  /** Strength of the pull of the weights (not the biases) towards zero, on standardised features. */
  readonly ridge: number;
  readonly steps: number;
}

const LEARNING_RATE = 0.05;

/**
 * Multinomial logistic regression by full-batch Adam. A claim is as entailed as its least entailed span and as
 * contradicted as its most contradicted one; NOT_SUPPORTED trains with the log of one minus the probability of
 * entailment. Every set counts the same and, inside a set, every label. Each set has an intercept of its own, so that
 * the weights are learned from what differs between claims of one set and not from which set a claim is of; the
 * intercepts' means are the biases, and a set's name is forgotten.
 */
export function fitSpans(rows: readonly FitRow[], { ridge, steps }: FitOptions): FittedSpans {
  const scale = standardiser(rows);
  const scaled = rows.map((row) => ({ ...row, spans: row.spans.map((span) => scale.apply(span)) }));
  const sets = [...new Set(rows.map((row) => row.set))].sort();
  const problem = new Problem(scaled, sets, ridge);
  const parameters = adam(problem, steps);
  return {
    entailed: scale.undo(problem.weights(parameters, 0), problem.meanIntercept(parameters, 0)),
    contradicted: scale.undo(problem.weights(parameters, 1), problem.meanIntercept(parameters, 1)),
  };
}

function standardiser(rows: readonly FitRow[]) {
  const spans = rows.flatMap((row) => row.spans);
  const width = spans[0]?.length ?? 0;
  const columns = Array.from({ length: width }, (_, k) => spans.map((span) => span[k]!));
  const mean = columns.map((column) => column.reduce((sum, value) => sum + value, 0) / column.length);
  const deviation = columns.map((column, k) => {
    const variance = column.reduce((sum, value) => sum + (value - mean[k]!) ** 2, 0) / column.length;
    // A feature that never changes says nothing; dividing by one keeps its weight at zero.
    return variance > 1e-12 ? Math.sqrt(variance) : 1;
  });
  return {
    apply: (span: readonly number[]) => span.map((value, k) => (value - mean[k]!) / deviation[k]!),
    undo: (weights: readonly number[], bias: number): FittedLine => ({
      weights: weights.map((weight, k) => weight / deviation[k]!),
      bias: weights.reduce((sum, weight, k) => sum - (weight * mean[k]!) / deviation[k]!, bias),
    }),
  };
}

/** Parameters lie in one array: weights entailed, weights contradicted, intercepts entailed, intercepts contradicted. */
class Problem {
  readonly size: number;
  readonly #rows: readonly FitRow[];
  readonly #rowWeights: readonly number[];
  readonly #setOf: readonly number[];
  readonly #sets: number;
  readonly #width: number;
  readonly #ridge: number;

  constructor(rows: readonly FitRow[], sets: readonly string[], ridge: number) {
    this.#rows = rows;
    this.#sets = sets.length;
    this.#width = rows[0]?.spans[0]?.length ?? 0;
    this.#ridge = ridge;
    this.size = 2 * (this.#width + this.#sets);
    this.#setOf = rows.map((row) => sets.indexOf(row.set));
    this.#rowWeights = balancedWeights(rows);
  }

  weights(parameters: Float64Array, side: 0 | 1): number[] {
    return [...parameters.slice(side * this.#width, (side + 1) * this.#width)];
  }

  meanIntercept(parameters: Float64Array, side: 0 | 1): number {
    const start = 2 * this.#width + side * this.#sets;
    return parameters.slice(start, start + this.#sets).reduce((sum, value) => sum + value, 0) / this.#sets;
  }

  gradient(parameters: Float64Array): Float64Array {
    const gradient = new Float64Array(this.size);
    for (let k = 0; k < 2 * this.#width; k++) gradient[k] = this.#ridge * parameters[k]!;
    // A two-way set says nothing of contradiction: without a pull its intercept would run away.
    for (let k = 2 * this.#width; k < this.size; k++) gradient[k] = 0.1 * this.#ridge * parameters[k]!;
    for (const [r, row] of this.#rows.entries()) {
      if (row.spans.length > 0)
        this.#addRow(parameters, gradient, { row, set: this.#setOf[r]!, weight: this.#rowWeights[r]! });
    }
    return gradient;
  }

  #addRow(parameters: Float64Array, gradient: Float64Array, at: { row: FitRow; set: number; weight: number }): void {
    const odds = at.row.spans.map((span) => this.#odds(parameters, span, at.set));
    const least = odds.reduce((best, { e }, i) => (e < odds[best]!.e ? i : best), 0);
    const most = odds.reduce((best, { c }, i) => (c > odds[best]!.c ? i : best), 0);
    const { dS, dU } = lossSlopes(at.row.label, odds[least]!.e, odds[most]!.c);
    const { e: e1, c: c1 } = odds[least]!;
    const { e: e2, c: c2 } = odds[most]!;
    this.#push(gradient, {
      span: at.row.spans[least]!,
      set: at.set,
      e: at.weight * dS * e1 * (1 - e1),
      c: -at.weight * dS * e1 * c1,
    });
    this.#push(gradient, {
      span: at.row.spans[most]!,
      set: at.set,
      e: -at.weight * dU * e2 * c2,
      c: at.weight * dU * c2 * (1 - c2),
    });
  }

  #push(
    gradient: Float64Array,
    { span, set, e, c }: { span: readonly number[]; set: number; e: number; c: number },
  ): void {
    const width = this.#width;
    for (let k = 0; k < width; k++) {
      gradient[k]! += e * span[k]!;
      gradient[width + k]! += c * span[k]!;
    }
    gradient[2 * width + set]! += e;
    gradient[2 * width + this.#sets + set]! += c;
  }

  #odds(parameters: Float64Array, span: readonly number[], set: number): { e: number; c: number } {
    const width = this.#width;
    let e = parameters[2 * width + set]!;
    let c = parameters[2 * width + this.#sets + set]!;
    for (let k = 0; k < width; k++) {
      e += parameters[k]! * span[k]!;
      c += parameters[width + k]! * span[k]!;
    }
    const top = Math.max(e, c, 0);
    const [expE, expC, exp0] = [Math.exp(e - top), Math.exp(c - top), Math.exp(-top)];
    return { e: expE / (expE + expC + exp0), c: expC / (expE + expC + exp0) };
  }
}

/** Slopes of the negative log-likelihood of the label by the probabilities of SUPPORTED and UNSUPPORTED. */
function lossSlopes(label: Label, supported: number, unsupported: number): { dS: number; dU: number } {
  const floor = 1e-6;
  const neither = -1 / Math.max(1 - supported - unsupported, floor);
  if (label === 'SUPPORTED') return { dS: -1 / Math.max(supported, floor), dU: 0 };
  if (label === 'UNSUPPORTED') return { dS: 0, dU: -1 / Math.max(unsupported, floor) };
  if (label === 'UNCERTAIN') return { dS: -neither, dU: -neither };
  return { dS: 1 / Math.max(1 - supported, floor), dU: 0 };
}

/** Weights that sum to one: every set the same, inside it every label the same. */
function balancedWeights(rows: readonly FitRow[]): number[] {
  const counts = new Map<string, number>();
  const labels = new Map<string, Set<Label>>();
  for (const { set, label } of rows) {
    counts.set(`${set}\n${label}`, (counts.get(`${set}\n${label}`) ?? 0) + 1);
    labels.set(set, (labels.get(set) ?? new Set()).add(label));
  }
  return rows.map(({ set, label }) => 1 / (labels.size * labels.get(set)!.size * counts.get(`${set}\n${label}`)!));
}

function adam(problem: Problem, steps: number): Float64Array {
  const parameters = new Float64Array(problem.size);
  const mean = new Float64Array(problem.size);
  const square = new Float64Array(problem.size);
  for (let step = 1; step <= steps; step++) {
    const gradient = problem.gradient(parameters);
    const rate = LEARNING_RATE * (1 - step / (steps + 1));
    for (let k = 0; k < problem.size; k++) {
      mean[k] = 0.9 * mean[k]! + 0.1 * gradient[k]!;
      square[k] = 0.999 * square[k]! + 0.001 * gradient[k]! ** 2;
      parameters[k]! -= (rate * (mean[k]! / (1 - 0.9 ** step))) / (Math.sqrt(square[k]! / (1 - 0.999 ** step)) + 1e-9);
    }
  }
  return parameters;
}
