import {
  type ColumnMetaData,
  type FileMetaData,
  type PageHeader,
  parquetSchema,
  type RowGroup,
  type SchemaTree,
} from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import type { FileBytes } from './table.ts';

/** Throws unless each group has the columns of the schema, once each: the library would not wait for others and let them fail. */
export function assertColumns(metadata: FileMetaData): void {
  const expected = leafPaths(parquetSchema(metadata)).sort().join('\n');
  for (const { columns } of metadata.row_groups) {
    const found = columns.map(({ meta_data: column }) => JSON.stringify(column?.path_in_schema));
    if (found.sort().join('\n') !== expected) throw new Error('the columns of a group differ from the schema');
  }
}

function leafPaths({ path, children }: SchemaTree): string[] {
  return children.length === 0 ? [JSON.stringify(path)] : children.flatMap(leafPaths);
}

/** Throws for pages that do not fit into their columns: a negative size would have the library read endlessly. */
export async function assertPages(file: FileBytes, { num_rows: rows, columns }: RowGroup): Promise<void> {
  for (const { meta_data: column } of columns) {
    if (column === undefined) throw new Error('a column has no metadata');
    if (column.num_values < rows) throw new Error('a column has fewer values than rows');
    await assertPagesOf(file, column);
  }
}

async function assertPagesOf(file: FileBytes, column: ColumnMetaData): Promise<void> {
  const { num_values: count, total_compressed_size: size } = column;
  const start = Number(column.dictionary_page_offset || column.data_page_offset);
  const end = start + Number(size);
  if (!(start >= 0 && start <= end && end <= file.byteLength)) throw new Error('a column lies outside the file');
  const view = new DataView(await file.slice(start, end));
  const reader = { view, offset: 0 };
  for (let values = 0n; values < count && reader.offset < view.byteLength; ) {
    const page = parquetHeader(reader);
    if (!isPlausible(page, view.byteLength - reader.offset)) throw new Error('a page has a damaged header');
    const { num_values: inPage = 0 } = page.data_page_header ?? page.data_page_header_v2 ?? {};
    values += BigInt(inPage);
    if (values > count) throw new Error('a column has more values than it declares');
    reader.offset += page.compressed_page_size;
  }
}

/** True if the numbers of a header are consistent and fit the bytes after it. */
function isPlausible(page: PageHeader, bytesLeft: number): boolean {
  const { type, compressed_page_size: packed, uncompressed_page_size: size } = page;
  const { data_page_header: first, data_page_header_v2: second, dictionary_page_header: dictionary } = page;
  if (!isCount(packed, bytesLeft) || !isCount(size, MAX_PAGE_BYTES)) return false;
  // A value in a dictionary takes a byte at least.
  if (type === 'DICTIONARY_PAGE') return isCount(dictionary?.num_values, size);
  if (type === 'DATA_PAGE') return first?.encoding !== undefined && isCount(first.num_values, MAX_PAGE_BYTES);
  if (type !== 'DATA_PAGE_V2' || second?.encoding === undefined) return false;
  const { num_values: values, num_nulls: nulls, num_rows: rows } = second;
  const { definition_levels_byte_length: definitions, repetition_levels_byte_length: repetitions } = second;
  if (!isCount(values, MAX_PAGE_BYTES) || !isCount(nulls, values) || !isCount(rows, values)) return false;
  return isCount(definitions, packed) && isCount(repetitions, packed - definitions);
}

/** Its headers state sizes as 32-bit integers. */
const MAX_PAGE_BYTES = 2 ** 31 - 1;

function isCount(value: number | undefined, most: number): value is number {
  return Number.isInteger(value) && value! >= 0 && value! <= most;
}
