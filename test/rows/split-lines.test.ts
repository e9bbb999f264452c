import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { splitLines } from '../../src/rows/split-lines.ts';
import { collect, inChunks } from '../support/chunks.ts';

const linesOf = async (text: string, { size = 65_536, maxBytes = 1000 } = {}) =>
  (await collect(splitLines(inChunks(text, size), maxBytes))).map(({ number, endByte, bytes }) => ({
    number,
    endByte,
    text: bytes?.toString(),
  }));

describe('splitLines', () => {
  it('ends lines at LF and CRLF and gives the last line without one', async () => {
    expect(await linesOf('a\r\nb\n\nc')).toEqual([
      { number: 1, endByte: 3, text: 'a' },
      { number: 2, endByte: 5, text: 'b' },
      { number: 3, endByte: 6, text: '' },
      { number: 4, endByte: 7, text: 'c' },
    ]);
  });

  it('leaves U+2028, U+2029, U+0085 and a lone CR inside the line', async () => {
    const text = '{"claim":"a\u2028b\u2029c\u0085d\re"}';
    expect(await linesOf(text)).toEqual([{ number: 1, endByte: Buffer.byteLength(text), text }]);
  });

  it('lets the bytes of a line go that is longer than allowed, and reads on behind it', async () => {
    const lines = await linesOf(`a\n${'x'.repeat(50)}\nb\n`, { maxBytes: 20, size: 7 });
    expect(lines.map(({ text }) => text)).toEqual(['a', undefined, 'b']);
    expect(lines.at(-1)).toEqual({ number: 3, endByte: 55, text: 'b' });
  });

  test.prop([fc.array(fc.string({ unit: 'grapheme', maxLength: 12 })), fc.integer({ min: 1, max: 9 })], {
    numRuns: 100,
  })('gives the same lines however the bytes arrive', async (parts, size) => {
    const text = parts.join('\n');
    expect(await linesOf(text, { size })).toEqual(await linesOf(text));
    const expected = text.split('\n').map((line) => line.replace(/\r$/, ''));
    const last = text.split('\n').at(-1);
    if (last === '') expected.pop();
    else expected[expected.length - 1] = last!;
    expect((await linesOf(text, { size })).map((line) => line.text)).toEqual(expected);
  });
});
