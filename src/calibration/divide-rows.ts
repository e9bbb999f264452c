import type { LabelledRow } from '../evaluation/labelled-rows.ts';
import { halvesOf } from '../evaluation/split.ts';
import { offTopicRows } from './off-topic.ts';

/** Rows by their use in a calibration. */
export interface DividedRows<Row> {
  /** The calibration is fitted to these rows. */
  readonly tuning: readonly Row[];
  /** The old and the new calibration are compared on these rows; nothing is fitted to them. */
  readonly reporting: readonly Row[];
  /** Claims of the tuning half paired with unrelated sources; the calibration is fitted to these too. */
  readonly offTopic: readonly Row[];
}

/** Divides labelled rows by the fixed split (split.ts) and pairs some tuning claims with other sources (off-topic.ts). */
export function divideRows(rows: readonly LabelledRow[]): DividedRows<LabelledRow> {
  const halves = halvesOf(rows);
  const tuning = rows.filter((_, index) => halves[index] === 'tuning');
  const reporting = rows.filter((_, index) => halves[index] === 'reporting');
  return { tuning, reporting, offTopic: offTopicRows(tuning) };
}

/** All rows of a division in one list. */
export function allRows<Row>({ tuning, reporting, offTopic }: DividedRows<Row>): Row[] {
  return [...tuning, ...reporting, ...offTopic];
}

/** Divides results, one for each row of `allRows(divided)` in the same order, like the rows themselves. */
export function dividedLike<Result>(divided: DividedRows<unknown>, results: readonly Result[]): DividedRows<Result> {
  const { length: tuning } = divided.tuning;
  const fitted = tuning + divided.reporting.length;
  return {
    tuning: results.slice(0, tuning),
    reporting: results.slice(tuning, fitted),
    offTopic: results.slice(fitted),
  };
}
