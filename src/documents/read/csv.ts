import { KNOWN_DELIMITERS, parseCsvRecord } from '../../csv-fields.ts';
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
  const records = new CsvRecords(MAX_RECORD_BYTES, delimiterIn(text));
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
  // Exports often begin with lines about the table.
  const first = Math.max(0, rows.findIndex(isRow));
  for (const [i, cells] of rows.slice(0, first).entries())
    builder.paragraph({ text: cells.join(' ').trim(), lines: [lines[i]!] });
  const [names, ...body] = rows.slice(first);
  if (names !== undefined && namesColumns([names, ...body])) builder.table(names, body, lines.slice(first + 1));
  else builder.table(undefined, rows.slice(first), lines.slice(first));
  return builder.body();
}

const FIRST_CHARACTERS = 20_000;
const FIRST_LINES = 20;
/** At the start of a field; its text may have line ends and delimiters. */
const QUOTED_FIELD = /(?<![^,;\t|\r\n\ufeff])"[^"]*(?:""[^"]*)*(?:"|$)/g;

/** The delimiter that comes equally often in most of the first lines; undefined where a line names it. */
function delimiterIn(text: string): string | undefined {
  if (/^\ufeff?sep=/i.test(text)) return undefined;
  const lines = text
    .slice(0, FIRST_CHARACTERS)
    .replace(QUOTED_FIELD, '')
    .split(/\r\n?|\n/, FIRST_LINES);
  let best = { delimiter: KNOWN_DELIMITERS[0], like: 0, count: 0 };
  for (const delimiter of KNOWN_DELIMITERS) {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    for (const count of counts) {
      const like = count > 0 ? counts.filter((other) => other === count).length : 0;
      if (like > best.like || (like === best.like && count > best.count)) best = { delimiter, like, count };
    }
  }
  return best.delimiter;
}

function isRow(cells: readonly string[]): boolean {
  return cells.filter((cell) => cell !== '').length > 1;
}

function* recordsOf(records: CsvRecords, text: string) {
  yield* records.take(Buffer.from(text));
  yield* records.end();
}
