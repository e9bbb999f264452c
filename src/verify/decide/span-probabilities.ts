import type { Features } from '../examine/feature-names.ts';
import type { Verdict } from '../verification.ts';
import type { Calibration } from './calibration.ts';

/** Probabilities of a span; what is left of 1 is neither. */
export interface SpanProbabilities {
  readonly entailed: number;
  readonly contradicted: number;
}

/** Probability of entailment, and of contradiction: what is not entailed, times its own probability of being contradicted. */
export function spanProbabilities(features: Features, { entailed, contradicted }: Calibration): SpanProbabilities {
  const e = probabilityOf(features, entailed);
  return { entailed: e, contradicted: (1 - e) * probabilityOf(features, contradicted) };
}

/** The probability whose log-odds are the sum of the curves' heights at the values, plus the bias. */
export function probabilityOf(
  values: Readonly<Record<string, number>>,
  { bias, curves }: Calibration['entailed'] | Calibration['confidence'][Verdict],
): number {
  const logOdds = Object.entries(curves).reduce((sum, [name, points]) => sum + curveAt(points, values[name]!), bias);
  return 1 / (1 + Math.exp(-logOdds));
}

function curveAt(points: readonly (readonly [number, number])[], x: number): number {
  const right = points.findIndex(([at]) => at >= x);
  if (right <= 0) return points.at(right === 0 ? 0 : -1)![1];
  const [x0, y0] = points[right - 1]!;
  const [x1, y1] = points[right]!;
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}
