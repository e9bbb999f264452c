import { joinCsvRecords } from './csv-records.ts';
import { jsonArrayRecords } from './json-array.ts';
import { splitLines } from './split-lines.ts';
import type { TextRecord } from './text-record.ts';

/** How a text holds rows. `json`: an array of objects, or JSONL. */
export type Format = 'jsonl' | 'json' | 'csv';

export interface TextForm {
  readonly format: Format;
  /** Of CSV; undefined: found by the header. */
  readonly delimiter?: string | undefined;
}

/** A generous limit: both texts at maximum length with every character escaped take 126,000 bytes. */
const MAX_RECORD_BYTES = 4 * 1024 * 1024;

/** Records of a file, blank lines left out. Memory is bounded by the longest record allowed. */
export async function* splitRecords(
  chunks: AsyncIterable<Buffer>,
  { format, delimiter }: TextForm,
  maxBytes = MAX_RECORD_BYTES,
): AsyncGenerator<TextRecord> {
  const records =
    format === 'csv'
      ? joinCsvRecords(splitLines(chunks, maxBytes), maxBytes, delimiter)
      : format === 'json'
        ? jsonValues(chunks, maxBytes)
        : jsonLines(splitLines(chunks, maxBytes), maxBytes);
  for await (const record of records) {
    if ('problem' in record.content || !isBlank(record.content.bytes)) yield record;
  }
}

const OPEN_BRACKET = 0x5b;

/** The values of an array, or the lines of a text that begins otherwise: many files named .json hold JSONL. */
async function* jsonValues(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<TextRecord> {
  const source = chunks[Symbol.asyncIterator]();
  const head: Buffer[] = [];
  let first: number | undefined;
  while (first === undefined) {
    const { done, value } = await source.next();
    if (done === true) break;
    head.push(value);
    first = value.find((byte) => !BLANKS.has(byte) && byte !== LINE_FEED);
  }
  async function* whole(): AsyncGenerator<Buffer> {
    yield* head;
    yield* { [Symbol.asyncIterator]: () => source };
  }
  yield* first === OPEN_BRACKET
    ? jsonArrayRecords(whole(), maxBytes)
    : jsonLines(splitLines(whole(), maxBytes), maxBytes);
}

async function* jsonLines(lines: ReturnType<typeof splitLines>, maxBytes: number): AsyncGenerator<TextRecord> {
  const problem = `Expected a line of at most ${maxBytes} bytes, got a longer one.`;
  for await (const { number, endByte, bytes, lineEnd } of lines) {
    const content = bytes === undefined ? { problem } : { bytes };
    yield { line: number, endByte, isTerminated: lineEnd !== '', content };
  }
}

const LINE_FEED = 0x0a;
const BLANKS = new Set([0x20, 0x09, 0x0d]);

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => BLANKS.has(byte));
}
