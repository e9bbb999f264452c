import type { LineCells } from './line-cells.ts';
import { areAmounts } from './names-columns.ts';
import type { Span } from './span.ts';
import type { TableCell, TableRow } from './table.ts';

/** Lines at least: two lines of prose have gaps at the same place by chance. */
const LEAST_LINES = 3;
/** Columns without a number have shorter cells, and are more than two: addresses are often written side by side. */
const MOST_SHORT = 24;
/** Cells of program code. */
const CODE = /^(?:[={]|->|\/[/*])|[{};]$/;

/**
 * The rows of lines whose columns are aligned by spaces; a missing cell is found by its place in the line. Undefined for
 * lines that are no table: their cells share no columns, or no column has values.
 */
export function alignedRows(lines: readonly LineCells[]): TableRow[] | undefined {
  if (lines.length < LEAST_LINES || lines.some(({ cells }) => cells.some(({ text }) => CODE.test(text))))
    return undefined;
  const places = lines.map(placesOf);
  const columns = unionOf(places.flat());
  const rows = isEven(lines, places, columns[0]!) ? lines : rowsIn(columns, lines, places);
  return rows && hasValues(rows) ? rows.map(({ start, end, cells }) => ({ start, end, cells })) : undefined;
}

/** The cells as spans of their line. */
function placesOf({ start, cells }: LineCells): Span[] {
  return cells.map((cell) => ({ start: cell.start - start, end: cell.end - start }));
}

/** Spans of characters that no other one touches. */
function unionOf(places: Span[]): Span[] {
  const columns: { start: number; end: number }[] = [];
  for (const { start, end } of places.sort((one, other) => one.start - other.start)) {
    const last = columns.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else columns.push({ start, end });
  }
  return columns;
}

/** Undefined where two cells of a line are in one column. */
function rowsIn(
  columns: readonly Span[],
  lines: readonly LineCells[],
  places: readonly (readonly Span[])[],
): TableRow[] | undefined {
  const rows: TableRow[] = [];
  for (const [i, { start, end, cells: given }] of lines.entries()) {
    const cells: TableCell[] = [];
    let column = 0;
    for (const [k, cell] of given.entries()) {
      while (columns[column]!.end <= places[i]![k]!.start) column += 1;
      if (cells.length > column) return undefined;
      while (cells.length < column) cells.push({ start: cell.start, end: cell.start, text: '' });
      cells.push(cell);
    }
    rows.push({ start, end, cells });
  }
  return columns.length < 2 ? undefined : rows;
}

/** True if all lines have as many cells, each beginning with the first column: these are columns, however they are aligned. */
function isEven(lines: readonly LineCells[], places: readonly (readonly Span[])[], first: Span): boolean {
  return lines.every(({ cells }, i) => cells.length === lines[0]!.cells.length && places[i]![0]!.start < first.end);
}

function hasValues([head, ...body]: readonly Pick<TableRow, 'cells'>[]): boolean {
  const width = body.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const columns: string[][] = Array.from({ length: width }, () => []);
  // Row by row: one row may be far wider than all others.
  for (const { cells } of body) for (const [i, { text }] of cells.entries()) if (text !== '') columns[i]!.push(text);
  const values = columns.slice(1);
  if (values.some((cells) => 2 * cells.length > body.length && areAmounts(cells))) return true;
  const isShort = (cells: readonly string[]) => cells.every((cell) => cell.length <= MOST_SHORT);
  return width > 2 && head!.cells.length === width && columns.every(isShort);
}
