import { LineEnds } from './line-ends.ts';
import { type LineGrammar, LineRecords } from './line-records.ts';
import { BEGINNING_BYTES, ByteQueue, type RecordSplitter, type TextRecord } from './text-record.ts';

const CODES = {
  quote: 0x22,
  backslash: 0x5c,
  lineFeed: 0x0a,
  comma: 0x2c,
  openBracket: 0x5b,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** A record is a line, whatever it holds. */
const ANY_LINE: LineGrammar<undefined> = {
  start: undefined,
  scan: () => undefined,
  outcome: () => 'record',
  brokenProblem: '',
  unclosedProblem: '',
};

export class JsonLines implements RecordSplitter {
  readonly #lineEnds = new LineEnds(CODES.backslash);
  readonly #records: LineRecords<undefined>;

  constructor(maxBytes: number) {
    this.#records = new LineRecords(ANY_LINE, maxBytes);
  }

  get blankLines(): number {
    return this.#records.blankLines;
  }

  *take(bytes: Buffer): Generator<TextRecord | undefined> {
    yield* this.#records.take(this.#lineEnds.take(bytes));
  }

  *end(): Generator<TextRecord | undefined> {
    yield* this.take(this.#lineEnds.end());
    yield* this.#records.end();
  }
}

/** The values of an array, or the lines of a text that begins otherwise: many files named .json hold JSONL. */
export class JsonValues implements RecordSplitter {
  readonly #maxBytes: number;
  /** White space before the byte that distinguishes an array from lines. */
  readonly #spaces: Buffer[] = [];
  #records: RecordSplitter | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get blankLines(): number {
    return this.#records?.blankLines ?? 0;
  }

  *take(bytes: Buffer): Generator<TextRecord | undefined> {
    if (this.#records === undefined) {
      const first = bytes.find((byte) => !SPACES.has(byte));
      if (first === undefined) {
        this.#spaces.push(bytes);
        return;
      }
      this.#records =
        first === CODES.openBracket ? new JsonArrayRecords(this.#maxBytes) : new JsonLines(this.#maxBytes);
      for (const spaces of this.#spaces) yield* this.#records.take(spaces);
    }
    yield* this.#records.take(bytes);
  }

  *end(): Generator<TextRecord | undefined> {
    if (this.#records !== undefined) yield* this.#records.end();
  }
}

/** The values of a JSON array as records, in order; only the one that is being read is kept, at most `maxBytes` of it. */
class JsonArrayRecords implements RecordSplitter {
  readonly blankLines = 0;
  readonly #maxBytes: number;
  readonly #queue = new ByteQueue();
  /** Open brackets and braces; 1 inside the array. */
  #depth = 0;
  #isString = false;
  #isEscaped = false;
  #line = 1;
  #position = 0;
  #startLine = 1;
  /** Where the value begins that is being read, and where what is kept of it ends; undefined between two values. */
  #start: number | undefined;
  #end = 0;
  /** The first bytes of a value that is too long; the others are let go. */
  #beginning: Buffer | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  *take(bytes: Buffer): Generator<TextRecord> {
    this.#queue.push(bytes);
    for (const byte of bytes) {
      const record = this.#read(byte);
      if (record !== undefined) yield record;
    }
    this.#forget();
  }

  /** The last records of an array whose end is missing. */
  *end(): Generator<TextRecord> {
    const torn = this.#finish(false);
    if (torn !== undefined) yield torn;
  }

  #read(byte: number): TextRecord | undefined {
    this.#position += 1;
    if (byte === CODES.lineFeed) this.#line += 1;
    if (this.#isString) return this.#readString(byte);
    if (this.#depth === 1 && (byte === CODES.comma || byte === CODES.closeBracket)) {
      if (byte === CODES.closeBracket) this.#depth = 0;
      return this.#finish(true);
    }
    const isOutside = this.#depth === 0;
    if (byte === CODES.openBracket || byte === CODES.openBrace) this.#depth += 1;
    if (byte === CODES.closeBracket || byte === CODES.closeBrace) this.#depth -= 1;
    if (byte === CODES.quote) this.#isString = true;
    if (!(isOutside && byte === CODES.openBracket)) this.#keep(byte);
    return undefined;
  }

  #readString(byte: number): undefined {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === CODES.backslash) this.#isEscaped = true;
    else if (byte === CODES.quote) this.#isString = false;
    this.#keep(byte);
  }

  #keep(byte: number): void {
    if (this.#start === undefined) {
      if (SPACES.has(byte)) return;
      this.#start = this.#position - 1;
      this.#startLine = this.#line;
    }
    this.#end = this.#position;
  }

  #finish(isTerminated: boolean): TextRecord | undefined {
    const start = this.#start;
    if (start === undefined) return undefined;
    const beginning = this.#beginningIfTooLong(start);
    const problem = `Expected a value of at most ${this.#maxBytes} bytes, got a longer one.`;
    const content = beginning === undefined ? { bytes: this.#queue.slice(start, this.#end) } : { problem, beginning };
    this.#start = undefined;
    this.#beginning = undefined;
    return { line: this.#startLine, endByte: this.#position, isTerminated, content };
  }

  #beginningIfTooLong(start: number): Buffer | undefined {
    if (this.#end - start <= this.#maxBytes) return undefined;
    return this.#beginning ?? this.#queue.slice(start, start + Math.min(BEGINNING_BYTES, this.#maxBytes));
  }

  /** Lets go what no record needs any more. */
  #forget(): void {
    if (this.#start !== undefined) this.#beginning = this.#beginningIfTooLong(this.#start);
    const isKept = this.#start !== undefined && this.#beginning === undefined;
    this.#queue.dropBefore(isKept ? this.#start! : this.#position);
  }
}
