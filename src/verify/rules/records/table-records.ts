import type { CellUnit, RecordField, RecordObject, Table, TableCell, TableRow } from '../../../text/index.ts';
import { cellValue, isBlank, isForm } from '../compute/cell-values.ts';
import { tableIndex } from '../compute/table-index.ts';
import { isYesOrNo, saysYes } from '../compute/yes-or-no.ts';
import { oncePer } from '../keyed.ts';

/** Cells of a table that are read as values of records. */
const MOST_CELLS = 600;

/** The rows of a table as the objects of a list, each value under the name of its column; "Name: value" lines as one object. */
export const tableRecords = oncePer((table: Table): readonly RecordObject[] => {
  const { columns, rows } = table;
  if (rows.length * columns.length > MOST_CELLS) return [];
  const { label } = tableIndex(table);
  if (isForm(table)) {
    const fields = rows.map((row, i) =>
      fieldOf(table, { row: i, column: 1, name: row.cells[0]!.text, isIdentity: i === 0 }),
    );
    return [{ name: '', parent: undefined, fields }];
  }
  const items: RecordObject[] = [];
  const root: RecordObject = {
    ...{ name: '', parent: undefined },
    fields: [
      {
        ...{ start: table.start, end: table.end, name: '', value: '', kind: 'list', isIdentity: false, items: [] },
        ...{ objects: items, length: rows.length },
      },
    ],
  };
  for (const [row] of rows.entries())
    items.push({
      ...{ name: columns[label]!.name.toLowerCase(), parent: root },
      fields: columns.map(({ name }, column) => fieldOf(table, { row, column, name, isIdentity: column === label })),
    });
  return [root, ...items];
});

function fieldOf(
  table: Table,
  at: { readonly row: number; readonly column: number; readonly name: string; readonly isIdentity: boolean },
): RecordField {
  const { row, column, isIdentity } = at;
  const cell = table.rows[row]!.cells[column]!;
  const name = at.name.toLowerCase();
  const base = { start: cell.start, end: cell.end, name, isIdentity, items: [], objects: [], length: 0 };
  if (isBlank(cell)) return { ...base, kind: 'none', value: 'none' };
  const yes = isYesOrNo(table, column) ? saysYes(table, row, column, false) : undefined;
  if (yes !== undefined) return { ...base, kind: 'boolean', value: yes ? 'yes' : 'no' };
  const isNumber = cellValue(table, row, column).number !== undefined;
  return {
    ...base,
    kind: isNumber ? 'number' : 'text',
    value: isNumber ? withUnit(cell, table.rows[row]!, table.columns[column]!) : cell.text,
  };
}

function withUnit({ text }: TableCell, row: TableRow, column: CellUnit): string {
  const { currency, scale, unit } = row.unit ?? column;
  return /^[\d.,+−–-]+$/.test(text) ? [currency, text, scale, unit].filter((part) => part !== '').join(' ') : text;
}
