import { describe, expect, it } from 'vitest';
import { logicalOrder } from '../../../../src/documents/read/pdf/logical-order.ts';
import { readBytes } from '../../../../src/documents/read/read-bytes.ts';
import { courierPdf, shown } from '../../support/courier-pdf.ts';

async function read(content: string, entries = '', others: readonly string[] = []): Promise<string> {
  return (await readBytes('a.pdf', courierPdf([{ content, entries }], others))).body.text;
}

describe('letters of a line', () => {
  it('are words where each is placed by itself', async () => {
    const words = 'The plant employs 350 people.';
    const letters = [...words].map((letter, i) => (letter === ' ' ? '' : shown(72 + 6 * i, 700, letter)));
    expect(await read(letters.join(' '))).toBe(words);
  });

  it.each([
    ['a gap of a tenth of their size', '[(The)-110(plant)] TJ'],
    ['a painted space that is set narrower', '[(The )550(plant)] TJ'],
  ])('have a space at %s', async (_, words) => {
    expect(await read(`BT /F1 10 Tf 72 700 Td ${words} ET`)).toBe('The plant');
  });

  it('have a space where a narrow one of another font is painted', async () => {
    const fonts = '/Resources << /Font << /F1 3 0 R /F2 6 0 R >> >>';
    const bold = '<< /Type /Font /Subtype /Type1 /BaseFont /Courier-Bold >>';
    const words = 'BT /F1 10 Tf 72 700 Td (The) Tj /F2 10 Tf [( )480] TJ /F1 10 Tf (plant) Tj ET';
    expect(await read(words, fonts, [bold])).toBe('The plant');
  });

  it('have no space where the next letter follows', async () => {
    expect(await read('BT /F1 10 Tf 72 700 Td [(Pla)-40(nt)20(s)] TJ ET')).toBe('Plants');
  });
});

describe('lines from top to bottom', () => {
  /** A font of two bytes a letter, each of the Latin letter with this code. */
  const map = 'beginbfrange <0020> <007e> <0020> endbfrange';
  const entries = `/Resources << /Font << /F2 << /Type /Font /Subtype /Type0 /BaseFont /Mincho /Encoding /Identity-V /ToUnicode 6 0 R
    /DescendantFonts [ << /Type /Font /Subtype /CIDFontType2 /BaseFont /Mincho /DW 1000 /CIDSystemInfo << /Registry (Adobe)
    /Ordering (Identity) /Supplement 0 >> /FontDescriptor << /Type /FontDescriptor /FontName /Mincho /Flags 4
    /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent 0 /StemV 50 >> >> ] >> >> >>`;
  const down = (x: number, words: string) =>
    `BT /F2 10 Tf ${x} 700 Td <${Buffer.from(words, 'utf16le').swap16().toString('hex')}> Tj ET`;

  it('are read from the right', async () => {
    const cmap = `<< /Length ${map.length + 2} >>\nstream\n1 ${map}\nendstream`;
    const text = await read(`${down(300, 'The plant in Lyon')} ${down(285, 'has 350 people.')}`, entries, [cmap]);
    expect(text).toBe('The plant in Lyon has 350 people.');
  });
});

describe('words from right to left, which are painted from the left', () => {
  it.each([
    ['םלוע םולש', 'שלום עולם'],
    ['350 תדבוע Acme Ltd תרבח', 'חברת Acme Ltd עובדת 350'],
    ['The Hebrew word םולש means peace.', 'The Hebrew word שלום means peace.'],
    ['The price is 40 euros.', 'The price is 40 euros.'],
  ])('%s', (painted, words) => {
    expect(logicalOrder(painted)).toBe(words);
  });
});
