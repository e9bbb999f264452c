import { missingColumns, readingFault } from '../contract/input-error.ts';
import { openParquet } from './parquet.ts';
import { openSheet } from './sheet.ts';
import { bytesOf, type FileBytes, type FileTable } from './table.ts';

/** Files of rows that are no text. The service reads neither: whoever sends one makes lines of it. */
export type TableFormat = 'xlsx' | 'parquet';

const NAMES: Readonly<Record<TableFormat, string>> = { xlsx: 'an .xlsx', parquet: 'a Parquet' };

/** Opens a file. Rejects with a sentence for one that cannot be read. */
export async function openTable(file: Blob | FileBytes, format: TableFormat): Promise<FileTable> {
  const bytes = file instanceof Blob ? bytesOf(file) : file;
  const unreadable = (error: unknown) =>
    new Error(`The file of ${bytes.byteLength} bytes cannot be read as ${NAMES[format]} file: ${readingFault(error)}.`);
  try {
    const table = await (format === 'xlsx' ? openSheet(bytes) : openParquet(bytes));
    return { ...table, rows: () => withErrors(table.rows(), unreadable) };
  } catch (error) {
    throw unreadable(error);
  }
}

async function* withErrors<Row>(rows: AsyncIterable<Row>, named: (error: unknown) => Error): AsyncGenerator<Row> {
  try {
    yield* rows;
  } catch (error) {
    throw named(error);
  }
}

export interface FileLinesOptions {
  readonly format: TableFormat;
  /** The column as named by the job. */
  readonly claim_column?: string | undefined;
  readonly source_column?: string | readonly string[] | undefined;
  readonly rows?: 'claims' | 'answers' | undefined;
}

/**
 * A spreadsheet or a Parquet file as lines of JSON, to be sent as a job of `jsonl`: the line of a row is its row in the
 * spreadsheet, so that results name it. Rejects with a sentence for a file that cannot be read or that lacks a column.
 */
export async function* fileLines(file: Blob | FileBytes, options: FileLinesOptions): AsyncGenerator<string> {
  const needed = neededColumns(options);
  const { names, rows } = await openTable(file, options.format);
  if (needed.some((name) => !names.includes(name))) throw new Error(missingColumns(needed, names));
  let line = 1;
  for await (const { row, columns } of rows()) {
    yield `${'\n'.repeat(row - line)}${JSON.stringify(withTexts(columns, needed))}\n`;
    line = row + 1;
  }
}

export function neededColumns({
  rows,
  claim_column = 'claim',
  source_column = 'grounding_source',
}: Omit<FileLinesOptions, 'format'>): string[] {
  return rows === 'answers' ? ['answer', 'sources'] : [claim_column, ...[source_column].flat()];
}

/** A needed cell without a value is an empty text, as in CSV, and not a column that is missing. */
export function withTexts(
  columns: Readonly<Record<string, unknown>>,
  needed: readonly string[],
): Record<string, unknown> {
  const texts = needed.filter((name) => (columns[name] ?? null) === null).map((name) => [name, '']);
  return { ...columns, ...Object.fromEntries(texts) };
}
