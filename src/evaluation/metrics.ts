import { brierScore, expectedCalibrationError } from './calibration.ts';
import { accuracy, balancedAccuracy, macroF1 } from './classification.ts';
import { auroc } from './ranking.ts';
import type { Outcome } from './types.ts';

export interface Metric {
  readonly title: string;
  readonly better: 'higher' | 'lower';
  readonly of: (outcomes: readonly Outcome[]) => number;
}

/** Every number with an interval, in the order of all tables. Two-way sets: see `classScores` and `isRight`. */
export const METRICS = {
  accuracy: { title: 'Accuracy', better: 'higher', of: accuracy },
  macroF1: { title: 'Macro-F1', better: 'higher', of: macroF1 },
  balancedAccuracy: { title: 'Balanced accuracy', better: 'higher', of: balancedAccuracy },
  auroc: { title: 'AUROC', better: 'higher', of: auroc },
  calibrationError: { title: 'Calibration error', better: 'lower', of: (rows) => expectedCalibrationError(rows) },
  brier: { title: 'Brier score', better: 'lower', of: brierScore },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof METRICS;
export const METRIC_NAMES = Object.keys(METRICS) as MetricName[];
