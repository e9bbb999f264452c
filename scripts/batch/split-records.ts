import { joinCsvRecords } from './csv-records.ts';
import { splitLines } from './split-lines.ts';
import type { TextRecord } from './text-record.ts';

export type Format = 'jsonl' | 'csv';

/** A generous limit: both texts at maximum length with every character escaped take 126,000 bytes. */
const MAX_RECORD_BYTES = 4 * 1024 * 1024;

/** Records of a file in either format, blank lines left out. Memory is bounded by the longest record allowed. */
export async function* splitRecords(
  chunks: AsyncIterable<Buffer>,
  format: Format,
  maxBytes = MAX_RECORD_BYTES,
): AsyncGenerator<TextRecord> {
  const lines = splitLines(chunks, maxBytes);
  const records = format === 'csv' ? joinCsvRecords(lines, maxBytes) : jsonLines(lines, maxBytes);
  for await (const record of records) {
    if ('problem' in record.content || !isBlank(record.content.bytes)) yield record;
  }
}

async function* jsonLines(lines: ReturnType<typeof splitLines>, maxBytes: number): AsyncGenerator<TextRecord> {
  const problem = `Expected a line of at most ${maxBytes} bytes, got a longer one.`;
  for await (const { number, endByte, bytes, lineEnd } of lines) {
    const content = bytes === undefined ? { problem } : { bytes };
    yield { line: number, endByte, isTerminated: lineEnd !== '', content };
  }
}

const BLANKS = new Set([0x20, 0x09, 0x0d]);

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => BLANKS.has(byte));
}
