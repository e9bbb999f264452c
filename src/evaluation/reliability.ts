import { VERDICTS, type Verdict } from '../contract/verify.ts';
import { accuracy } from './classification.ts';
import { isRight, type Outcome } from './labelled-rows.ts';

const CALIBRATION_BINS = 15;

/**
 * Expected calibration error: mean distance between confidence and accuracy over `bins` groups of rows of similar confidence,
 * whose sizes differ by at most one row; NaN without rows. The order of rows of equal confidence has no effect: each counts
 * with their mean accuracy.
 */
export function expectedCalibrationError(outcomes: readonly Outcome[], bins = CALIBRATION_BINS): number {
  const sorted = outcomes.toSorted((left, right) => left.confidence - right.confidence);
  const rightness = tiedRightness(sorted);
  let distances = 0;
  for (let bin = 0; bin < bins; bin += 1) {
    const [start, end] = [bin, bin + 1].map((edge) => Math.round((edge * sorted.length) / bins)) as [number, number];
    let [promised, right] = [0, 0];
    for (let index = start; index < end; index += 1) {
      promised += sorted[index]!.confidence;
      right += rightness[index]!;
    }
    distances += Math.abs(promised - right);
  }
  return distances / outcomes.length;
}

function tiedRightness(sorted: readonly Outcome[]): Float64Array {
  const rightness = new Float64Array(sorted.length);
  let start = 0;
  while (start < sorted.length) {
    let end = start;
    while (end < sorted.length && sorted[end]!.confidence === sorted[start]!.confidence) end += 1;
    rightness.fill(accuracy(sorted.slice(start, end)), start, end);
    start = end;
  }
  return rightness;
}

/** Mean squared distance of the confidence from 1 (right) or 0 (wrong); NaN without rows. */
export function brierScore(outcomes: readonly Outcome[]): number {
  let sum = 0;
  for (const { label, verdict, confidence } of outcomes) {
    const distance = confidence - (isRight(label, verdict) ? 1 : 0);
    sum += distance * distance;
  }
  return sum / outcomes.length;
}

export interface Kept {
  readonly rows: number;
  /** Their share of all answers; NaN when there were none. */
  readonly coverage: number;
  /** Share of correct verdicts among them; NaN when none is kept. */
  readonly accuracy: number;
}

export interface Coverage extends Kept {
  readonly atLeast: number;
  /** The same of the answers with each verdict: `coverage` is a share of that verdict's answers. */
  readonly byVerdict: Readonly<Record<Verdict, Kept>>;
}

/** Number, share and accuracy of the answers at or above each confidence. */
export function coverageAt(outcomes: readonly Outcome[], confidences: readonly number[]): Coverage[] {
  const given = VERDICTS.map(
    (verdict) => [verdict, outcomes.filter((outcome) => outcome.verdict === verdict)] as const,
  );
  return confidences.map((atLeast) => {
    const byVerdict = given.map(([verdict, answers]) => [verdict, keptOf(answers, atLeast)] as const);
    return {
      atLeast,
      ...keptOf(outcomes, atLeast),
      byVerdict: Object.fromEntries(byVerdict) as Record<Verdict, Kept>,
    };
  });
}

function keptOf(answers: readonly Outcome[], atLeast: number): Kept {
  const kept = answers.filter(({ confidence }) => confidence >= atLeast);
  return { rows: kept.length, coverage: kept.length / answers.length, accuracy: accuracy(kept) };
}
