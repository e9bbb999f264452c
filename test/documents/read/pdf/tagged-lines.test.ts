import { describe, expect, it } from 'vitest';
import { linesAt } from '../../../../scripts/fuzz/sample-files.ts';
import { readBytes } from '../../../../src/documents/read/read-bytes.ts';
import { blocksOf } from '../../support/blocks.ts';
import { type Tagged, taggedPdf } from '../../support/tagged-pdf.ts';

async function read(...pages: readonly (readonly Tagged[])[]) {
  return (await readBytes('a.pdf', taggedPdf(pages))).body;
}

function p(x: number, y: number, ...lines: string[]): Tagged {
  return { role: 'P', words: linesAt(x, y, lines) };
}

function row(role: 'TH' | 'TD', y: number, ...cells: string[]): Tagged {
  return { role: 'TR', children: cells.map((text, i) => ({ role, words: [{ x: 50 + 150 * i, y, text }] })) };
}

describe('a tagged page', () => {
  it('is read in the order of its tags, with headings of any size of letters', async () => {
    const body = await read([
      { role: 'H1', words: [{ x: 50, y: 300, text: 'Plants' }] },
      p(50, 280, 'The plant in Lyon opened', 'in 2014.'),
      { role: 'H2', words: [{ x: 50, y: 700, text: 'Staff' }] },
      p(50, 680, 'It employs 350 people.'),
    ]);
    expect(blocksOf(body)).toEqual([
      'heading 1: Plants',
      'paragraph: The plant in Lyon opened in 2014.',
      'heading 2: Staff',
      'paragraph: It employs 350 people.',
    ]);
  });

  it('has the cells of its tables, also over two pages with the names on both', async () => {
    const names = (y: number) => row('TH', y, 'Plant', 'Staff');
    const body = await read(
      [{ role: 'Table', children: [names(700), row('TD', 680, 'Lyon', '350')] }],
      [{ role: 'Table', children: [names(700), row('TD', 680, 'Graz', '40')] }, p(50, 600, 'Both are open.')],
    );
    expect(blocksOf(body)).toEqual([
      'head: | Plant | Staff |\n| --- | --- |',
      'row: | Lyon | 350 |',
      'row: | Graz | 40 |',
      'paragraph: Both are open.',
    ]);
    expect(body.lines).toMatchObject([
      { page: 1, line: 2 },
      { page: 2, line: 2 },
      { page: 2, line: 3 },
    ]);
  });

  it('has items with their nesting and marks, and notes', async () => {
    const item = (y: number, mark: string, text: string, ...children: Tagged[]): Tagged => ({
      role: 'LI',
      children: [
        { role: 'Lbl', words: [{ x: 50, y, text: mark }] },
        { role: 'LBody', children: [p(70, y, text), ...children] },
      ],
    });
    const nested: Tagged = { role: 'L', children: [item(680, 'a.', 'Seals')] };
    const body = await read([
      { role: 'L', children: [item(700, '1.', 'Valves', nested), item(660, '2.', 'Pumps')] },
      { role: 'Note', children: [p(50, 100, 'Since 2014.')] },
    ]);
    expect(body.text).toBe('1. Valves\n  a. Seals\n2. Pumps\n\nSince 2014.');
    expect(body.blocks.at(-1)!.kind).toBe('footnote');
  });

  it('keeps text outside the structure tree, and joins sentences around it', async () => {
    const foot: Tagged = { role: 'Artifact', words: [{ x: 50, y: 30, text: 'Contract 12/2024' }] };
    const body = await read([p(50, 700, 'The plant in Lyon opened in'), foot], [p(50, 700, 'summer.'), foot]);
    expect(blocksOf(body)).toEqual(['paragraph: The plant in Lyon opened in summer.', 'paragraph: Contract 12/2024']);
  });

  it('lets a paragraph go on in the next column', async () => {
    const words = [
      ...linesAt(50, 100, ['The plant in Lyon opened', 'in the summer']),
      ...linesAt(320, 700, ['of 2014.']),
    ];
    expect((await read([{ role: 'P', words }])).text).toBe('The plant in Lyon opened in the summer of 2014.');
  });
});

describe('text outside of the paragraphs of a tagged page', () => {
  const span = (x: number, y: number, text: string): Tagged => ({ role: 'NonStruct', words: [{ x, y, text }] });
  const div = (...children: Tagged[]): Tagged => ({ role: 'NonStruct', children });

  it('is where it is in the tree, and has the lines of its author', async () => {
    const body = await read([
      div(
        div(span(50, 700, 'Bureau Atlas SA'), span(50, 686, '12 rue du Port'), span(50, 672, 'Nantes')),
        div(span(450, 700, 'Invoice no. F-2209'), span(450, 686, 'Date of 14 June 2022')),
      ),
      { role: 'H2', words: [{ x: 50, y: 640, text: 'Invoice' }] },
      p(50, 620, 'All amounts are in euros.'),
      div(span(50, 580, 'Total to be paid: 910 euros'), span(50, 566, 'Thank you for your order')),
    ]);
    expect(blocksOf(body)).toEqual([
      'paragraph: Bureau Atlas SA',
      'paragraph: 12 rue du Port',
      'paragraph: Nantes',
      'paragraph: Invoice no. F-2209',
      'paragraph: Date of 14 June 2022',
      'heading 2: Invoice',
      'paragraph: All amounts are in euros.',
      'paragraph: Total to be paid: 910 euros',
      'paragraph: Thank you for your order',
    ]);
  });

  it('is prose where its lines go on in the next ones', async () => {
    const lines = [
      'The bridge over the Aare was opened by',
      'Anna Berg on Monday, and the town says',
      'that it cost 40 million.',
    ];
    const wide = 'The old bridge will be closed in May, and the trams will use the new one.';
    const text: Tagged = { role: 'NonStruct', words: linesAt(50, 700, lines) };
    const body = await read([div(text), p(50, 600, wide)]);
    expect(blocksOf(body)[0]).toBe(`paragraph: ${lines.join(' ')}`);
  });
});

describe('tags that do not mean what they say', () => {
  it('are not used where most of the page has none', async () => {
    const untagged: Tagged = { role: 'Artifact', words: linesAt(50, 700, ['The plant opened in 2014.']) };
    const body = await read([{ role: 'Span', words: [] }, untagged]);
    expect(body.text).toBe('The plant opened in 2014.');
  });

  it('are not used where each cell is a paragraph', async () => {
    const cells = ['Plant', 'Staff', 'Lyon', '350', 'Graz', '40', 'Metz', '11'];
    const body = await read(cells.map((text, i) => p(50 + 150 * (i % 2), 700 - 14 * (i >> 1), text)));
    expect(body.text).toBe('| Plant | Staff |\n| --- | --- |\n| Lyon | 350 |\n| Graz | 40 |\n| Metz | 11 |');
  });

  it('are not used where each line is a paragraph', async () => {
    const lines = [
      'The plant in Lyon makes valves for pumps',
      'and employs three hundred and fifty',
      'people in two shifts.',
    ];
    const body = await read(lines.map((text, i) => p(50, 700 - 12 * i, text)));
    expect(body.text).toBe(lines.join(' '));
  });
});
