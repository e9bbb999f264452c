import { placeOf, type SheetCells, type SheetRow } from './sheet-cells.ts';

/** Columns and rows of each of two tables at least. */
const LEAST = 2;

/** Blank columns that are tried, and tables next to each other. */
const MAX_TRIED = 8;
const MAX_TABLES = 20;

/** The tables that blank columns divide, from the left: each has its own column of labels. */
export function sideBySide(table: readonly SheetRow[], sheet: SheetCells, most = MAX_TABLES): (readonly SheetRow[])[] {
  // A column of cells that were left out is not blank.
  if (most === 1 || sheet.hasStruck || sheet.hasInvisible) return [table];
  const columns = [...new Set(table.flatMap(({ cells }) => [...cells.keys()]))].sort((one, other) => one - other);
  const gaps = columns.flatMap((first, i) => {
    const last = columns[i - 1] ?? first;
    return i >= LEAST && i <= columns.length - LEAST && first - last > 1 ? [{ last, first }] : [];
  });
  for (const [i, { last, first }] of gaps.slice(0, MAX_TRIED).entries()) {
    if (isJoined(table, sheet, { last, first })) continue;
    const end = gaps[i + 1]?.last ?? Number.POSITIVE_INFINITY;
    const next = withColumns(table, (column) => column >= first && column <= end);
    if (next.length < LEAST || !next.every((row) => hasLabel(row, first))) continue;
    const left = withColumns(table, (column) => column <= last);
    if (left.length < LEAST || !isAnother(next, left, first)) continue;
    const right = withColumns(table, (column) => column >= first);
    return [left, ...sideBySide(right, sheet, most - 1)];
  }
  return [table];
}

/**
 * True if the columns to the right of a gap are another table, and not more columns about the rows to the left: they have
 * other rows, or the same head, or labels and numbers. A last row without them may be the total of columns to the left.
 */
function isAnother(right: readonly SheetRow[], left: readonly SheetRow[], first: number): boolean {
  const [head, ownHead] = [left, right].map((part) => part.find(({ cells }) => cells.size > 1));
  if (head === undefined || ownHead === undefined) return false;
  const ends = left.slice(-2).map(({ line }) => line);
  if (head.line !== ownHead.line || !ends.includes(right.at(-1)!.line)) return true;
  if (ownHead.cells.get(first) === [...head.cells.values()][0]) return true;
  const rows = right.filter(({ line }) => line > ownHead.line).map(({ cells }) => [...cells.values()]);
  const labels = new Set(rows.map(([label]) => label));
  return labels.size === rows.length && rows.every(([, ...values]) => values.every((value) => NUMBER.test(value)));
}

/** A number with its unit. */
const NUMBER = /^\P{L}*\d/u;

/** True if a hidden column is between two columns, or a merged cell over both of them. */
function isJoined(
  table: readonly SheetRow[],
  { merges, hiddenColumns }: SheetCells,
  { last, first }: { readonly last: number; readonly first: number },
): boolean {
  if (hiddenColumns.some((column) => column > last && column < first)) return true;
  return table.some(({ cells, line }) =>
    [...cells.keys()].some((column) => {
      const { columns = 1 } = merges.get(placeOf(line, column)) ?? {};
      return column <= last && column + columns > first;
    }),
  );
}

function withColumns(table: readonly SheetRow[], isOf: (column: number) => boolean): SheetRow[] {
  return table
    .map((row) => ({ ...row, cells: new Map([...row.cells].filter(([column]) => isOf(column))) }))
    .filter(({ cells }) => cells.size > 0);
}

function hasLabel({ cells }: SheetRow, column: number): boolean {
  return /\p{L}/u.test(cells.get(column) ?? '');
}
