import { createReadStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { fileWriter } from 'hyparquet-writer';
import { type Columns, readRows } from '../../src/rows/input-rows.ts';
import type { RowWriterOptions } from '../../src/rows/output-rows.ts';
import { writeParquet } from '../../src/rows/parquet-output.ts';
import { resultTable } from '../../src/rows/result-rows.ts';
import { WIDE_BOUNDS } from '../../src/rows/row-bounds.ts';

/** The rows until they are all there: Parquet cannot be written row by row, or gone on with. */
export function partialPath(path: string): string {
  return `${path}.partial.jsonl`;
}

/** Writes the rows of an output in JSONL as a Parquet file with the columns of CSV, which is whole when it has its name. */
export async function writeParquetFile(
  jsonlPath: string,
  path: string,
  { kind, columns }: Pick<RowWriterOptions, 'kind' | 'columns'>,
): Promise<void> {
  const draft = `${path}.new`;
  await writeParquet(
    fileWriter(draft),
    resultTable(kind, columns, () => linesOf(jsonlPath)),
  );
  await rename(draft, path);
}

const OWN = { required: [], bounds: WIDE_BOUNDS };

async function* linesOf(path: string): AsyncGenerator<Columns> {
  for await (const { columns } of readRows(createReadStream(path), { format: 'jsonl' }, OWN)) yield columns;
}
