import { createReadStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { InputError } from '../../contract/input-error.ts';
import type { TableRow } from '../../files/table.ts';
import { XlsxWriter } from '../../files/xlsx-writer.ts';
import { type Columns, readRows } from '../../rows/input-rows.ts';
import { outputName, ROW_COLUMN, resultTable } from '../../rows/output-rows.ts';
import { WIDE_BOUNDS } from '../../rows/row-bounds.ts';
import type { RowKind } from '../../rows/row-kind.ts';

export interface TableOutput {
  readonly path: string;
  readonly lines: string;
  readonly kind: RowKind;
  readonly columns: readonly string[];
  /** The rows of an input that is a spreadsheet, whose numbers and dates are kept in a spreadsheet. */
  readonly sheet: AsyncGenerator<TableRow> | undefined;
}

/** Writes an output in JSONL as .xlsx and gives how many cells were cut. Throws InputError for too many rows. */
export async function writeTableFile({ path, lines, kind, columns, sheet }: TableOutput): Promise<number> {
  const draft = `${path}.new`;
  const read = () => (sheet === undefined ? linesOf(lines) : withValues(linesOf(lines), sheet, kind));
  const cutCells = await writeXlsx(draft, resultTable(kind, columns, read)).catch(({ message }: Error) => {
    throw new InputError(`Cannot write "${path}": ${message}. Its rows are in "${lines}".`);
  });
  await rename(draft, path);
  return cutCells;
}

async function writeXlsx(path: string, { names, rows }: ReturnType<typeof resultTable>): Promise<number> {
  const file = await open(path, 'w');
  try {
    const pieces: Uint8Array[] = [];
    const writer = new XlsxWriter(names, (bytes) => pieces.push(bytes));
    const flush = async () => {
      for (const piece of pieces.splice(0)) await file.writeFile(piece);
    };
    for await (const row of rows()) {
      writer.add(row);
      await flush();
    }
    writer.end();
    await flush();
    return writer.cutCells;
  } finally {
    await file.close();
  }
}

const OWN = { required: [], bounds: WIDE_BOUNDS };

async function* linesOf(path: string): AsyncGenerator<Columns> {
  for await (const { columns } of readRows(createReadStream(path), { format: 'jsonl' }, OWN)) yield columns;
}

/** The lines with the values of the spreadsheet's rows in the place of their texts; both are in the order of the rows. */
async function* withValues(
  lines: AsyncIterable<Columns>,
  sheet: AsyncGenerator<TableRow>,
  kind: RowKind,
): AsyncGenerator<Columns> {
  for await (const line of lines) {
    let next = await sheet.next();
    while (next.done !== true && next.value.row < Number(line[ROW_COLUMN])) next = await sheet.next();
    const values = Object.entries(next.value?.values ?? {}).map(([name, value]) => [outputName(name, kind), value]);
    yield { ...line, ...Object.fromEntries(values) };
  }
}
