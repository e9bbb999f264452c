import { Readable } from 'node:stream';
import { invalidField } from '../../../contract/errors.ts';
import type { JobResultFormat } from '../../../contract/job.ts';
import type { JobResults } from '../../../jobs/index.ts';
import { pauseRegularly } from '../../../pause.ts';
import { type RowWriterOptions, resultReader, rowWriter } from '../../../rows/output-rows.ts';
import type { RowKind } from '../../../rows/row-kind.ts';

/** Throws `invalid_request` for an option of CSV with another format. */
export function assertOfFormat(query: ResultForm): void {
  const { format } = query;
  if (format === 'csv') return;
  const field = (['escape_formulas', 'output_delimiter', 'bom'] as const).find((name) => query[name]);
  if (field === undefined) return;
  throw invalidField(field, `${field} is for format=csv only, and the format is ${format}. Leave it out.`);
}

export const RESULT_TYPES: Readonly<Record<JobResultFormat, string>> = {
  jsonl: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
};

export interface ResultForm {
  readonly format: JobResultFormat;
  readonly escape_formulas: boolean;
  readonly output_delimiter?: string | undefined;
  readonly bom: boolean;
}

/** The results of a job in a format, as the command `verify` writes them; read from the store while they are sent. */
export function resultStream(
  { columns, lines }: JobResults,
  { format, escape_formulas: escapeFormulas, output_delimiter: delimiter, bom }: ResultForm,
  kind: RowKind,
): Readable {
  if (format === 'jsonl') return Readable.from(lines());
  return Readable.from(csvOf(lines(), { kind, columns, escapeFormulas, delimiter, bom }));
}

async function* csvOf(lines: AsyncIterable<string>, options: RowWriterOptions): AsyncGenerator<string> {
  const pause = pauseRegularly();
  const { header, write } = rowWriter('csv', options);
  const read = resultReader(options.kind, options.columns);
  yield header;
  for await (const text of lines) {
    let csv = '';
    for (const line of text.split('\n').slice(0, -1)) {
      const { row, result } = read(JSON.parse(line));
      csv += write(row, result);
      await pause();
    }
    yield csv;
  }
}
