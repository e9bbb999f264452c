import { createReadStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { fileWriter } from 'hyparquet-writer';
import { type Columns, readRows } from '../../src/rows/input-rows.ts';
import { writeParquet } from '../../src/rows/parquet-output.ts';

/** The rows until they are all there: Parquet cannot be written row by row, or gone on with. */
export function partialPath(path: string): string {
  return `${path}.partial.jsonl`;
}

/** Writes the rows of an output in JSONL as a Parquet file, which is whole when it has its name. */
export async function writeParquetFile(jsonlPath: string, path: string): Promise<void> {
  const draft = `${path}.new`;
  await writeParquet(fileWriter(draft), () => columnsOf(jsonlPath));
  await rename(draft, path);
}

async function* columnsOf(path: string): AsyncGenerator<Columns> {
  for await (const { columns } of readRows(createReadStream(path), { format: 'jsonl' }, [])) yield columns;
}
