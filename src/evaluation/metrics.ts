import { type Estimate, meanOfKnown } from './bootstrap.ts';
import { accuracy, balancedAccuracy, macroF1, supportedPrecision, supportedRecall } from './classification.ts';
import { isRight, type Outcome } from './labelled-rows.ts';
import { brierScore, expectedCalibrationError } from './reliability.ts';

/** All metrics, in the order of the tables. Two-way sets: see `classScores` and `isRight`. */
export const METRICS = {
  accuracy: { title: 'Accuracy', of: accuracy },
  macroF1: { title: 'Macro-F1', of: macroF1 },
  balancedAccuracy: { title: 'Balanced accuracy', of: balancedAccuracy },
  auroc: { title: 'AUROC', of: auroc },
  calibrationError: { title: 'Calibration error', of: (rows) => expectedCalibrationError(rows) },
  brier: { title: 'Brier score', of: brierScore },
  supportedPrecision: { title: 'SUPPORTED precision', of: supportedPrecision },
  supportedRecall: { title: 'SUPPORTED recall', of: supportedRecall },
  confidenceAuroc: { title: 'AUROC of confidence', of: confidenceAuroc },
  supportedConfidenceAuroc: { title: 'AUROC of confidence among SUPPORTED', of: supportedConfidenceAuroc },
} as const satisfies Record<string, { readonly title: string; readonly of: (outcomes: readonly Outcome[]) => number }>;

export type MetricName = keyof typeof METRICS;
export const METRIC_NAMES = Object.keys(METRICS) as MetricName[];

export type Metrics = Readonly<Record<MetricName, Estimate>>;

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

export function meanOverGroups(perGroup: readonly (readonly number[])[]): number[] {
  return METRIC_NAMES.map((_, metric) => meanOfKnown(perGroup.map((values) => values[metric]!)));
}

/** Area under the ROC curve, SUPPORTED against the rest, ties counting half. NaN when one side has no rows. */
export function auroc(outcomes: readonly Outcome[]): number {
  return areaUnderCurve(
    outcomes,
    ({ supported }) => supported,
    ({ label }) => label === 'SUPPORTED',
  );
}

/** The chance that a right answer has more confidence than a wrong one, ties counting half. NaN when all are alike. */
export function confidenceAuroc(outcomes: readonly Outcome[]): number {
  return areaUnderCurve(
    outcomes,
    ({ confidence }) => confidence,
    ({ label, verdict }) => isRight(label, verdict),
  );
}

/** The same among the SUPPORTED verdicts. */
export function supportedConfidenceAuroc(outcomes: readonly Outcome[]): number {
  return confidenceAuroc(outcomes.filter(({ verdict }) => verdict === 'SUPPORTED'));
}

/** Share of pairs of a positive and another row in which the positive one has the higher score; ties count half. */
function areaUnderCurve(
  outcomes: readonly Outcome[],
  scoreOf: (outcome: Outcome) => number,
  isPositive: (outcome: Outcome) => boolean,
): number {
  // Resamples keep the order of rows, so that rows which were sorted once are sorted again in one pass.
  const ascending = outcomes.toSorted((left, right) => scoreOf(left) - scoreOf(right));
  let [positives, others, wins] = [0, 0, 0];
  for (let start = 0; start < ascending.length; ) {
    const score = scoreOf(ascending[start]!);
    let [tiedPositives, tiedOthers] = [0, 0];
    let end = start;
    for (; end < ascending.length && scoreOf(ascending[end]!) === score; end += 1) {
      if (isPositive(ascending[end]!)) tiedPositives += 1;
      else tiedOthers += 1;
    }
    wins += tiedPositives * (others + tiedOthers / 2);
    positives += tiedPositives;
    others += tiedOthers;
    start = end;
  }
  return wins / (positives * others);
}
