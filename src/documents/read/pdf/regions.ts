import { type Columns, isInColumns } from './columns.ts';
import { isCrossing, middleOf, type Row } from './row.ts';

/** Rows one below the other that are read across, or column by column. */
export interface Region {
  readonly rows: readonly Row[];
  readonly inColumns: boolean;
}

/** More than this many times the common distance between rows divides what appears above and below. */
const BAND = 1.7;

/** Cuts rows where they cross the gutter of columns and at blank bands, and joins what belongs to the columns. */
export function regionsOf(rows: readonly Row[], columns: Columns & Required<Pick<Columns, 'gutter'>>): Region[] {
  const distances = rows.slice(1).map((row, i) => row[0]!.y - rows[i]![0]!.y);
  const common = middleOf(distances.filter((distance) => distance > 1));
  const parts: { readonly rows: Row[]; readonly crosses: boolean }[] = [];
  for (const [i, row] of rows.entries()) {
    const crosses = isCrossing(row, columns.gutter.x);
    const last = parts.at(-1);
    const isBand = i > 0 && distances[i - 1]! > BAND * common;
    if (last === undefined || last.crosses !== crosses || isBand) parts.push({ rows: [row], crosses });
    else last.rows.push(row);
  }
  const isProse = parts.map((part) => !part.crosses && isInColumns(part.rows, columns));
  const regions: { readonly rows: Row[]; readonly inColumns: boolean }[] = [];
  for (const [i, part] of parts.entries()) {
    // A heading in one column, where the other has a blank band too.
    const isHeading = !part.crosses && part.rows.length < 3 && isProse[i + 1] === true && i > 0;
    const inColumns = isProse[i]! || isHeading;
    const last = regions.at(-1);
    if (last?.inColumns === inColumns) for (const row of part.rows) last.rows.push(row);
    else regions.push({ rows: [...part.rows], inColumns });
  }
  return regions;
}
