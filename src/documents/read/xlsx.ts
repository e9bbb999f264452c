import { zipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/node';
import type { LineStart } from '../document.ts';
import { type DocumentBody, DocumentBuilder, inOneLine } from './document-builder.ts';
import { namesColumns } from './table-head.ts';

type Cell = string | number | boolean | Date | null;

/** Each sheet under its name. Blank rows divide its tables; a row of one cell alone is a sentence. */
export async function readXlsx(parts: ReadonlyMap<string, Buffer>): Promise<DocumentBody> {
  const builder = new DocumentBuilder();
  // Packed again without compression: the library's own unpacking counts no bytes.
  const sheets = await readXlsxFile(Buffer.from(zipSync(Object.fromEntries(parts), { level: 0 })));
  for (const { sheet, data } of sheets) {
    builder.heading(1, { text: sheet });
    for (const table of tablesIn(data as Cell[][])) addTable(table, builder);
  }
  builder.note('Numbers of cells stand as they are stored, without their formats such as per cent or a currency.');
  return builder.body();
}

interface Row {
  readonly cells: readonly string[];
  /** From 1. */
  readonly line: number;
}

function* tablesIn(data: readonly (readonly Cell[])[]): Generator<Row[]> {
  let table: Row[] = [];
  for (const [i, cells] of data.entries()) {
    const written = cells.map(cellText);
    if (written.some((cell) => cell !== '')) table.push({ cells: written, line: i + 1 });
    else if (table.length > 0) {
      yield table;
      table = [];
    }
  }
  if (table.length > 0) yield table;
}

function addTable(table: readonly Row[], builder: DocumentBuilder): void {
  const begin = table.findIndex(({ cells }) => cells.filter((cell) => cell !== '').length > 1);
  const titles = begin < 0 ? table : table.slice(0, begin);
  for (const { cells, line } of titles)
    builder.paragraph({ text: cells.find((cell) => cell !== '')!, lines: [{ start: 0, line }] });
  if (begin < 0) return;
  const rows = withoutEmptyColumns(table.slice(begin));
  const cells = rows.map((row) => row.cells);
  const lines: LineStart[] = rows.map(({ line }) => ({ start: 0, line }));
  if (namesColumns(cells)) builder.table(cells[0], cells.slice(1), lines.slice(1));
  else builder.table(undefined, cells, lines);
}

/** A table that begins in the third column has two empty ones before it. */
function withoutEmptyColumns(rows: readonly Row[]): Row[] {
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0);
  const used = Array.from({ length: width }, (_, i) => rows.some(({ cells }) => (cells[i] ?? '') !== ''));
  return rows.map(({ cells, line }) => ({ cells: cells.filter((_, i) => used[i]), line }));
}

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (!(cell instanceof Date)) return inOneLine(String(cell));
  const iso = cell.toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 16).replace('T', ' ');
}
