import { parquetMetadataAsync, parquetReadObjects, type SchemaElement } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { exactColumns } from './exact-values.ts';
import { assertColumns, assertPages } from './parquet-pages.ts';
import { dateText, type FileBytes, type FileTable, type TableRow } from './table.ts';

const ROWS_AT_A_TIME = 1000;
/** The library reads on behind an empty page of LZ4, as a column without any value has it. The page has no wasm for Snappy. */
const UNPACK: typeof compressors = Object.fromEntries(
  Object.entries(compressors).flatMap(([codec, unpack]) =>
    unpack === undefined
      ? []
      : [[codec, (packed: Uint8Array, size: number) => (size === 0 ? new Uint8Array() : unpack(packed, size))]],
  ),
);

/** Opens a Parquet file; rows are decoded as they are read. Rejects for any other file. */
export async function openParquet(file: FileBytes): Promise<FileTable> {
  const read = await parquetMetadataAsync(file);
  const topLevel = (read.schema[0]?.num_children ?? 0) === 0 ? [] : topLevelElements(read.schema);
  const { metadata, writers } = exactColumns(read, topLevel);
  const rowCount = Number(metadata.num_rows);
  const inGroups = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  if (inGroups !== rowCount) throw new Error('its groups have more or fewer rows than it states');
  if (rowCount > 0) assertColumns(metadata);
  async function* rows(): AsyncGenerator<TableRow> {
    let groupStart = 0;
    for (const group of metadata.row_groups) {
      await assertPages(file, group);
      const groupEnd = groupStart + Number(group.num_rows);
      for (let rowStart = groupStart; rowStart < groupEnd; rowStart += ROWS_AT_A_TIME) {
        const rowEnd = Math.min(groupEnd, rowStart + ROWS_AT_A_TIME);
        const objects = await parquetReadObjects({
          file,
          metadata,
          compressors: UNPACK,
          utf8: false,
          rowStart,
          rowEnd,
        });
        if (objects.length !== rowEnd - rowStart) throw new Error('rows are missing');
        for (const [place, object] of objects.entries()) {
          const columns = Object.entries(object).map(([name, value]) => [
            name,
            plain(writers.get(name)?.(value) ?? value),
          ]);
          // A spreadsheet of the file would have its names in the first row.
          yield { row: rowStart + place + 2, columns: Object.fromEntries(columns) };
        }
      }
      groupStart = groupEnd;
    }
  }
  return { names: topLevel.map(({ name }) => name), rowCount, rows };
}

/** The schema is a tree written in depth-first order, its root first. */
function topLevelElements(schema: readonly SchemaElement[]): SchemaElement[] {
  const elements: SchemaElement[] = [];
  for (let at = 1; at < schema.length; at = behind(schema, at)) elements.push(schema[at]!);
  return elements;
}

/** The place after an element and all that is below it. */
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
