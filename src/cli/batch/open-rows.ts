import { asyncBufferFromFile } from 'hyparquet';
import type { FileEncoding } from '../../contract/file-options.ts';
import { columnOptions, InputError, missingColumns } from '../../contract/input-error.ts';
import { openTable, type TableFormat, withTexts } from '../../files/file-rows.ts';
import type { FileTable } from '../../files/table.ts';
import { type ColumnNames, namesInFile, withOwnNames } from '../../rows/column-names.ts';
import type { FileFormat } from '../../rows/file-format.ts';
import { type InputRow, readRows } from '../../rows/input-rows.ts';
import type { RowBounds } from '../../rows/row-bounds.ts';
import { fingerprintOfFile, openInput, STANDARD_STREAM } from './open-input.ts';

export interface RowsOptions {
  readonly format: FileFormat;
  /** Delimiter of CSV; undefined: detected from the header. */
  readonly delimiter?: string | undefined;
  /** Encoding of text; undefined: UTF-8. */
  readonly encoding?: FileEncoding | undefined;
  readonly required: readonly string[];
  readonly bounds: RowBounds;
  readonly columns?: ColumnNames | undefined;
}

export interface OpenRows {
  readonly rows: AsyncGenerator<InputRow>;
  /** `endByte` of the last row; undefined for a stream and for compressed text, whose end is not known. */
  readonly end: number | undefined;
  readonly fingerprint: string;
  /** The rows of a file that is no text again, without reading it again. */
  readonly table?: FileTable['rows'];
}

export async function openRows(path: string, options: RowsOptions, signal: AbortSignal): Promise<OpenRows> {
  const { format, required, bounds, columns = {} } = options;
  const named = (rows: AsyncIterable<InputRow>) => withOwnNames(rows, required, columns);
  const needed = namesInFile(required, columns);
  if (format === 'parquet' || format === 'xlsx') {
    const table = await openTableFile(path, format);
    const fingerprint = await fingerprintOfFile(path);
    return { rows: named(fromTable(needed, table, signal)), end: table.rowCount, fingerprint, table: table.rows };
  }
  const { chunks, size, fingerprint } = await openInput(path, { signal, encoding: options.encoding });
  const text = {
    format: format === 'tsv' ? 'csv' : format,
    delimiter: options.delimiter ?? (format === 'tsv' ? '\t' : undefined),
  } as const;
  return { rows: named(readRows(chunks, text, { required: needed, bounds })), end: size, fingerprint };
}

/** `line` and `row` of a row are its row in a spreadsheet, `endByte` is its number, from 1. */
async function* fromTable(
  needed: readonly string[],
  { names, rows }: FileTable,
  signal: AbortSignal,
): AsyncGenerator<InputRow> {
  if (needed.some((name) => !names.includes(name))) {
    throw new InputError(missingColumns(needed, names), { options: columnOptions(needed) });
  }
  let index = 0;
  for await (const { row, columns } of rows()) {
    signal.throwIfAborted();
    const given = Object.entries(withTexts(columns, needed)).map(([name, value]) => [name, value ?? undefined]);
    yield { index, line: row, row, endByte: index + 1, columns: Object.fromEntries(given), problem: undefined };
    index += 1;
  }
}

/** The rows of a file that is no text. Throws InputError for one that cannot be read. */
async function openTableFile(path: string, format: TableFormat): Promise<FileTable> {
  if (path === STANDARD_STREAM) throw new InputError(`${format} cannot be read from standard input. Name a file.`);
  const refused = ({ message }: Error) => new InputError(`${path}: ${message}`);
  const table = await openTable(await asyncBufferFromFile(path), format).catch((error: Error) => {
    throw refused(error);
  });
  async function* rows() {
    try {
      yield* table.rows();
    } catch (error) {
      throw refused(error as Error);
    }
  }
  return { ...table, rows };
}
