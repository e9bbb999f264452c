export interface NamedRow<Name extends string> extends Omit<FitRow, 'spans'> {
  readonly spans: readonly Readonly<Record<Name, number>>[];
}

/** Fits one curve per name by logistic regression over the hat functions of its knots. */
export function fitCurves<Name extends string>(
  names: readonly Name[],
  rows: readonly NamedRow<Name>[],
  fit: FitOptions & { readonly knots: number },
) {
  const values = rows.flatMap(({ spans }) => spans);
  const knots = names.map((name) =>
    knotsOf(
      values.map((vector) => vector[name]),
      fit.knots,
    ),
  );
  const expand = (vector: Readonly<Record<Name, number>>) => names.flatMap((name, f) => hats(vector[name], knots[f]!));
  const { bias, weights } = fitSpans(
    rows.map((row) => ({ ...row, spans: row.spans.map(expand) })),
    fit,
  );
  let at = 0;
  const curves = names.map((name, f) => [
    name,
    knots[f]!.map((knot): [number, number] => [knot, rounded(weights[at++]!)]),
  ]);
  return { bias: rounded(bias), curves: Object.fromEntries(curves) };
}

/** Knots of a feature's curve: `count` equally spaced quantiles of its values and the largest value, without duplicates. */
function knotsOf(values: readonly number[], count: number): number[] {
  const sorted = values.toSorted((left, right) => left - right);
  const quantiles = Array.from(
    { length: count },
    (_, k) => sorted[Math.round((k * (sorted.length - 1)) / (count - 1))]!,
  );
  // A rare flag is 0 at every quantile: its largest value must be a knot too.
  return [...new Set([...quantiles, sorted.at(-1)!].map((value) => Number(value.toFixed(4))))].sort((a, b) => a - b);
}

/**
 * The value in the basis of hat functions: one weight per knot, at most two of them not zero, with sum 1. A linear model
 * over this basis is a piecewise linear curve through the knots.
 */
function hats(value: number, knots: readonly number[]): number[] {
  const x = Math.min(Math.max(value, knots[0]!), knots.at(-1)!);
  return knots.map((knot, k) => {
    const before = knots[k - 1];
    const after = knots[k + 1];
    if (x <= knot) return before === undefined ? Number(x === knot) : Math.max(0, (x - before) / (knot - before));
    return after === undefined ? 0 : Math.max(0, (after - x) / (after - knot));
  });
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}

/** A labelled claim for the fit: one feature vector per asserting span, all of the same length. */
export interface FitRow {
  readonly set: string;
  readonly positive: boolean;
  readonly spans: readonly (readonly number[])[];
  /** Weight of the claim. Left out: all sets have the same weight and, inside a set, both outcomes. */
  readonly weight?: number;
  /** How many claims of its set and outcome this one stands for, where weights are left out; 1 if it is left out. */
  readonly standsFor?: number | undefined;
}

interface FittedLine {
  readonly bias: number;
  readonly weights: readonly number[];
}

interface FitOptions {
  /** The span that decides a claim: the least entailed span for entailment, the most contradicted one for contradiction. */
  readonly deciding: 'least' | 'most';
  /** L2 regularisation of the weights (not of the biases). */
  readonly ridge: number;
  readonly steps: number;
}

const LEARNING_RATE = 0.05;

/**
 * Logistic regression by full-batch Adam over claims of one or more spans. All sets have the same weight and, inside a
 * set, both outcomes. Each set has its own intercept, so that the weights depend on differences between claims of a set
 * and not on which set a claim belongs to. The bias is the mean of the intercepts.
 */
export function fitSpans(rows: readonly FitRow[], options: FitOptions): FittedLine {
  const usable = rows.filter((row) => row.spans.length > 0);
  const width = usable[0]?.spans[0]?.length ?? 0;
  const sets = [...new Set(usable.map((row) => row.set))].sort();
  const weights = balancedWeights(usable);
  const samples = usable.map((row, i) => ({
    spans: row.spans,
    positive: row.positive,
    set: sets.indexOf(row.set),
    weight: weights[i]!,
  }));
  const fitted = descend(samples, { ...options, sets: sets.length, width });
  const intercepts = fitted.slice(width);
  const bias = intercepts.reduce((sum, value) => sum + value, 0) / intercepts.length;
  return { weights: [...fitted.slice(0, width)], bias };
}

interface Sample {
  readonly spans: readonly (readonly number[])[];
  readonly positive: boolean;
  readonly set: number;
  readonly weight: number;
}

interface Descent extends FitOptions {
  readonly sets: number;
  readonly width: number;
}

/** The parameters are in one array: the weights, then one intercept per set. */
function descend(samples: readonly Sample[], descent: Descent): Float64Array {
  const size = descent.width + descent.sets;
  const parameters = new Float64Array(size);
  const mean = new Float64Array(size);
  const square = new Float64Array(size);
  for (let step = 1; step <= descent.steps; step++) {
    const gradient = gradientAt(parameters, samples, descent);
    const rate = LEARNING_RATE * (1 - step / (descent.steps + 1));
    for (let k = 0; k < size; k++) {
      mean[k] = 0.9 * mean[k]! + 0.1 * gradient[k]!;
      square[k] = 0.999 * square[k]! + 0.001 * gradient[k]! ** 2;
      parameters[k]! -= (rate * (mean[k]! / (1 - 0.9 ** step))) / (Math.sqrt(square[k]! / (1 - 0.999 ** step)) + 1e-9);
    }
  }
  return parameters;
}

function gradientAt(
  parameters: Float64Array,
  samples: readonly Sample[],
  { ridge, width, deciding }: Descent,
): Float64Array {
  const gradient = parameters.map((value, k) => (k < width ? ridge * value : 0));
  for (const { spans, positive, set, weight } of samples) {
    const values = spans.map((span) => span.reduce((sum, x, k) => sum + parameters[k]! * x, parameters[width + set]!));
    const choose = deciding === 'least' ? Math.min : Math.max;
    const chosen = values.reduce((one, other) => choose(one, other));
    const span = spans[values.indexOf(chosen)]!;
    const error = weight * (1 / (1 + Math.exp(-chosen)) - Number(positive));
    for (let k = 0; k < width; k++) gradient[k]! += error * span[k]!;
    gradient[width + set]! += error;
  }
  return gradient;
}

/** Weights with sum 1: the rows' own, or the same for all sets and, inside a set, for both outcomes. */
function balancedWeights(rows: readonly FitRow[]): number[] {
  const given = rows.reduce((sum, { weight = 0 }) => sum + weight, 0);
  if (given > 0) return rows.map(({ weight = 0 }) => weight / given);
  const key = ({ set, positive }: FitRow) => `${positive} ${set}`;
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(key(row), (counts.get(key(row)) ?? 0) + (row.standsFor ?? 1));
  return rows.map((row) => (row.standsFor ?? 1) / (counts.size * counts.get(key(row))!));
}
