import type { LabelledRow } from '../evaluation/labelled-rows.ts';
import { halvesOf } from '../evaluation/split.ts';

export interface DividedRows<Row> {
  readonly tuning: readonly Row[];
  /** The old and the new calibration are compared on these rows; nothing is fitted to them. */
  readonly reporting: readonly Row[];
}

export function divideRows(rows: readonly LabelledRow[]): DividedRows<LabelledRow> {
  const halves = halvesOf(rows);
  const tuning = rows.filter((_, index) => halves[index] === 'tuning');
  const reporting = rows.filter((_, index) => halves[index] === 'reporting');
  return { tuning, reporting };
}

export function allRows<Row>({ tuning, reporting }: DividedRows<Row>): Row[] {
  return [...tuning, ...reporting];
}

/** Divides results, one for each row of `allRows(divided)` in the same order, like the rows themselves. */
export function dividedLike<Result>(divided: DividedRows<unknown>, results: readonly Result[]): DividedRows<Result> {
  const { length: tuning } = divided.tuning;
  return { tuning: results.slice(0, tuning), reporting: results.slice(tuning) };
}
