import { describe, expect, it } from 'vitest';
import { linesAt, makePdf, type PdfWords } from '../../../../scripts/fuzz/sample-files.ts';
import { readBytes } from '../../../../src/documents/read/read-bytes.ts';
import { blocksOf } from '../../support/blocks.ts';

async function read(...words: readonly (readonly PdfWords[])[]) {
  return blocksOf((await readBytes('a.pdf', makePdf([words.flat()]))).body);
}

const WIDE =
  'The report of the year is about the bridges of the north and of the south of the country, and ends there.';

describe('a word that a line end cuts', () => {
  it.each([
    ['This is the long-', 'term plan.', 'This is the long-term plan.'],
    ['The plant is self-', 'financing.', 'The plant is self-financing.'],
    ['He has twenty-', 'five people.', 'He has twenty-five people.'],
    ['The anti-', 'corruption law is new.', 'The anti-corruption law is new.'],
    ['The manage-', 'ment is new.', 'The management is new.'],
    ['It is under-', 'stood by all.', 'It is understood by all.'],
    ['A Franco-', 'German firm.', 'A Franco-German firm.'],
    ['It was built in 2019-', '2023 and is open.', 'It was built in 2019-2023 and is open.'],
  ])('%s / %s', async (first, second, text) => {
    const wide = linesAt(50, 740, [WIDE]);
    expect((await read(wide, linesAt(50, 700, [first, second]))).join(' ')).toContain(text);
  });
});

describe('a sentence around what is set apart', () => {
  const text = (lines: readonly string[], y = 740) => linesAt(50, y, lines);

  it('continues after the footnotes of its page', async () => {
    const pages = [
      [
        ...text([WIDE, 'The old depot is sold, provided that the buyer keeps']),
        ...linesAt(50, 90, ['1 Minutes of 12 March, page 4.'], 8),
      ],
      text(['the facade and pays 400,000 euros.']),
    ];
    const blocks = blocksOf((await readBytes('a.pdf', makePdf(pages))).body);
    expect(blocks.slice(-2)).toEqual([
      expect.stringContaining('provided that the buyer keeps the facade and pays 400,000 euros.'),
      'paragraph: 1 Minutes of 12 March, page 4.',
    ]);
  });

  it('begins with a letter that is set over several lines', async () => {
    const cap = { x: 50, y: 680, text: 'T', size: 36 };
    const beside = linesAt(75, 704, ['he plant in Lyon makes valves and sells', 'them abroad. It runs in three halls']);
    expect(await read(text([WIDE, WIDE]), [cap], beside, linesAt(50, 680, ['and two offices.']))).toContainEqual(
      expect.stringContaining('The plant in Lyon makes valves and sells them abroad.'),
    );
  });

  it('is no heading behind a larger bullet', async () => {
    const bullet = { x: 50, y: 700, text: '•', size: 14 };
    expect(await read(text([WIDE, WIDE]), [bullet], [{ x: 58, y: 700, text: 'Two halls were closed.' }])).toContain(
      'item 1: Two halls were closed.',
    );
  });

  it('ends before a clause with its sign', async () => {
    const blocks = await read(text([WIDE, WIDE, '§ 3 Deposit']));
    expect(blocks.at(-1)).toBe('paragraph: § 3 Deposit');
  });
});

describe('lines of a list without marks', () => {
  it('are not joined, also over the end of a page', async () => {
    const items = [
      ['40 bags of cement at 6.20 euros each', '12 buckets of primer at 18 euros each'],
      ['300 metres of cable at 0.90 euros a metre'],
      ['6 fire doors at 410 euros each', 'One door is damaged at the frame.'],
    ];
    const body = (await readBytes('a.pdf', makePdf(items.map((lines) => linesAt(50, 740, lines))))).body;
    expect(blocksOf(body)).toEqual(items.flat().map((line) => `paragraph: ${line}`));
  });
});

it('reads lines that end at the right edge one by one', async () => {
  // Each digit is as wide as the others.
  const head = ['110770 4040', '12 40', '5400 440', 'Bergweg 17, Oberalm'];
  const ends = head.slice(0, 3).map((text, i) => {
    return { x: 550 - 5.56 * text.length + (text.match(/ /g) ?? []).length * 2.78, y: 740 - 12 * i, text };
  });
  const body = await read(ends, linesAt(50, 704, [head[3]!]), linesAt(50, 600, [WIDE]));
  expect(body.slice(0, 4)).toEqual(head.map((line) => `paragraph: ${line}`));
});

describe('a sentence in ragged text', () => {
  it('continues with a capital after a word that cannot end a sentence', async () => {
    const lines = ['The new bridge in Oulu was handed over in', 'May and the second one will follow.'];
    expect((await read(linesAt(50, 740, [WIDE]), linesAt(50, 700, lines))).join('|')).toContain(lines.join(' '));
  });

  it('goes on with a capital or a number where the lines above and below are as long', async () => {
    const lines = [
      'The town has chosen the second offer of',
      'the builder, and the mayor thanked',
      'Anna Berg for it. The bridge will cost',
      '40 million euros, which is less than was',
      'said in the spring.',
    ];
    expect((await read(linesAt(50, 740, [WIDE]), linesAt(50, 700, lines))).join('|')).toContain(lines.join(' '));
  });

  it('does not go on from line to line of an address', async () => {
    const lines = ['Acme Valves Ltd', 'Main Street 55', '89073 Ulm'];
    const found = await read(linesAt(50, 740, [WIDE]), linesAt(50, 700, lines));
    expect(found.slice(-3)).toEqual(lines.map((line) => `paragraph: ${line}`));
  });
});

describe('a marker that a wide gap divides from its text', () => {
  const clauses = (markers: readonly string[]) =>
    markers.flatMap((marker, i) => [
      { x: 72, y: 700 - 24 * i, text: marker },
      ...linesAt(108, 700 - 24 * i, ['The Buyer pays the price of the goods', 'within 30 days of their receipt.']),
    ]);

  it.each([
    ['2.1', '2.2'],
    ['(a)', '(b)'],
    ['.1', '.2'],
    ['12', '13'],
    ['iv.', 'v.'],
  ])('%s begins an item of several lines', async (...markers) => {
    const text = 'The Buyer pays the price of the goods within 30 days of their receipt.';
    const body = (await readBytes('a.pdf', makePdf([clauses(markers)]))).body;
    expect(blocksOf(body)).toEqual([`item 1: ${text}`, `item 1: ${text}`]);
    expect(body.text).toBe(markers.map((marker) => `${marker} ${text}`).join('\n'));
  });

  it('is a dash where it is a sign', async () => {
    const body = (await readBytes('a.pdf', makePdf([clauses(['!', '!'])]))).body;
    expect(body.text).toMatch(/^- The Buyer .+\n- The Buyer .+$/);
  });

  it('is a cell of a table below the names of its columns', async () => {
    const rows = [
      ['No.', 'Plant'],
      ['1', 'Lyon'],
      ['2', 'Metz'],
    ];
    const cells = rows.flatMap((row, i) => row.map((text, k) => ({ x: 50 + 100 * k, y: 700 - 14 * i, text })));
    expect(await read(cells)).toEqual([
      'head: | No. | Plant |\n| --- | --- |',
      'row: | 1 | Lyon |',
      'row: | 2 | Metz |',
    ]);
  });
});

describe('numbers of lines in the margin', () => {
  const LINES = [
    'A. We signed it on the fourth of March, and the',
    'landlord asked for a deposit of',
    '1,800 euros, which I paid in cash on the same',
    'day in his office. The guard told me that',
    'two trucks had left at eight without any papers,',
    'and that nobody had asked him about it.',
  ];
  const numbered = (numbers: readonly number[]) => [
    ...LINES.map((text, i) => ({ x: 110, y: 700 - 24 * i, text })),
    ...numbers.map((number) => ({ x: 60, y: 700 - 24 * (number - 3), text: String(number) })),
  ];

  it.each([[[3, 4, 5, 6, 7, 8]], [[4, 6, 8]]])('are left out: %j', async (numbers) => {
    expect(await read(numbered(numbers))).toEqual([`paragraph: ${LINES.join(' ')}`]);
  });

  it('are markers where each line is an item', async () => {
    const items = ['The Buyer pays the price.', 'The Seller delivers the goods.', 'Both keep this contract.'];
    const lines = items.flatMap((text, i) => [
      { x: 60, y: 700 - 12 * i, text: String(i + 1) },
      { x: 110, y: 700 - 12 * i, text },
    ]);
    expect(await read(lines)).toEqual(items.map((text) => `item 1: ${text}`));
  });
});

describe('a sentence in larger letters than a table', () => {
  it('is no heading', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => ({
      x: 50,
      y: 680 - 12 * i,
      text: `A long row of a table in small letters, no. ${i}`,
      size: 8,
    }));
    const words = [{ x: 50, y: 720, text: 'The council adopted the plan on 7 March.', size: 10 }, ...rows];
    expect((await readBytes('a.pdf', makePdf([words]))).body.blocks[0]!.kind).toBe('paragraph');
  });
});
