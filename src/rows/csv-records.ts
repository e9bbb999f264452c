import { delimiterOf } from '../csv-fields.ts';
import { LineEnds } from './line-ends.ts';
import { type LineGrammar, LineRecords } from './line-records.ts';
import { ByteQueue, type RecordSplitter, type TextRecord } from './text-record.ts';

const QUOTE = 0x22;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;

/** Where a scan is inside a record; `broken`: text follows a closing quote. */
const FIELD_START = 0;
const PLAIN = 1;
const QUOTED = 2;
const CLOSED = 3;
/** A closing quote and a carriage return, with which the line may end. */
const CLOSED_AND_RETURN = 4;
const BROKEN = 5;

/** A quote opens a quoted field only at the start of the field, as in RFC 4180. */
function csvGrammar(delimiter: string): LineGrammar<number> {
  const delimiterCode = delimiter.charCodeAt(0);
  return {
    start: FIELD_START,
    scan(bytes, from, to, before) {
      let state = before;
      for (let at = from; at < to && state !== BROKEN; at += 1) {
        const byte = bytes[at]!;
        if (state === QUOTED) {
          if (byte === QUOTE) state = CLOSED;
        } else if (state === CLOSED_AND_RETURN) state = BROKEN;
        else if (byte === delimiterCode) state = FIELD_START;
        else if (byte === QUOTE && (state === FIELD_START || state === CLOSED)) state = QUOTED;
        else if (state === CLOSED) state = byte === CARRIAGE_RETURN ? CLOSED_AND_RETURN : BROKEN;
        else state = PLAIN;
      }
      return state;
    },
    outcome: (state) => (state === QUOTED ? 'open' : state === BROKEN ? 'broken' : 'record'),
    brokenProblem: 'Text follows the closing quote of a field. Double the quotes inside a field.',
    unclosedProblem: 'The quote of a field is not closed.',
  };
}

/** Excel writes and reads this first line, which is no row. */
const DELIMITER_LINE = /^"?sep=([\t -~])"?$/i;

/**
 * Records of CSV, quoted fields with line ends inside among them. Without `delimiter` (ASCII) the first line determines it. A file whose
 * first line ends at CR alone has such line ends throughout.
 */
export class CsvRecords implements RecordSplitter {
  readonly #maxBytes: number;
  readonly #lineEnds = new LineEnds();
  /** Bytes before the end of the first line is known. */
  readonly #head = new ByteQueue();
  #records: LineRecords<number> | undefined;
  #delimiter: string | undefined;
  #namesDelimiter = false;

  constructor(maxBytes: number, delimiter?: string) {
    this.#maxBytes = maxBytes;
    this.#delimiter = delimiter;
  }

  get blankLines(): number {
    return this.#records?.blankLines ?? 0;
  }

  /** Known once there is a record. */
  get delimiter(): string | undefined {
    return this.#delimiter;
  }

  *take(bytes: Buffer): Generator<TextRecord | undefined> {
    const lines = this.#lineEnds.take(bytes);
    if (this.#records !== undefined) {
      yield* this.#rows(this.#records.take(lines));
      return;
    }
    this.#head.push(lines);
    if (lines.includes(LINE_FEED) || this.#head.end > this.#maxBytes) yield* this.#begin();
  }

  *end(): Generator<TextRecord | undefined> {
    yield* this.take(this.#lineEnds.end());
    if (this.#records === undefined) yield* this.#begin();
    yield* this.#rows(this.#records!.end());
  }

  *#begin(): Generator<TextRecord | undefined> {
    const head = this.#head.slice(0, this.#head.end);
    this.#head.dropBefore(this.#head.end);
    const lineFeed = head.indexOf(LINE_FEED);
    const firstLine = String(lineFeed < 0 ? head : head.subarray(0, lineFeed)).replace(/\r$/, '');
    const named = DELIMITER_LINE.exec(firstLine)?.[1];
    this.#namesDelimiter = named !== undefined;
    this.#delimiter ??= named ?? delimiterOf(firstLine);
    this.#records = new LineRecords(csvGrammar(this.#delimiter), this.#maxBytes);
    yield* this.#rows(this.#records.take(head));
  }

  /** All records but a first line that names the delimiter. */
  *#rows(records: Iterable<TextRecord | undefined>): Generator<TextRecord | undefined> {
    for (const record of records) {
      if (!this.#namesDelimiter || record === undefined) {
        yield record;
        continue;
      }
      this.#namesDelimiter = false;
      yield undefined;
    }
  }
}
