import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { assembled } from '../../../../scripts/fuzz/sample-files.ts';
import { readBytes } from '../../../../src/documents/read/read-bytes.ts';

const LINES = Array.from({ length: 60 }, (_, i) => `Line ${i} has ${(i * 7919) % 1000} words.`);
const COMPRESSED = deflateSync(LINES.map((line, i) => `BT /F1 9 Tf 50 ${780 - 12 * i} Td (${line}) Tj ET`).join('\n'));

async function textOf(content: Buffer): Promise<string> {
  const pdf = assembled([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n${content.toString('latin1')}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
  ]);
  const { text } = (await readBytes('a.pdf', pdf)).body;
  return text.replaceAll('\n', ' ');
}

describe('a compressed page', () => {
  it('is read to its end', async () => {
    expect(await textOf(COMPRESSED)).toBe(LINES.join(' '));
  });

  it('is read where other bytes follow it', async () => {
    expect(await textOf(Buffer.concat([COMPRESSED, Buffer.from('\r\nmore')]))).toBe(LINES.join(' '));
  });

  it('is read up to the first damaged byte', async () => {
    const damaged = Buffer.from(COMPRESSED);
    damaged[damaged.length >> 1]! ^= 0xff;
    const text = await textOf(damaged);
    expect(text.startsWith(LINES.slice(0, 20).join(' '))).toBe(true);
    expect(text).not.toContain(LINES.at(-1));
  });

  it('leaves other streams of the process as they are', async () => {
    await textOf(COMPRESSED);
    const stream = new Blob([gzipSync('names')]).stream().pipeThrough(new DecompressionStream('gzip'));
    expect(await new Response(stream).text()).toBe('names');
  });
});
