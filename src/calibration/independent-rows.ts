import { groupBy } from '../evaluation/labelled-rows.ts';

interface Sampled<Row> {
  readonly row: Row;
  /** Equal for rows of near-duplicate sources. */
  readonly source: number;
  /** How many rows of the run it stands for, if it was drawn from one. */
  readonly weight: number;
}

/**
 * Rows that are independent and count alike, as a bound on a share needs them: of rows with weights each is kept with a
 * chance in proportion to its weight, then one row of each source. The choice depends on no label and no verdict.
 */
export function independentRows<Row>(rows: readonly Sampled<Row>[], random: () => number): Row[] {
  const most = rows.reduce((greatest, { weight }) => Math.max(greatest, weight), 0);
  const kept = rows.filter(({ weight }) => random() * most < weight);
  return [...groupBy(kept, ({ source }) => source).values()].map(
    (members) => members[Math.floor(random() * members.length)]!.row,
  );
}
