import { readSheet } from 'read-excel-file/universal';
import { assertSheetBounds } from './sheet-bounds.ts';
import { dateText, type FileBytes, type FileTable, type TableRow } from './table.ts';

type Cell = string | number | boolean | Date | null;

/** Digits that a spreadsheet calculates with and shows. */
const DIGITS = 15;

/** The first sheet of an .xlsx file; its first row with a cell is the header. Rejects for any other file. */
export async function openSheet(file: FileBytes): Promise<FileTable> {
  // Copied, because the library knows an ArrayBuffer by its class, which is another one inside a test.
  const copy = new Uint8Array(await file.slice(0)).slice();
  assertSheetBounds(copy);
  const bytes = copy.buffer;
  const cells = ((await readSheet(bytes, 1, { trim: false })) as readonly (readonly Cell[])[]).map(withDates);
  const header = cells.findIndex(isWritten);
  const names = (cells[header] ?? []).map((cell) => cellText(cell).trim());
  const repeated = names.find((name, at) => name !== '' && names.indexOf(name) < at);
  if (repeated !== undefined) throw new Error(`its header has the name "${repeated}" twice`);
  async function* rows(): AsyncGenerator<TableRow> {
    for (let at = header + 1; at < cells.length; at += 1) {
      const row = cells[at]!;
      if (isWritten(row))
        yield {
          row: at + 1,
          columns: named(names, row, cellText),
          values: named(names, row, (cell) => (cell instanceof Date ? toSecond(cell) : cell)),
        };
    }
  }
  const rowCount = cells.slice(header + 1).filter(isWritten).length;
  return { names: names.filter((name) => name !== ''), rowCount: header < 0 ? 0 : rowCount, rows };
}

/** A number formatted as a date may be out of range: such a cell is empty. */
function withDates(row: readonly Cell[]): readonly Cell[] {
  const isNone = (cell: Cell) => cell instanceof Date && Number.isNaN(cell.getTime());
  return row.some(isNone) ? row.map((cell) => (isNone(cell) ? null : cell)) : row;
}

function isWritten(row: readonly Cell[]): boolean {
  return row.some((cell) => cellText(cell) !== '');
}

/** A column without a name has nothing to be identified by. */
function named<Value>(
  names: readonly string[],
  row: readonly Cell[],
  read: (cell: Cell) => Value,
): Record<string, Value> {
  const entries = names.map((name, at) => [name, read(row[at] ?? null)] as const);
  return Object.fromEntries(entries.filter(([name]) => name !== ''));
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return dateOf(cell);
  return String(typeof cell === 'number' ? Number(cell.toPrecision(DIGITS)) : cell);
}

const SECOND_MS = 1_000;

/** The fractions of days that a sheet stores are milliseconds away. */
function toSecond(cell: Date): Date {
  return new Date(Math.round(cell.getTime() / SECOND_MS) * SECOND_MS);
}

/** The day of a time of no day: "1899-12-30" before 09:30. */
const NO_DAY = /^1899-12-30T?/;

/** Without seconds where there are none. */
function dateOf(cell: Date): string {
  const text = dateText(toSecond(cell)).replace(/(T\d\d:\d\d):00$/, '$1');
  return text.replace(NO_DAY, '') || '00:00';
}
