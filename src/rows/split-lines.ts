/** One physical line of a byte stream. */
export interface Line {
  /** From 1. */
  readonly number: number;
  /** Offset of the first byte after the line and its end. */
  readonly endByte: number;
  /** Without the line end. Undefined when the line was longer than allowed; its bytes were discarded. */
  readonly bytes: Buffer | undefined;
  readonly lineEnd: '\n' | '\r\n' | '';
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Splits at LF and CRLF only: U+2028 and U+2029 are text inside a JSON string, but readline would split there.
 * Keeps one line of at most `maxBytes` in memory.
 */
export async function* splitLines(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Line> {
  let number = 0;
  let endByte = 0;
  let parts: Buffer[] = [];
  let length = 0;
  const take = (part: Buffer) => {
    endByte += part.length;
    length += part.length;
    if (length > maxBytes) parts = [];
    else parts.push(part);
  };
  const finish = (): Line => {
    number += 1;
    const whole = Buffer.concat(parts);
    const lineEnd = lineEndOf(whole);
    const bytes = length > maxBytes ? undefined : whole.subarray(0, whole.length - lineEnd.length);
    const line: Line = { number, endByte, bytes, lineEnd };
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, start)) {
      take(chunk.subarray(start, at + 1));
      yield finish();
      start = at + 1;
    }
    if (start < chunk.length) take(chunk.subarray(start));
  }
  if (length > 0) yield finish();
}

function lineEndOf(line: Buffer): Line['lineEnd'] {
  if (line.at(-1) !== LINE_FEED) return '';
  return line.at(-2) === CARRIAGE_RETURN ? '\r\n' : '\n';
}
