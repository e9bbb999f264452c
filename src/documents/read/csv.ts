import { parseCsvRecord } from '../../rows/csv-fields.ts';
import { CsvRecords } from '../../rows/csv-records.ts';
import { namesColumns } from '../../text/names-columns.ts';
import type { LineStart } from '../document.ts';
import { decodeText } from './decode-text.ts';
import { type DocumentBody, DocumentBuilder, inOneLine } from './document-builder.ts';
import { ReadingProblem } from './reading-problem.ts';

const MAX_RECORD_BYTES = 1_000_000;
const MAX_COLUMNS = 1_000;

/** One table; its first row names the columns where its cells can be names. */
export function readCsv(bytes: Uint8Array): DocumentBody {
  const { text, note } = decodeText(bytes);
  const rows: string[][] = [];
  const lines: LineStart[] = [];
  const records = new CsvRecords(MAX_RECORD_BYTES);
  for (const record of recordsOf(records, text)) {
    if (record === undefined) continue;
    if ('problem' in record.content)
      throw new ReadingProblem(`cannot be read at line ${record.line}: ${record.content.problem.replace(/\.$/, '')}`);
    const { fields, count } = parseCsvRecord(String(record.content.bytes), records.delimiter!, MAX_COLUMNS);
    if (count > MAX_COLUMNS) throw new ReadingProblem(`has more than ${MAX_COLUMNS} columns at line ${record.line}`);
    const cells = fields.map(inOneLine);
    if (cells.every((cell) => cell === '')) continue;
    rows.push(cells);
    lines.push({ start: 0, line: record.line });
  }
  const builder = new DocumentBuilder();
  if (note !== undefined) builder.note(note);
  const [names] = rows;
  if (names !== undefined && namesColumns(rows)) builder.table(names, rows.slice(1), lines.slice(1));
  else builder.table(undefined, rows, lines);
  return builder.body();
}

function* recordsOf(records: CsvRecords, text: string) {
  yield* records.take(Buffer.from(text));
  yield* records.end();
}
