import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JobResults } from '../../jobs/index.ts';
import type { Columns } from '../../rows/input-rows.ts';
import { rowWriter } from '../../rows/output-rows.ts';
import { parquetStream } from '../../rows/parquet-stream.ts';
import { resultReader } from '../../rows/result-rows.ts';
import type { RowKind } from '../../rows/row-kind.ts';
import type { RESULT_FORMATS } from './job-schemas.ts';

export type ResultFormat = (typeof RESULT_FORMATS)[number];

export const RESULT_TYPES: Readonly<Record<ResultFormat, string>> = {
  jsonl: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

/** The results of a job in a format, as the command `verify` writes them; read from the store while they are sent. */
export function resultStream({ job, lines }: JobResults, format: ResultFormat, kind: RowKind): Readable {
  if (format === 'jsonl') return Readable.from(lines());
  if (format === 'csv') return Readable.from(csvOf(lines(), kind, job.columns));
  return parquetStream(() => columnsOf(lines()));
}

async function* csvOf(lines: AsyncIterable<string>, kind: RowKind, columns: readonly string[]): AsyncGenerator<string> {
  const { header, write } = rowWriter('csv', { kind, columns, escapeFormulas: false });
  const read = resultReader(kind, columns);
  yield header;
  for await (const text of lines) {
    const rows = textsOf(text).map(read);
    yield rows.map(({ row, result }) => write(row, result)).join('');
  }
}

async function* columnsOf(lines: AsyncIterable<string>): AsyncGenerator<Columns> {
  for await (const text of lines) {
    for (const line of textsOf(text)) yield JSON.parse(line) as Columns;
    // The embedded database answers at once, and nobody waits for these rows before a group of them is there.
    await nextTurn();
  }
}

/** Each line ends with a line feed. */
function textsOf(lines: string): string[] {
  return lines.split('\n').slice(0, -1);
}
