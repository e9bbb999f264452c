import { describe, expect, it } from 'vitest';
import { readBytes } from '../../../../src/documents/read/read-bytes.ts';
import { courierPdf, shown } from '../../support/courier-pdf.ts';

/** Words of letters of 10 points, 6 points wide each: "40" is from 150 to 162. */
const WORDS = shown(72, 700, 'The price is 40 euros.') + shown(72, 650, 'It ends in May.');

async function read(content: string, entries = '') {
  const { text, notes } = (await readBytes('a.pdf', courierPdf([{ content, entries }]))).body;
  return { text: text.split(/\s+/).join(' '), notes: notes.length };
}

function strikeOut(left: number, bottom: number, right: number, top: number, corners = true): string {
  const quad = [left, top, right, top, left, bottom, right, bottom].join(' ');
  const points = corners ? `/QuadPoints [${quad}] ` : '';
  return `/Annots [<< /Type /Annot /Subtype /StrikeOut /Rect [${left} ${bottom} ${right} ${top}] ${points}>>]`;
}

describe('words under a note that strikes them out are left out and named', () => {
  it.each([true, false])('with corners of the line: %s', async (corners) => {
    expect(await read(WORDS, strikeOut(150, 697, 162, 708, corners))).toEqual({
      text: 'The price is euros. It ends in May.',
      notes: 1,
    });
  });

  it('turned words', async () => {
    const turned = `q 0 1 -1 0 400 100 cm ${WORDS.replaceAll('72 700', '72 0').replaceAll('72 650', '72 -50')} Q`;
    const notes = strikeOut(393, 250, 404, 262);
    expect(await read(turned, `/Rotate 90 ${notes}`)).toEqual({
      text: 'The price is euros. It ends in May.',
      notes: 1,
    });
  });

  it('and once where the note has a line of its own', async () => {
    const entries = strikeOut(150, 697, 162, 708).replace('>>]', '/AP << /N 6 0 R >> >>]');
    const form = '150 703 m 162 703 l S';
    const appearance = `<< /Type /XObject /Subtype /Form /BBox [150 697 162 708] /Length ${form.length} >>\nstream\n${form}\nendstream`;
    const { text } = (await readBytes('a.pdf', courierPdf([{ content: WORDS, entries }], [appearance]))).body;
    expect(text.split(/\s+/).join(' ')).toBe('The price is euros. It ends in May.');
  });
});

describe('words that a drawn line strikes out are left out and named', () => {
  it.each([
    ['a line', '150 703 m 162 703 l S'],
    ['a filled rectangle', '150 702.7 12 0.6 re f'],
    ['two lines', '150 702 m 162 702 l S 150 704 m 162 704 l S'],
    ['a line with another one in its path', '150 703 m 162 703 l 72 100 m 300 100 l S'],
    ['a line in a scaled space', 'q 0.1 0 0 0.1 0 0 cm 5 w 1500 7030 m 1620 7030 l S Q'],
    ['a line over the spaces around them', '146 703 m 166 703 l S'],
  ])('%s', async (_, line) => {
    expect(await read(`${WORDS} ${line}`)).toEqual({ text: 'The price is euros. It ends in May.', notes: 1 });
  });

  it('a whole line of text', async () => {
    expect(await read(`${WORDS} 72 653 m 162 653 l S`)).toEqual({ text: 'The price is 40 euros.', notes: 1 });
  });

  it('turned words', async () => {
    const turned = `q 0 1 -1 0 400 100 cm ${WORDS.replaceAll('72 700', '72 0').replaceAll('72 650', '72 -50')} 150 3 m 162 3 l S Q`;
    expect(await read(turned, '/Rotate 90')).toEqual({ text: 'The price is euros. It ends in May.', notes: 1 });
  });
});

describe('words near other lines are read', () => {
  it.each([
    ['an underline', '72 698 m 204 698 l S'],
    ['a rule of a table', '60 703 m 300 703 l S'],
    ['a line above', '150 709 m 162 709 l S'],
    ['a colored area', '0.9 g 150 698 12 10 re f 0 g'],
    ['a white line', 'q 1 1 1 RG 150 703 m 162 703 l S Q'],
    ['a rectangle that clips', 'q 150 703 12 0.5 re W n Q'],
  ])('%s', async (_, line) => {
    expect(await read(`${line} ${WORDS}`)).toEqual({ text: 'The price is 40 euros. It ends in May.', notes: 0 });
  });
});
