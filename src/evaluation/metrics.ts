import { type Estimate, meanOfKnown } from './bootstrap.ts';
import { accuracy, balancedAccuracy, macroF1, supportedPrecision, supportedRecall } from './classification.ts';
import type { Outcome } from './labelled-rows.ts';
import { auroc, confidenceAuroc, supportedConfidenceAuroc } from './ranking.ts';
import { brierScore, expectedCalibrationError } from './reliability.ts';

export interface Metric {
  readonly title: string;
  readonly better: 'higher' | 'lower';
  readonly of: (outcomes: readonly Outcome[]) => number;
}

/** All metrics, in the order of the tables. Two-way sets: see `classScores` and `isRight`. */
export const METRICS = {
  accuracy: { title: 'Accuracy', better: 'higher', of: accuracy },
  macroF1: { title: 'Macro-F1', better: 'higher', of: macroF1 },
  balancedAccuracy: { title: 'Balanced accuracy', better: 'higher', of: balancedAccuracy },
  auroc: { title: 'AUROC', better: 'higher', of: auroc },
  calibrationError: { title: 'Calibration error', better: 'lower', of: (rows) => expectedCalibrationError(rows) },
  brier: { title: 'Brier score', better: 'lower', of: brierScore },
  supportedPrecision: { title: 'SUPPORTED precision', better: 'higher', of: supportedPrecision },
  supportedRecall: { title: 'SUPPORTED recall', better: 'higher', of: supportedRecall },
  confidenceAuroc: { title: 'AUROC of confidence', better: 'higher', of: confidenceAuroc },
  supportedConfidenceAuroc: {
    title: 'AUROC of confidence among SUPPORTED',
    better: 'higher',
    of: supportedConfidenceAuroc,
  },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof METRICS;
export const METRIC_NAMES = Object.keys(METRICS) as MetricName[];

export type Metrics = Readonly<Record<MetricName, Estimate>>;

/** All metrics of one group of rows, in the order of METRIC_NAMES. */
export function measure(outcomes: readonly Outcome[]): number[] {
  return METRIC_NAMES.map((name) => METRICS[name].of(outcomes));
}

/** Converts estimates in the order of METRIC_NAMES, one group of rows after the other, to named metrics. */
export function toMetrics(estimates: readonly Estimate[]): Metrics[] {
  return Array.from({ length: estimates.length / METRIC_NAMES.length }, (_, group) => {
    const first = group * METRIC_NAMES.length;
    const named = METRIC_NAMES.map((name, metric) => [name, estimates[first + metric]!] as const);
    return Object.fromEntries(named) as Record<MetricName, Estimate>;
  });
}

/** Mean of each metric over the groups that have it. */
export function meanOverGroups(perGroup: readonly (readonly number[])[]): number[] {
  return METRIC_NAMES.map((_, metric) => meanOfKnown(perGroup.map((values) => values[metric]!)));
}
