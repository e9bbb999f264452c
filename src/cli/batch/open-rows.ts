import { statSync } from 'node:fs';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import type { FileEncoding } from '../../contract/file-options.ts';
import { type ColumnNames, namesInFile, withOwnNames } from '../../rows/column-names.ts';
import type { FileFormat } from '../../rows/file-format.ts';
import { columnOptions, InputError, missingColumns } from '../../rows/input-error.ts';
import { type Columns, type InputRow, readRows } from '../../rows/input-rows.ts';
import type { RowBounds } from '../../rows/row-bounds.ts';
import { fingerprintOfFile, openInput, STANDARD_STREAM } from './open-input.ts';

export interface RowsOptions {
  readonly format: FileFormat;
  /** Of CSV; undefined: found by the header. */
  readonly delimiter?: string | undefined;
  /** Of a text; undefined: UTF-8. */
  readonly encoding?: FileEncoding | undefined;
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
  const { chunks, size, fingerprint } = await openInput(path, { signal, encoding: options.encoding });
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
  if (needed.some((name) => !columns.includes(name))) {
    throw new InputError(missingColumns(needed, columns), { options: columnOptions(needed) });
  }
  yield* rows();
}

/** Rows that are decoded at a time. */
const ROWS_AT_A_TIME = 1000;

interface ParquetFile {
  readonly columns: readonly string[];
  readonly rowCount: number;
  /** `endByte` of a row is its number, from 1. */
  readonly rows: () => AsyncGenerator<InputRow>;
}

/** Opens a Parquet file; rows are decoded as they are read. Throws InputError for a file that is none. */
async function openParquet(path: string, signal: AbortSignal): Promise<ParquetFile> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file).catch((error: Error) => {
    throw new InputError(`Expected a Parquet file, got "${path}" of ${statSync(path).size} bytes: ${error.message}.`);
  });
  const rowCount = Number(metadata.num_rows);
  const columns = (metadata.schema[0]?.num_children ?? 0) === 0 ? [] : topLevelNames(metadata.schema);
  async function* rows(): AsyncGenerator<InputRow> {
    for (let rowStart = 0; rowStart < rowCount; rowStart += ROWS_AT_A_TIME) {
      signal.throwIfAborted();
      const rowEnd = Math.min(rowCount, rowStart + ROWS_AT_A_TIME);
      const objects = await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd });
      for (const [place, object] of objects.entries()) {
        const index = rowStart + place;
        // As in a spreadsheet, of which the header is the first row.
        const row = index + 2;
        yield { index, line: row, row, endByte: index + 1, columns: plain(object) as Columns, problem: undefined };
      }
    }
  }
  return { columns, rowCount, rows };
}

interface SchemaElement {
  readonly name: string;
  readonly num_children?: number;
}

/** The schema is a tree written in depth-first order, its root first. */
function topLevelNames(schema: readonly SchemaElement[]): string[] {
  const names: string[] = [];
  for (let at = 1; at < schema.length; at = behind(schema, at)) names.push(schema[at]!.name);
  return names;
}

/** The place behind an element and all that is below it. */
function behind(schema: readonly SchemaElement[], at: number): number {
  let next = at + 1;
  for (let child = 0; child < (schema[at]!.num_children ?? 0); child += 1) next = behind(schema, next);
  return next;
}

/** Values as JSON has them: numbers of 64 bits that fit, dates as text, no value as undefined. */
function plain(value: unknown): unknown {
  if (value === null) return undefined;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (Array.isArray(value)) return value.map((one) => plain(one) ?? null);
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}
