import { type ColumnNames, namesInFile, withOwnNames } from '../../src/rows/column-names.ts';
import type { FileFormat } from '../../src/rows/file-format.ts';
import { InputError } from '../../src/rows/input-error.ts';
import { type InputRow, readRows } from '../../src/rows/input-rows.ts';
import { missingColumns } from '../../src/rows/missing-columns.ts';
import type { RowBounds } from '../../src/rows/row-bounds.ts';
import { fingerprintOfFile, openInput, STANDARD_STREAM } from './open-input.ts';
import { openParquet } from './parquet-rows.ts';

export interface RowsOptions {
  readonly format: FileFormat;
  /** Of CSV; undefined: found by the header. */
  readonly delimiter?: string | undefined;
  /** Columns that every row needs, by the names of this service. */
  readonly required: readonly string[];
  readonly bounds: RowBounds;
  readonly columns?: ColumnNames | undefined;
}

export interface OpenRows {
  readonly rows: AsyncGenerator<InputRow>;
  /** `endByte` of the last row; undefined for a stream and for compressed text, whose end is not known. */
  readonly end: number | undefined;
  /** Changes when the input does; see openInput. */
  readonly fingerprint: string;
}

/**
 * The rows of a file in any format, with the names of this service. Throws InputError for a file that cannot be read, and
 * for one whose header lacks a column.
 */
export async function openRows(path: string, options: RowsOptions, signal: AbortSignal): Promise<OpenRows> {
  const { format, required, bounds, columns = {} } = options;
  const named = (rows: AsyncIterable<InputRow>) => withOwnNames(rows, required, columns);
  const needed = namesInFile(required, columns);
  if (format === 'parquet') {
    if (path === STANDARD_STREAM) throw new InputError('Expected a file name for Parquet, got standard input.');
    const fingerprint = await fingerprintOfFile(path);
    const file = await openParquet(path, signal);
    return { rows: named(fromParquet(needed, file)), end: file.rowCount, fingerprint };
  }
  const { chunks, size, fingerprint } = await openInput(path, signal);
  const text = { format: format === 'tsv' ? 'csv' : format, delimiter: options.delimiter ?? tabOf(format) } as const;
  return { rows: named(readRows(chunks, text, { required: needed, bounds })), end: size, fingerprint };
}

function tabOf(format: FileFormat): string | undefined {
  return format === 'tsv' ? '\t' : undefined;
}

async function* fromParquet(
  needed: readonly string[],
  { columns, rows }: Awaited<ReturnType<typeof openParquet>>,
): AsyncGenerator<InputRow> {
  if (needed.some((name) => !columns.includes(name))) throw new InputError(missingColumns(needed, columns));
  yield* rows();
}
