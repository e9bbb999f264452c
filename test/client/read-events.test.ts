import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { readEvents } from '../../src/client/client.ts';

async function read(...pieces: string[]) {
  const events = [];
  for await (const event of readEvents(
    ReadableStream.from(pieces.map((piece) => new TextEncoder().encode(piece))),
    undefined,
  ))
    events.push(event);
  return events;
}

describe('readEvents', () => {
  it('gives an event once its empty line came, and none for what was cut off', async () => {
    expect(await read('event: sentence\ndata: {"a":1}\n\nevent: answer\ndata: {')).toEqual([
      { name: 'sentence', data: '{"a":1}' },
    ]);
  });

  it('joins the lines of data, and skips comments, unknown fields and carriage returns', async () => {
    expect(await read(': hello\r\nid: 7\r\nevent:x\r\ndata: a\r\ndata:b: c\r\n\r\n\r\n')).toEqual([
      { name: 'x', data: 'a\nb: c' },
    ]);
  });

  it('keeps separators of lines that are none in events', async () => {
    expect(await read('data: a\u2028b\u0085c\n\n')).toEqual([{ name: '', data: 'a\u2028b\u0085c' }]);
  });

  const events = fc.array(fc.record({ name: fc.constantFrom('sentence', 'answer'), data: fc.json() }), {
    maxLength: 5,
  });
  test.prop([events, fc.array(fc.nat(30))])('gives the same events for any chunks', async (sent, lengths) => {
    let rest = sent.map(({ name, data }) => `event: ${name}\ndata: ${data}\n\n`).join('');
    const pieces = lengths.map((length) => {
      const piece = rest.slice(0, length);
      rest = rest.slice(length);
      return piece;
    });
    expect(await read(...pieces, rest)).toEqual(sent);
  });
});
