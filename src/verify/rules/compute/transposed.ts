import { isUnit, NO_UNIT, type Span, type Table, type TableCell, type TableRow } from '../../../text/index.ts';
import { oncePer } from '../keyed.ts';
import { readFrom } from './cell-values.ts';
import { isOfTimes, tableIndex } from './table-index.ts';

/** A table with more rows has entries of one kind in them, and not in its columns. */
const MOST_ROWS = 40;

/** The rows of the text that the cells of a transposed table are in. */
const written = new WeakMap<TableCell, Span>();

/** The same table with its columns as rows, so that a claim about its columns is read as one about rows; undefined where no column has a name, or there is but one and its rows are no times. */
export const transposed = oncePer((table: Table): Table | undefined => {
  const { columns, rows } = table;
  const { label } = tableIndex(table);
  if (rows.length > MOST_ROWS || columns.length < (isOfTimes(table) ? 2 : 3)) return undefined;
  if (columns.some(({ name }, i) => i !== label && name === '')) return undefined;
  for (const row of rows) for (const cell of row.cells) if (cell.text !== '') written.set(cell, row);
  const own = columns.flatMap((column, i): TableRow[] => {
    if (i === label) return [];
    const { name, ...unit } = column;
    const cells = [{ start: table.start, end: table.start, text: name }, ...rows.map(({ cells }) => cells[i]!)];
    return [{ start: table.start, end: table.end, cells, ...(isUnit(unit) && { unit }) }];
  });
  const names = rows.map(({ cells, unit }) => ({ ...(unit ?? NO_UNIT), name: cells[label]!.text }));
  // Title and corner say what the rows of the text are.
  const context = [table.title, columns[label]!.name, table.context].join('\n');
  const found = { ...table, title: '', context, columns: [{ ...NO_UNIT, name: '' }, ...names], rows: own };
  const read = columns.flatMap((_, i) => (i === label ? [] : [i]));
  readFrom(found, (row, column) => (column === 0 ? undefined : { table, row: column - 1, column: read[row]! }));
  return found;
});

/** The row of the text that a cell is in. */
export function writtenRow(table: Table, { row, column }: { readonly row: number; readonly column: number }): Span {
  return written.get(table.rows[row]!.cells[column]!) ?? table.rows[row]!;
}
