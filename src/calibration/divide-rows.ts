import { groupBy, type LabelledRow } from '../evaluation/labelled-rows.ts';
import { halvesOf, normaliseSource } from '../evaluation/split.ts';

export interface DividedRows<Row> {
  /** The calibration is fitted to these rows. */
  readonly tuning: readonly Row[];
  /** The old and the new calibration are compared on these rows; nothing is fitted to them. */
  readonly reporting: readonly Row[];
  /** Claims of the tuning half paired with unrelated sources; the calibration is fitted to these too. */
  readonly offTopic: readonly Row[];
}

/** Divides labelled rows by the fixed split (split.ts) and pairs some tuning claims with other sources. */
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

/** One off-topic pair per this many rows: enough to have an effect, too few to dominate the labelled rows. */
const ROWS_PER_PAIR = 3;

/**
 * Claims paired with the source of another row of their set, half a set away: an unrelated text, so the label is
 * UNCERTAIN whatever the row's own label. NLI models tend to call unrelated text a contradiction; these pairs correct that.
 */
export function offTopicRows(rows: readonly LabelledRow[]): LabelledRow[] {
  return [...groupBy(rows, ({ set }) => set).values()].flatMap((members) =>
    members.flatMap((row, i) => {
      const other = members[(i + Math.floor(members.length / 2)) % members.length]!;
      if (i % ROWS_PER_PAIR !== 0 || normaliseSource(other.source) === normaliseSource(row.source)) return [];
      const id = `${row.id} off topic`;
      return [{ ...row, id, source: other.source, label: 'UNCERTAIN' as const, weight: undefined }];
    }),
  );
}
