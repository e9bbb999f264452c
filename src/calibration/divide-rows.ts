import { halvesOf } from '../evaluation/split.ts';
import type { LabelledRow } from '../evaluation/types.ts';
import { offTopicRows } from './off-topic.ts';

/** Rows by what a calibration needs them for. */
export interface DividedRows<Row> {
  /** It is fitted to these. */
  readonly tuning: readonly Row[];
  /** It is compared with the one before on these, to which nothing is fitted. */
  readonly reporting: readonly Row[];
  /** Claims of the tuning half with sources that say nothing of them; fitted too. */
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

/** Divides what was made of each row of `allRows(divided)`, in the same order, as the rows themselves are divided. */
export function dividedLike<Result>(divided: DividedRows<unknown>, results: readonly Result[]): DividedRows<Result> {
  const { length: tuning } = divided.tuning;
  const fitted = tuning + divided.reporting.length;
  return {
    tuning: results.slice(0, tuning),
    reporting: results.slice(tuning, fitted),
    offTopic: results.slice(fitted),
  };
}
