import { describe, expect, it } from 'vitest';
import { pdfOf } from '../../../../scripts/fuzz/sample-files.ts';
import { readBytes } from '../../../../src/documents/read/read-bytes.ts';
import { blocksOf } from '../../support/blocks.ts';

const LINES = [
  'The Oslo plant has a capacity of 420 tonnes a day.',
  'The Bergen plant has a capacity of 310 tonnes',
  'a day.',
];
const TURNED = `paragraph: ${LINES.join(' ')}`;

/** Lines one below the other as they stand after the matrix is applied. */
function turned(matrix: string, lines: readonly string[] = LINES): string {
  const shown = lines.map((line, i) => `BT /F1 11 Tf 0 ${-14 * i} Td (${line}) Tj ET`);
  return `q ${matrix} cm ${shown.join('\n')} Q`;
}

function upright(text: string, y = 760): string {
  return `BT /F1 11 Tf 72 ${y} Td (${text}) Tj ET`;
}

async function read(...pages: readonly string[]) {
  return (await readBytes('a.pdf', pdfOf(pages))).body;
}

describe('turned text', () => {
  it.each([
    ['90', '0 1 -1 0 300 100'],
    ['180', '-1 0 0 -1 500 300'],
    ['270', '0 -1 1 0 300 700'],
    ['0, mirrored,', '-1 0 0 1 500 300'],
    ['90, mirrored,', '0 1 1 0 300 100'],
  ])('at %s degrees is read after the upright text of its page', async (_, matrix) => {
    const body = await read(`${turned(matrix)}\n${upright('Annex B: Capacities')}`, upright('All plants run.'));
    expect(blocksOf(body)).toEqual(['paragraph: Annex B: Capacities', TURNED, 'paragraph: All plants run.']);
  });

  it('is read where it is all that a page has', async () => {
    const body = await read(turned('0 1 -1 0 300 100'), turned('0 1 -1 0 300 100', ['It closed in 2031.']));
    expect(blocksOf(body)).toEqual([TURNED, 'paragraph: It closed in 2031.']);
    expect(body.pagesWithoutText).toEqual([]);
  });

  it('does not split a sentence that continues on the next page', async () => {
    const name = turned('0 1 -1 0 30 100', ['Name of an axis']);
    const body = await read(`${upright('The plant in Lyon opened in the')}\n${name}`, upright('summer of 2014.'));
    expect(blocksOf(body)).toEqual([
      'paragraph: The plant in Lyon opened in the summer of 2014.',
      'paragraph: Name of an axis',
    ]);
  });
});

describe('text at an angle', () => {
  const SLANTED = turned('0.7 0.7 -0.7 0.7 300 300', ['DRAFT']);

  it('is left out and named with its pages', async () => {
    const body = await read(
      `${upright('Acme runs.')}\n${SLANTED}`,
      upright('It is open.'),
      `${upright('Ends.')}\n${SLANTED}`,
    );
    expect(body.text).not.toContain('DRAFT');
    expect(body.notes).toEqual(['Rotated text was left out on pages 1, 3.']);
  });

  it('is the reason where there is no other text', async () => {
    await expect(readBytes('a.pdf', pdfOf([SLANTED]))).rejects.toThrow('has no text on its 1 pages, but rotated text');
  });
});
