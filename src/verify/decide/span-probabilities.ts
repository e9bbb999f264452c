import type { Features } from '../examine/feature-names.ts';
import type { Calibration } from './calibration.ts';
import { additive, type CurveModel } from './curve-model.ts';

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

/** The probability whose log-odds a model gives. */
export function probabilityOf(values: Readonly<Record<string, number>>, model: CurveModel): number {
  return 1 / (1 + Math.exp(-additive(values, model)));
}
