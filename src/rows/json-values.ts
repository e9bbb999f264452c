import { JsonArrayRecords } from './json-array.ts';
import { type LineGrammar, LineRecords } from './line-records.ts';
import type { RecordSplitter, TextRecord } from './text-record.ts';

/** A record is a line, whatever it holds. */
const ANY_LINE: LineGrammar<undefined> = {
  start: undefined,
  scan: () => undefined,
  outcome: () => 'record',
  brokenProblem: '',
  unclosedProblem: '',
};

export function jsonLines(maxBytes: number): LineRecords<undefined> {
  return new LineRecords(ANY_LINE, maxBytes);
}

const OPEN_BRACKET = 0x5b;
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** The values of an array, or the lines of a text that begins otherwise: many files named .json hold JSONL. */
export class JsonValues implements RecordSplitter {
  readonly #maxBytes: number;
  /** What came before the first byte that tells. */
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
      this.#records = first === OPEN_BRACKET ? new JsonArrayRecords(this.#maxBytes) : jsonLines(this.#maxBytes);
      for (const spaces of this.#spaces) yield* this.#records.take(spaces);
    }
    yield* this.#records.take(bytes);
  }

  *end(): Generator<TextRecord | undefined> {
    if (this.#records !== undefined) yield* this.#records.end();
  }
}
