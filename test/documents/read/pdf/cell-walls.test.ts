import { describe, expect, it } from 'vitest';
import { readBytes } from '../../../../src/documents/read/read-bytes.ts';
import { courierPdf, shown } from '../../support/courier-pdf.ts';

/** Letters of 10 points are 6 points wide: the second cell begins at 108. */
const ROWS = [700, 680, 660].flatMap((y, i) => [shown(72, y, `Nut M${i}`), shown(108, y, `${i},240`)]).join(' ');

async function read(content: string): Promise<string[]> {
  const { body } = await readBytes('a.pdf', courierPdf([{ content }]));
  return body.text.split('\n\n');
}

describe('cells without a gap between them', () => {
  it.each([
    ['a line over all rows', '108 650 m 108 715 l S'],
    ['a line for each row', '108 650 m 108 675 l S 108 675 m 108 695 l S 108 695 m 108 715 l S'],
    ['a filled rectangle', '107.8 650 0.4 65 re f'],
  ])('are divided by %s', async (_, line) => {
    expect(await read(`${ROWS} ${line}`)).toEqual(['Nut M0\t0,240', 'Nut M1\t1,240', 'Nut M2\t2,240']);
  });
});

describe('words stay whole', () => {
  const TEXT = shown(72, 700, 'Press the key Enter twice.');

  it.each([
    ['in a frame', '150 697 m 150 709 l S 192 697 m 192 709 l S'],
    ['beside a line in the margin', '60 600 m 60 800 l S'],
    ['above a line', '150 600 m 150 690 l S'],
  ])('%s', async (_, lines) => {
    expect(await read(`${TEXT} ${lines}`)).toEqual(['Press the key Enter twice.']);
  });
});
