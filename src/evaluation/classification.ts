import { VERDICTS } from '../contract/verify.ts';
import { isRight, isTwoWay, type Label, type Outcome } from './labelled-rows.ts';

export interface ClassScores {
  readonly label: Label;
  readonly rows: number;
  /** NaN when no row was given this class. */
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

const isSupported = ({ label }: Outcome) => label === 'SUPPORTED';
const saysSupported = ({ verdict }: Outcome) => verdict === 'SUPPORTED';

export function accuracy(outcomes: readonly Outcome[]): number {
  return shareOf(
    outcomes,
    () => true,
    ({ label, verdict }) => isRight(label, verdict),
  );
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
  return [...tally]
    .filter(([, { rows }]) => rows > 0)
    .map(([label, { rows, given, right }]) => {
      return { label, rows, precision: right / given, recall: right / rows, f1: (2 * right) / (rows + given) };
    });
}

export function macroF1(outcomes: readonly Outcome[]): number {
  return mean(classScores(outcomes).map(({ f1 }) => f1));
}

/** Mean of the recall of SUPPORTED and the recall of everything else; NaN when one of the two has no rows. */
export function balancedAccuracy(outcomes: readonly Outcome[]): number {
  const isOther = (outcome: Outcome) => !isSupported(outcome);
  const otherRecall = shareOf(outcomes, isOther, (outcome) => !saysSupported(outcome));
  return (supportedRecall(outcomes) + otherRecall) / 2;
}

/** Share of the SUPPORTED verdicts that are right; NaN when there are none. */
export function supportedPrecision(outcomes: readonly Outcome[]): number {
  return shareOf(outcomes, saysSupported, isSupported);
}

/** Share of the rows labeled SUPPORTED that get this verdict; NaN when there are none. */
export function supportedRecall(outcomes: readonly Outcome[]): number {
  return shareOf(outcomes, isSupported, saysSupported);
}

/** Share of the outcomes of a kind that `holds` is true of; NaN when there are none. One loop, as every resample runs it. */
function shareOf(
  outcomes: readonly Outcome[],
  isOfKind: (outcome: Outcome) => boolean,
  holds: (outcome: Outcome) => boolean,
): number {
  let [rows, found] = [0, 0];
  for (const outcome of outcomes) {
    if (!isOfKind(outcome)) continue;
    rows += 1;
    if (holds(outcome)) found += 1;
  }
  return found / rows;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
