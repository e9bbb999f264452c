import { groupBy } from '../evaluation/labelled-rows.ts';

/** One row of each source, so that the rows are independent, as a bound on a share needs them. The choice depends on no label and no verdict. */
export function independentRows<Row>(
  rows: readonly { readonly row: Row; readonly source: number }[],
  random: () => number,
): Row[] {
  return [...groupBy(rows, ({ source }) => source).values()].map(
    (members) => members[Math.floor(random() * members.length)]!.row,
  );
}
