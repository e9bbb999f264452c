import { isRight, isTwoWay, type Label, type Outcome, VERDICTS } from './labelled-rows.ts';

export interface ClassScores {
  readonly label: Label;
  readonly rows: number;
  /** NaN when no row was given this class. */
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export function accuracy(outcomes: readonly Outcome[]): number {
  let right = 0;
  for (const { label, verdict } of outcomes) if (isRight(label, verdict)) right += 1;
  return right / outcomes.length;
}

/** Precision, recall and F1 of every class that has labeled rows: on a two-way set SUPPORTED and NOT_SUPPORTED. */
export function classScores(outcomes: readonly Outcome[]): ClassScores[] {
  const twoWay = isTwoWay(outcomes);
  const classes: readonly Label[] = twoWay ? ['SUPPORTED', 'NOT_SUPPORTED'] : VERDICTS;
  const tally = new Map(classes.map((label) => [label, { rows: 0, given: 0, right: 0 }]));
  const classOf = (label: Label): Label => (twoWay && label !== 'SUPPORTED' ? 'NOT_SUPPORTED' : label);
  for (const outcome of outcomes) {
    const label = classOf(outcome.label);
    const verdict = classOf(outcome.verdict);
    tally.get(label)!.rows += 1;
    tally.get(verdict)!.given += 1;
    if (label === verdict) tally.get(label)!.right += 1;
  }
  return [...tally].filter(([, { rows }]) => rows > 0).map(([label, counts]) => scoresOf(label, counts));
}

function scoresOf(
  label: Label,
  { rows, given, right }: { readonly rows: number; readonly given: number; readonly right: number },
): ClassScores {
  return { label, rows, precision: right / given, recall: right / rows, f1: (2 * right) / (rows + given) };
}

export function macroF1(outcomes: readonly Outcome[]): number {
  return mean(classScores(outcomes).map(({ f1 }) => f1));
}

/** Mean of the recall of SUPPORTED and the recall of everything else; NaN when one of the two has no rows. */
export function balancedAccuracy(outcomes: readonly Outcome[]): number {
  const rows = { positive: 0, negative: 0 };
  const right = { positive: 0, negative: 0 };
  for (const { label, verdict } of outcomes) {
    const side = label === 'SUPPORTED' ? 'positive' : 'negative';
    rows[side] += 1;
    if ((verdict === 'SUPPORTED') === (label === 'SUPPORTED')) right[side] += 1;
  }
  return (right.positive / rows.positive + right.negative / rows.negative) / 2;
}

/** Share of the SUPPORTED verdicts that are right; NaN when there are none. */
export function supportedPrecision(outcomes: readonly Outcome[]): number {
  let given = 0;
  let right = 0;
  for (const { label, verdict } of outcomes) {
    if (verdict !== 'SUPPORTED') continue;
    given += 1;
    if (label === 'SUPPORTED') right += 1;
  }
  return right / given;
}

/** Share of the rows labeled SUPPORTED that get this verdict; NaN when there are none. */
export function supportedRecall(outcomes: readonly Outcome[]): number {
  let rows = 0;
  let found = 0;
  for (const { label, verdict } of outcomes) {
    if (label !== 'SUPPORTED') continue;
    rows += 1;
    if (verdict === 'SUPPORTED') found += 1;
  }
  return found / rows;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
