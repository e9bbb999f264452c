import { InputError } from './input-error.ts';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Drops a UTF-8 byte order mark; refuses UTF-16, which would otherwise fail on every row. */
export async function* withoutMark(chunks: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk as Buffer);
    if (head === undefined) {
      yield bytes;
      continue;
    }
    head = Buffer.concat([head, bytes]);
    if (head.length < BYTE_ORDER_MARK.length) continue;
    yield afterMark(head);
    head = undefined;
  }
  if (head !== undefined && head.length > 0) yield afterMark(head);
}

function afterMark(head: Buffer): Buffer {
  const first = head[0]! * 256 + (head[1] ?? 0);
  if (first === 0xfffe || first === 0xfeff) throw new InputError('Expected UTF-8 text, got UTF-16.');
  return head.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? head.subarray(3) : head;
}
