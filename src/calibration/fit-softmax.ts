import type { Label } from '../evaluation/labelled-rows.ts';
import { ofLogits, type SpanProbabilities } from '../verify/decide/policy.ts';

/** A labeled claim for the fit: one feature vector per span that states a fact, all of the same length. */
export interface FitRow {
  readonly label: Label;
  readonly spans: readonly (readonly number[])[];
  readonly weight: number;
}

export interface FittedLine {
  readonly bias: number;
  readonly weights: readonly number[];
}

/** The logits of a span being entailed and contradicted, against neither. */
export interface FittedSoftmax {
  readonly entailed: FittedLine;
  readonly contradicted: FittedLine;
}

/** L2 regularization of the weights of standardized features, for a mean weight of 1 a row; not of the biases. */
const RIDGE = 6e-4;
const STEPS = 1_500;
const LEARNING_RATE = 0.05;
const EPSILON = 1e-9;

/**
 * Multinomial logistic regression over claims of one or more spans, by full-batch Adam (Kingma and Ba 2015). With e and c the
 * probabilities of a span, a claim is SUPPORTED with the product of all e, UNSUPPORTED with 1 minus the product of all 1 - c,
 * and UNCERTAIN with the rest. NOT_SUPPORTED counts as 1 minus SUPPORTED.
 */
export function fitSoftmax(given: readonly FitRow[]): FittedSoftmax {
  const rows = given.filter(({ spans }) => spans.length > 0);
  const width = rows[0]?.spans[0]?.length ?? 0;
  const scaling = standardization(rows, width);
  const standardized = rows.map((row) => ({ ...row, spans: row.spans.map(scaling.apply) }));
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  const parameters = descend(standardized, { width, total });
  return {
    entailed: scaling.undo(parameters.subarray(0, width + 1)),
    contradicted: scaling.undo(parameters.subarray(width + 1)),
  };
}

/** Standardizes features to mean 0 and standard deviation 1, and converts fitted weights back to the original scale. */
function standardization(rows: readonly FitRow[], width: number) {
  const spans = rows.flatMap((row) => row.spans);
  const columns = Array.from({ length: width }, (_, k) => {
    const mean = spans.reduce((sum, span) => sum + span[k]!, 0) / Math.max(1, spans.length);
    const variance = spans.reduce((sum, span) => sum + (span[k]! - mean) ** 2, 0) / Math.max(1, spans.length);
    // A feature that is the same for every row has no weight to fit.
    return { mean, deviation: variance > EPSILON ? Math.sqrt(variance) : Number.POSITIVE_INFINITY };
  });
  return {
    apply: (span: readonly number[]) => span.map((value, k) => (value - columns[k]!.mean) / columns[k]!.deviation),
    undo(parameters: Float64Array): FittedLine {
      const weights = columns.map(({ deviation }, k) => parameters[k]! / deviation);
      const bias = columns.reduce((sum, { mean }, k) => sum - weights[k]! * mean, parameters[width]!);
      return { bias, weights };
    },
  };
}

interface Size {
  readonly width: number;
  readonly total: number;
}

/** The parameters are in one array: weights and bias of entailment, then those of contradiction. */
function descend(rows: readonly FitRow[], { width, total }: Size): Float64Array {
  const size = 2 * (width + 1);
  const parameters = new Float64Array(size);
  const mean = new Float64Array(size);
  const square = new Float64Array(size);
  for (let step = 1; step <= STEPS; step += 1) {
    const gradient = gradientAt(parameters, rows, { width, total });
    const rate = LEARNING_RATE * (1 - step / (STEPS + 1));
    for (let k = 0; k < size; k += 1) {
      mean[k] = 0.9 * mean[k]! + 0.1 * gradient[k]!;
      square[k] = 0.999 * square[k]! + 0.001 * gradient[k]! ** 2;
      parameters[k]! -=
        (rate * (mean[k]! / (1 - 0.9 ** step))) / (Math.sqrt(square[k]! / (1 - 0.999 ** step)) + EPSILON);
    }
  }
  return parameters;
}

/** The gradient of the mean negative log-likelihood and the regularization. */
function gradientAt(parameters: Float64Array, rows: readonly FitRow[], { width, total }: Size): Float64Array {
  const offset = width + 1;
  const gradient = new Float64Array(2 * offset);
  for (const { label, spans, weight } of rows) {
    const read = spans.map((span) => probabilities(span, parameters, width));
    const allEntailed = read.reduce((product, { entailed }) => product * entailed, 1);
    const noneContradicted = read.reduce((product, { contradicted }) => product * (1 - contradicted), 1);
    const [ofEntailed, ofContradicted] = slopes(label, allEntailed, noneContradicted);
    for (const [i, span] of spans.entries()) {
      const { entailed: e, contradicted: c } = read[i]!;
      // d log e / dz and d log(1 - c) / dz for the logits of entailment and contradiction.
      const dEntailed = ofEntailed * (1 - e) + (ofContradicted * c * e) / (1 - c + EPSILON);
      const dContradicted = -ofEntailed * c - ofContradicted * c;
      for (let k = 0; k <= width; k += 1) {
        const value = k === width ? 1 : span[k]!;
        gradient[k]! += (weight / total) * dEntailed * value;
        gradient[offset + k]! += (weight / total) * dContradicted * value;
      }
    }
  }
  for (let k = 0; k < gradient.length; k += 1) if (k % offset !== width) gradient[k]! += 2 * RIDGE * parameters[k]!;
  return gradient;
}

/** Derivatives of the negative log-likelihood by the logarithms of the two products. */
function slopes(label: Label, allEntailed: number, noneContradicted: number): [number, number] {
  const neither = Math.max(noneContradicted - allEntailed, EPSILON);
  if (label === 'SUPPORTED') return [-1, 0];
  if (label === 'UNSUPPORTED') return [0, noneContradicted / Math.max(1 - noneContradicted, EPSILON)];
  if (label === 'NOT_SUPPORTED') return [allEntailed / Math.max(1 - allEntailed, EPSILON), 0];
  return [allEntailed / neither, -noneContradicted / neither];
}

function probabilities(span: readonly number[], parameters: Float64Array, width: number): SpanProbabilities {
  let forIt = parameters[width]!;
  let againstIt = parameters[2 * width + 1]!;
  for (let k = 0; k < width; k += 1) {
    forIt += parameters[k]! * span[k]!;
    againstIt += parameters[width + 1 + k]! * span[k]!;
  }
  return ofLogits(forIt, againstIt);
}
