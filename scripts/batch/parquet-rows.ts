import { statSync } from 'node:fs';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { InputError } from '../../src/rows/input-error.ts';
import type { Columns, InputRow } from '../../src/rows/input-rows.ts';

/** Rows that are decoded at a time. */
const ROWS_AT_A_TIME = 1000;

export interface ParquetFile {
  readonly columns: readonly string[];
  readonly rowCount: number;
  /** `line` and `endByte` of a row are its number, from 1. */
  readonly rows: () => AsyncGenerator<InputRow>;
}

/** Opens a Parquet file; rows are decoded as they are read. Throws InputError for a file that is none. */
export async function openParquet(path: string, signal: AbortSignal): Promise<ParquetFile> {
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
        const line = rowStart + place + 1;
        yield { index: line - 1, line, endByte: line, columns: plain(object) as Columns, problem: undefined };
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
