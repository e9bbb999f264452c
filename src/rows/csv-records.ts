import { parse } from 'csv-parse/sync';
import { delimiterOf } from './delimiter.ts';
import type { Line } from './split-lines.ts';
import type { TextRecord } from './text-record.ts';

const QUOTE = 0x22;

/** State of a scan inside a record; `broken`: text follows a closing quote. */
type QuoteState = 'field start' | 'plain' | 'quoted' | 'closed' | 'broken';

/**
 * Joins the physical lines of quoted fields into records. An unclosed quote makes only its own line invalid, not the rest
 * of the file: the lines after it are read again as records. Without `delimiter` the first line tells it.
 */
export async function* joinCsvRecords(
  lines: AsyncIterable<Line>,
  maxBytes: number,
  delimiter?: string,
): AsyncGenerator<TextRecord> {
  let open: readonly Line[] = [];
  let limits: CsvLimits | undefined;
  for await (const line of lines) {
    limits ??= { maxBytes, delimiter: (delimiter ?? delimiterOf(String(line.bytes ?? ''))).charCodeAt(0) };
    open = yield* readLines(open, [line], limits);
  }
  while (open.length > 0) {
    yield broken(open[0]!, UNCLOSED);
    open = yield* readLines([], open.slice(1), limits!);
  }
}

interface CsvLimits {
  readonly maxBytes: number;
  readonly delimiter: number;
}

/** Yields the records that `arriving` lines complete; returns the lines of a record that is still open. */
function* readLines(
  started: readonly Line[],
  arriving: readonly Line[],
  { maxBytes, delimiter }: CsvLimits,
): Generator<TextRecord, readonly Line[]> {
  let unread = [...arriving];
  let open = [...started];
  let state: QuoteState = started.length > 0 ? 'quoted' : 'field start';
  while (unread.length > 0) {
    const line = unread.shift()!;
    open.push(line);
    state = line.bytes === undefined ? 'broken' : scanLine(line.bytes, state, delimiter);
    const isTooLong = line.endByte - open[0]!.endByte > maxBytes;
    if (state === 'quoted' && !isTooLong) continue;
    if (state === 'quoted' || state === 'broken') {
      yield broken(open[0]!, state === 'quoted' ? UNCLOSED : problemOf(open[0]!));
      unread = open.slice(1).concat(unread);
    } else {
      yield whole(open);
    }
    open = [];
    state = 'field start';
  }
  return open;
}

const UNCLOSED = 'an unclosed quote';

function problemOf(line: Line): string {
  return line.bytes === undefined ? 'a line that is too long' : 'text after a closing quote';
}

function broken(line: Line, what: string): TextRecord {
  const content = { problem: `Expected a CSV record, got ${what}.` };
  return { line: line.number, endByte: line.endByte, isTerminated: line.lineEnd !== '', content };
}

function whole(lines: readonly Line[]): TextRecord {
  const bytes = lines.flatMap((line, index) => {
    const lineEnd = lines[index - 1]?.lineEnd ?? '';
    return [Buffer.from(lineEnd), line.bytes!];
  });
  const { endByte, lineEnd } = lines.at(-1)!;
  const content = { bytes: Buffer.concat(bytes) };
  return { line: lines[0]!.number, endByte, isTerminated: lineEnd !== '', content };
}

/** Tracks quotes through one line. As in RFC 4180, a quote opens a quoted field only at the start of the field. */
function scanLine(bytes: Buffer, from: QuoteState, delimiter: number): QuoteState {
  let state = from;
  for (const byte of bytes) {
    if (state === 'quoted') {
      if (byte === QUOTE) state = 'closed';
    } else if (byte === delimiter) state = 'field start';
    else if (byte === QUOTE && state === 'field start') state = 'quoted';
    else if (byte === QUOTE && state === 'closed') state = 'quoted';
    else if (state === 'closed') return 'broken';
    else state = 'plain';
  }
  return state;
}

/** The fields of one record; quotes inside unquoted fields are text (`5" pipe`), and so is a lone CR. */
export function parseCsvRecord(text: string, delimiter: string): string[] {
  return parse(text, { delimiter, relax_quotes: true, relax_column_count: true, record_delimiter: '\n' })[0] ?? [];
}
