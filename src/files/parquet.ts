import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { dateText, type FileBytes, type FileTable, type TableRow } from './table.ts';

const ROWS_AT_A_TIME = 1000;

/** Opens a Parquet file; rows are decoded as they are read. Rejects for a file that is none. */
export async function openParquet(file: FileBytes): Promise<FileTable> {
  const metadata = await parquetMetadataAsync(file);
  const rowCount = Number(metadata.num_rows);
  const names = (metadata.schema[0]?.num_children ?? 0) === 0 ? [] : topLevelNames(metadata.schema);
  async function* rows(): AsyncGenerator<TableRow> {
    for (let rowStart = 0; rowStart < rowCount; rowStart += ROWS_AT_A_TIME) {
      const rowEnd = Math.min(rowCount, rowStart + ROWS_AT_A_TIME);
      const objects = await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd });
      for (const [place, object] of objects.entries()) {
        // A spreadsheet of the file would have its names in the first row.
        yield { row: rowStart + place + 2, columns: plain(object) as TableRow['columns'] };
      }
    }
  }
  return { names, rowCount, rows };
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

/** Values as JSON has them: numbers of 64 bits that fit, dates as text. */
function plain(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return dateText(value);
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}
