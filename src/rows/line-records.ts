import { BEGINNING_BYTES, ByteQueue, type RecordSplitter, type TextRecord } from './text-record.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BLANKS = new Set([0x20, 0x09, CARRIAGE_RETURN]);
/** Blank lines after which others may have their turn. */
const BLANK_LINES_AT_ONCE = 4_096;

/** Parts of a line read so far. `open`: the record continues after a line feed. */
export interface LineGrammar<State> {
  readonly start: State;
  /** Reads the bytes from `from` to `to`, without a line feed; `state` is that after those before them. */
  scan(bytes: Buffer, from: number, to: number, state: State): State;
  outcome(state: State): 'record' | 'open' | 'broken';
  readonly brokenProblem: string;
  readonly unclosedProblem: string;
}

/**
 * Records that end at the end of a line: LF or CRLF only, because U+2028 and U+2029 are text inside a JSON string.
 *
 * A record that turns out to be broken, or that is open still after `maxBytes` or at the end, costs its first line only: the
 * lines after it are read again as records. That stays linear because all of them but the last lie inside the open record, so
 * what is known of them holds for any of them that opens a record too: each byte is scanned once inside and once by itself.
 */
export class LineRecords<State> implements RecordSplitter {
  readonly #grammar: LineGrammar<State>;
  readonly #maxBytes: number;
  readonly #queue = new ByteQueue();
  #recordStart = 0;
  #line = 1;
  /** Lines of that record that have ended, and where the last of them did. Where the others did is not kept: they may be a million. */
  #endedLines = 0;
  #endedTo = 0;
  #scanned = 0;
  #state: State;
  /** The first bytes of a line that is too long; the others are let go. */
  #tooLong: Buffer | undefined;
  #blankLines = 0;
  /** The end of a last line without a line end. */
  #unterminated: number | undefined;

  constructor(grammar: LineGrammar<State>, maxBytes: number) {
    this.#grammar = grammar;
    this.#maxBytes = maxBytes;
    this.#state = grammar.start;
  }

  get blankLines(): number {
    return this.#blankLines;
  }

  *take(bytes: Buffer): Generator<TextRecord | undefined> {
    this.#queue.push(bytes);
    while (this.#scanned < this.#queue.end) {
      const piece = this.#queue.together(this.#scanned);
      for (let at = 0; at < piece.length; ) {
        const lineFeed = piece.indexOf(LINE_FEED, at);
        const to = lineFeed < 0 ? piece.length : lineFeed;
        if (this.#tooLong === undefined) this.#state = this.#grammar.scan(piece, at, to, this.#state);
        this.#scanned += to - at;
        if (this.#scanned - this.#recordStart > this.#maxBytes) yield* this.#boundLength();
        at = to;
        if (lineFeed < 0) continue;
        at += 1;
        this.#scanned += 1;
        if (this.#isBlankLine(piece, at)) yield* this.#passBlankLine();
        else {
          this.#endedLines += 1;
          this.#endedTo = this.#scanned;
          yield* this.#endLine();
        }
      }
    }
  }

  /** True if nothing but a line end has come since the last record, which detects most blank lines. */
  #isBlankLine(piece: Buffer, end: number): boolean {
    const length = this.#scanned - this.#recordStart;
    return length === 1 || (length === 2 && piece[end - 2] === CARRIAGE_RETURN);
  }

  *#passBlankLine(): Generator<TextRecord | undefined> {
    this.#endedLines = 1;
    this.#endedTo = this.#scanned;
    this.#beginAt(this.#scanned, 1);
    yield* this.#countBlankLine();
  }

  *#countBlankLine(): Generator<TextRecord | undefined> {
    this.#blankLines += 1;
    if (this.#blankLines % BLANK_LINES_AT_ONCE === 0) yield undefined;
  }

  *end(): Generator<TextRecord | undefined> {
    if (this.#scanned === this.#recordStart) return;
    if (this.#endedTo !== this.#scanned) {
      this.#endedLines += 1;
      this.#endedTo = this.#scanned;
      this.#unterminated = this.#scanned;
    }
    yield* this.#endLine();
    while (this.#recordStart < this.#endedTo) {
      const { unclosedProblem } = this.#grammar;
      yield* this.#giveUp(unclosedProblem, unclosedProblem);
    }
  }

  *#endLine(): Generator<TextRecord | undefined> {
    if (this.#tooLong !== undefined) {
      yield this.#unreadable(this.#tooLongProblem(), this.#tooLong, this.#endedTo);
      this.#tooLong = undefined;
      this.#state = this.#grammar.start;
      return;
    }
    const outcome = this.#grammar.outcome(this.#state);
    if (outcome === 'record') yield* this.#finish(this.#endedTo, this.#endedLines);
    else if (outcome === 'broken') yield* this.#giveUp(this.#grammar.brokenProblem, this.#grammar.brokenProblem);
  }

  *#boundLength(): Generator<TextRecord | undefined> {
    while (this.#tooLong === undefined && this.#scanned - this.#recordStart > this.#maxBytes) {
      if (this.#recordStart < this.#endedTo) {
        yield* this.#giveUp(`A quote does not close within ${this.#maxBytes} bytes, the maximum of a record.`);
      } else {
        // Bytes after the bound may not have arrived: what is kept must not depend on that.
        const length = Math.min(BEGINNING_BYTES, this.#maxBytes);
        this.#tooLong = this.#queue.slice(this.#recordStart, this.#recordStart + length);
      }
    }
    if (this.#tooLong !== undefined) this.#queue.dropBefore(this.#scanned);
  }

  /**
   * The first line alone is not a record. Reads the lines after it again, until one opens a record that may still end;
   * `openProblem`: none may, and this is said of each that opens one but the last.
   */
  *#giveUp(problem: string, openProblem?: string): Generator<TextRecord | undefined> {
    const firstEnd = this.#endOfLine();
    yield this.#unreadable(problem, this.#beginningOfLine(firstEnd), firstEnd);
    while (this.#recordStart < this.#endedTo) {
      const end = this.#endOfLine();
      const isLast = end === this.#endedTo;
      const state = this.#scanAgain(this.#recordStart, end === this.#unterminated ? end : end - 1);
      const outcome = this.#grammar.outcome(state);
      const lineProblem = outcome === 'broken' ? this.#grammar.brokenProblem : isLast ? undefined : openProblem;
      if (outcome === 'record') yield* this.#finish(end, 1);
      else if (lineProblem !== undefined) yield this.#unreadable(lineProblem, this.#beginningOfLine(end), end);
      else {
        // The lines and bytes counted after it, inside a record, hold for this one too.
        if (end === this.#scanned) this.#state = state;
        return;
      }
    }
    this.#state = this.#scanAgain(this.#recordStart, this.#scanned);
  }

  #scanAgain(from: number, to: number): State {
    let state = this.#grammar.start;
    for (let at = from; at < to; ) {
      const part = this.#queue.together(at);
      const length = Math.min(part.length, to - at);
      state = this.#grammar.scan(part, 0, length, state);
      at += length;
    }
    return state;
  }

  #endOfLine(): number {
    for (let at = this.#recordStart; at < this.#endedTo; ) {
      const part = this.#queue.together(at);
      const lineFeed = part.indexOf(LINE_FEED);
      if (lineFeed >= 0) return at + lineFeed + 1;
      at += part.length;
    }
    return this.#endedTo;
  }

  *#finish(endByte: number, lines: number): Generator<TextRecord | undefined> {
    const whole = this.#queue.slice(this.#recordStart, endByte);
    const bytes = whole.subarray(0, whole.length - lengthOfLineEnd(whole));
    const line = this.#line;
    this.#beginAt(endByte, lines);
    if (bytes.every((byte) => BLANKS.has(byte))) yield* this.#countBlankLine();
    else yield { line, endByte, isTerminated: endByte !== this.#unterminated, content: { bytes } };
  }

  /** The first line as a record that cannot be read. */
  #unreadable(problem: string, beginning: Buffer, endByte: number): TextRecord {
    const line = this.#line;
    this.#beginAt(endByte, 1);
    return { line, endByte, isTerminated: endByte !== this.#unterminated, content: { problem, beginning } };
  }

  #beginningOfLine(end: number): Buffer {
    const bytes = this.#queue.slice(this.#recordStart, Math.min(end, this.#recordStart + BEGINNING_BYTES));
    return bytes.subarray(0, bytes.length - lengthOfLineEnd(bytes));
  }

  /** The next record begins there, after so many of the lines that have ended. */
  #beginAt(start: number, lines: number): void {
    this.#line += lines;
    this.#endedLines -= lines;
    this.#recordStart = start;
    if (start === this.#endedTo) this.#state = this.#grammar.start;
    this.#queue.dropBefore(start);
  }

  #tooLongProblem(): string {
    return `Expected a line of at most ${this.#maxBytes} bytes, got a longer one.`;
  }
}

/** Length of a line end, also of half a CRLF, which may end a truncated file. */
function lengthOfLineEnd(bytes: Buffer): number {
  const feed = bytes.at(-1) === LINE_FEED ? 1 : 0;
  return bytes.at(-1 - feed) === CARRIAGE_RETURN ? feed + 1 : feed;
}
