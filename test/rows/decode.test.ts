import { describe, expect, it } from 'vitest';
import type { FileEncoding } from '../../src/contract/file-options.ts';
import { decoded } from '../../src/rows/decode.ts';
import { collect, inChunks } from '../support/chunks.ts';

const TEXT = 'claim,Müller – “quoted” €\n鉛筆 😀,\u2028x\r\n';

async function textOf(bytes: Buffer, encoding?: FileEncoding, size?: number): Promise<string> {
  return Buffer.concat(await collect(decoded(inChunks(bytes, size), encoding))).toString();
}

function swapped(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

describe('a file becomes UTF-8 without a mark, however its bytes arrive', () => {
  it.each([1, 2, 3, 7, 1000])('in pieces of %d bytes', async (size) => {
    expect(await textOf(Buffer.from(`\ufeff${TEXT}`), undefined, size)).toBe(TEXT);
    expect(await textOf(Buffer.from(TEXT), 'utf-8', size)).toBe(TEXT);
    expect(await textOf(Buffer.from(`\ufeff${TEXT}`, 'utf16le'), 'utf-16', size)).toBe(TEXT);
    expect(await textOf(Buffer.from(TEXT, 'utf16le'), 'utf-16', size)).toBe(TEXT);
    expect(await textOf(swapped(`\ufeff${TEXT}`), 'utf-16', size)).toBe(TEXT);
    expect(await textOf(swapped(TEXT), 'utf-16', size)).toBe(TEXT);
  });

  it('of which every byte of windows-1252 is a character', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const text = await textOf(bytes, 'windows-1252', 5);
    expect([...text]).toHaveLength(256);
    expect(text.slice(0x80, 0xa0)).toBe('€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ');
    expect(text.slice(0xa0)).toBe(bytes.subarray(0xa0).toString('latin1'));
  });

  it('is none of an empty file', async () => {
    expect(await textOf(Buffer.alloc(0), 'utf-16')).toBe('');
  });
});

it('refuses UTF-16 that is broken', async () => {
  const broken = Buffer.from('\ufeffa\ud800b', 'utf16le');
  await expect(textOf(broken, 'utf-16')).rejects.toThrow('is not valid UTF-16');
  await expect(textOf(Buffer.from([0xff, 0xfe, 0x61]), 'utf-16')).rejects.toThrow('not valid UTF-16');
});

it.each([
  ['a mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ['neither mark nor name', Buffer.from(TEXT, 'utf16le')],
  ['the other byte order', swapped(TEXT)],
])('asks for the encoding of UTF-16 with %s, however its bytes arrive', async (_what, bytes) => {
  for (const size of [1, 2, 1000]) {
    await expect(textOf(bytes, undefined, size)).rejects.toMatchObject({
      options: ['encoding'],
      message: expect.stringContaining('utf-16'),
    });
  }
});
