import { expect, it } from 'vitest';
import { pdfOf } from '../../../../scripts/fuzz/sample-files.ts';
import { readBytes } from '../../../../src/documents/read/read-bytes.ts';

async function read(notes: string) {
  const lines = ['The price is 40 euros.', 'The lease is void.', 'It ends in May.'];
  const shown = lines.map((text, i) => `BT /F1 12 Tf 72 ${700 - 40 * i} Td (${text}) Tj ET`).join(' ');
  const pdf = pdfOf([shown]).toString('latin1').replace('/Contents', `/Annots [${notes}] /Contents`);
  const { text, notes: found } = (await readBytes('a.pdf', Buffer.from(pdf, 'latin1'))).body;
  return { text: text.split(/\s+/).join(' '), notes: found.length };
}

function strikeOut(left: number, bottom: number, right: number, top: number): string {
  const quad = [left, top, right, top, left, bottom, right, bottom].join(' ');
  return `<< /Type /Annot /Subtype /StrikeOut /Rect [${left} ${bottom} ${right} ${top}] /QuadPoints [${quad}] >>`;
}

it('leaves out words under notes that strike them out, and names them', async () => {
  // "40" begins behind 13 of 22 letters, which are 118 points wide.
  const notes = strikeOut(139, 697, 153, 711) + strikeOut(70, 655, 200, 675);
  expect(await read(notes)).toEqual({ text: 'The price is euros. It ends in May.', notes: 1 });
  expect(await read('')).toEqual({ text: 'The price is 40 euros. The lease is void. It ends in May.', notes: 0 });
});
