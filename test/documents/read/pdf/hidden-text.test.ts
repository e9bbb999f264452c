import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { assembled, pdfOf } from '../../../../scripts/fuzz/sample-files.ts';
import { readBytes } from '../../../../src/documents/read/read-bytes.ts';

const SHOWN = 'BT /F1 12 Tf 72 700 Td (The plant employs 350 people.) Tj ET';
const SECRET = 'BT /F1 12 Tf 72 600 Td (It employs 999 people.) Tj ET';

async function read(pdf: Buffer) {
  const { text, notes, pagesWithoutText } = (await readBytes('a.pdf', pdf)).body;
  return { text, notes, pagesWithoutText };
}

const LEFT_OUT = {
  text: 'The plant employs 350 people.',
  notes: ['Hidden text was left out on page 1.'],
  pagesWithoutText: [],
};

describe('hidden words of a page are left out and named', () => {
  it.each([
    ['invisible letters', `q 3 Tr ${SECRET} Q`],
    ['letters that only clip', `q 7 Tr ${SECRET} Q`],
    ['white letters', `q 1 1 1 rg ${SECRET} Q`],
    ['white letters in gray', `q 1 g ${SECRET} Q`],
    ['white letters in CMYK', `q 0 0 0 0 k ${SECRET} Q`],
    ['white letters on a white area', `q 1 g 60 590 300 30 re f ${SECRET} Q`],
    ['letters of half a point', 'BT /F1 0.5 Tf 72 600 Td (It employs 999 people.) Tj ET'],
    ['letters below a box', `${SECRET} 0 g 60 590 300 30 re f`],
    ['letters below a white box within a form', `q 1 0 0 1 0 -10 cm ${SECRET} Q 1 g 60 580 300 30 re B`],
    ['letters outside of the part that is painted', `q 60 690 300 30 re W n ${SECRET} Q`],
    ['letters outside of the page', SECRET.replace('72', '720')],
    ['letters scaled to nothing', 'q 0.01 0 0 0.01 72 600 cm BT /F1 12 Tf (It employs 999 people.) Tj ET Q'],
  ])('%s', async (_, content) => {
    expect(await read(pdfOf([`${SHOWN} ${content}`]))).toEqual(LEFT_OUT);
  });

  it('below a box with other words on it', async () => {
    const content = `${SHOWN} ${SECRET} 1 g 60 590 300 30 re f 0 g BT /F1 12 Tf 74 600 Td (name withheld) Tj ET`;
    expect((await read(pdfOf([content]))).text).toBe('The plant employs 350 people. name withheld');
  });

  it('below a box on a part of a line', async () => {
    const text = 'The plant employs 350 people.';
    const content = `BT /F1 12 Tf 72 700 Td (${text}) Tj ET BT /F1 12 Tf 240 700 Td (It is in Lyon.) Tj ET 0 g 238 695 200 20 re f`;
    expect(await read(pdfOf([content]))).toEqual(LEFT_OUT);
  });

  it('within a line, and the visible words around them stay', async () => {
    const parts = '(The plant ) Tj 1 g (secretly ) Tj 0 g (employs 350 people.) Tj';
    expect(await read(pdfOf([`BT /F1 12 Tf 72 700 Td ${parts} ET`]))).toEqual(LEFT_OUT);
  });

  it('outside the part of the paper that is shown', async () => {
    const pdf = pdfOf([`${SHOWN} ${SECRET.replace('600', '40')}`]).toString('latin1');
    const cropped = pdf.replace('/MediaBox [0 0 600 800]', '/MediaBox [0 0 600 800] /CropBox [0 60 600 800]');
    expect(await read(Buffer.from(cropped, 'latin1'))).toEqual(LEFT_OUT);
  });

  it('without opacity', async () => {
    const pdf = pdfOf([`${SHOWN} q /G gs ${SECRET} Q`]).toString('latin1');
    const clear = pdf.replace('/Resources <<', '/Resources << /ExtGState << /G << /ca 0 >> >>');
    expect(await read(Buffer.from(clear, 'latin1'))).toEqual(LEFT_OUT);
  });

  it('in a layer that is off', async () => {
    const content = `/OC /Off BDC ${SECRET} EMC /OC /On BDC ${SHOWN} EMC`;
    const layer = '<< /Type /OCG /Name (Layer) >>';
    const pdf = assembled([
      '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [6 0 R 7 0 R] /D << /OFF [6 0 R] >> >> >>',
      '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> /Properties << /Off 6 0 R /On 7 0 R >> >> >>',
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ...[layer, layer],
    ]);
    expect(await read(pdf)).toEqual(LEFT_OUT);
  });

  it('and a page that has no others is named as one without text', async () => {
    expect((await read(pdfOf([SHOWN, `3 Tr ${SECRET}`]))).pagesWithoutText).toEqual([2]);
    await expect(read(pdfOf([`3 Tr ${SECRET}`]))).rejects.toThrow('has no text on its 1 pages, but hidden text');
  });
});

describe('words that a reader sees are read', () => {
  it.each([
    ['white letters on a colored area', '0 0 0.4 rg 60 690 300 30 re f 1 g'],
    ['white letters on a thick line', '0 0 0.4 RG 30 w 60 705 m 360 705 l S 1 g'],
    ['letters on a box', '0.9 g 60 690 300 30 re f 0 g'],
    ['letters within the part that is painted', '60 690 300 30 re W n'],
    ['letters behind invisible ones of a state that is over', `q 3 Tr Q`],
  ])('%s', async (_, before) => {
    expect(await read(pdfOf([`${before} ${SHOWN}`]))).toEqual({ ...LEFT_OUT, notes: [] });
  });

  it.each([
    ['a box next to them', '0 g 60 650 300 30 re f'],
    ['a drawing that is no box', '0 g 60 690 m 360 690 l 360 720 l f'],
    ['a box of which only another part is painted', 'q 60 600 300 30 re W n 0 g 60 500 300 300 re f Q'],
    ['a frame', '60 690 300 30 re S'],
  ])('below %s', async (_, after) => {
    expect(await read(pdfOf([`${SHOWN} ${after}`]))).toEqual({ ...LEFT_OUT, notes: [] });
  });

  it.each([
    ['alone', 600, '', 'The plant employs 350 people.'],
    [
      'with a stamp in visible letters',
      600,
      ' q 0 Tr BT /F1 12 Tf 72 30 Td (Received.) Tj ET Q',
      'The plant employs 350 people. Received.',
    ],
    ['but not beside a small picture', 60, ' q 0 Tr BT /F1 12 Tf 72 30 Td (Received.) Tj ET Q', 'Received.'],
  ])('those of the text recognition of a scan, %s', async (_, scale, more, text) => {
    const content = `q ${scale} 0 0 800 0 0 cm /Im Do Q 3 Tr ${SHOWN}${more}`;
    const pixels = deflateSync(Buffer.alloc(600 * 800, 255)).toString('latin1');
    const pdf = assembled([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /Im 6 0 R >> >> >>',
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      `<< /Subtype /Image /Width 600 /Height 800 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /FlateDecode /Length ${pixels.length} >>\nstream\n${pixels}\nendstream`,
    ]);
    expect(await read(pdf)).toMatchObject({ text, pagesWithoutText: [] });
  });
});
