import { describe, expect, it } from 'vitest';
import { linesAt, makePdf, type PdfWords } from '../../../../scripts/fuzz/sample-files.ts';
import { columnsOf } from '../../../../src/documents/read/pdf/columns.ts';
import { readBytes } from '../../../../src/documents/read/read-bytes.ts';
import { blocksOf } from '../../support/blocks.ts';

async function read(...words: readonly (readonly PdfWords[])[]) {
  return blocksOf((await readBytes('a.pdf', makePdf([words.flat()]))).body);
}

const LIBRARY = [
  'The library is open until',
  'eight in the evening from',
  'Monday to Friday and until',
  'five on Saturday. Readers',
  'may borrow ten books at a',
  'time for four weeks, and',
  'they may renew them twice',
  'when nobody else has asked',
  'for them.',
];
const ROOM = [
  'A new reading room was',
  'opened by the mayor in May.',
  'It has forty desks with',
  'lamps, and a quiet corner',
  'for children. The old room',
  'is used for the archive of',
  'the town, which is moved',
  'there in the autumn of the',
  'year 2031.',
];
const CAFE = [
  'Opening hours of the cafe',
  'are shorter in summer. The',
  'cafe sells coffee and cake',
  'which are made by pupils of',
  'the school next door. They',
  'earn money for a journey to',
  'Rome with it, and learn how',
  'a business is run by',
  'themselves.',
];
const COLUMNS = [LIBRARY, ROOM, CAFE];
const PROSE = COLUMNS.map((lines) => `paragraph: ${lines.join(' ')}`);

function wrapped(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    if (lines.at(-1)!.length + word.length >= width) lines.push('');
    lines.push(`${lines.pop()} ${word}`.trim());
  }
  return lines;
}

function cellsAt(xs: readonly number[], y: number, rows: readonly (readonly string[])[]): PdfWords[] {
  return rows.flatMap((row, i) => row.map((text, k) => ({ x: xs[k]!, y: y - 12 * i, text })));
}

function rowOf(cells: readonly string[]): string {
  return `row: | ${cells.join(' | ')} |`;
}

describe('columns of prose', () => {
  it('are read so where there are only four lines', async () => {
    const lines = COLUMNS.map((all) => all.slice(0, 4));
    expect(await read(...lines.map((own, i) => linesAt(50 + 170 * i, 760, own)))).toEqual(
      lines.map((own) => `paragraph: ${own.join(' ')}`),
    );
  });

  it('are read one after the other where there are three', async () => {
    expect(await read(...COLUMNS.map((lines, i) => linesAt(50 + 170 * i, 760, lines)))).toEqual(PROSE);
  });

  it('are read apart from a sidebar of short lines with their own distances', async () => {
    const facts = [
      'At a glance',
      'Length: 169 km',
      'Stations: 22',
      'Gauge: 1,435 mm',
      'Owner: the state',
      'Drivers: 240',
    ];
    const sidebar = facts.map((text, i) => ({ x: 300, y: 761 - 10 * i, text, size: 9 }));
    const blocks = await read(linesAt(50, 760, LIBRARY), sidebar);
    expect(blocks[0]).toBe(PROSE[0]);
    expect(blocks).toEqual(expect.arrayContaining(['paragraph: Stations: 22', 'paragraph: Gauge: 1,435 mm']));
    // Cells share the base lines of the rows.
    const cells = facts.map((text, i) => ({ x: 300, y: 760 - 12 * i, text }));
    expect((await read(linesAt(50, 760, LIBRARY), cells))[0]).not.toBe(PROSE[0]);
  });

  it('are read so between a title and a line over all of them, on base lines of their own', async () => {
    const title = linesAt(50, 790, ['Town news of the week in three columns'], 18);
    const end = linesAt(50, 600, [
      'A full line over all columns ends the page, and names who wrote it and when it was printed.',
    ]);
    expect(await read(title, ...COLUMNS.map((lines, i) => linesAt(50 + 170 * i, 760 - 3 * i, lines)), end)).toEqual([
      'heading 1: Town news of the week in three columns',
      ...PROSE,
      'paragraph: A full line over all columns ends the page, and names who wrote it and when it was printed.',
    ]);
  });

  it.each([4, 5])('are read so where there are %i', async (count) => {
    const text = COLUMNS.flat().join(' ');
    const lines = wrapped(text, 20);
    const length = Math.ceil(lines.length / count);
    const columns = Array.from({ length: count }, (_, i) => lines.slice(i * length, (i + 1) * length));
    expect(await read(...columns.map((column, i) => linesAt(20 + 115 * i, 760, column)))).toEqual([
      `paragraph: ${text}`,
    ]);
  });

  it('are read so where one is narrow', async () => {
    const wide = wrapped([...ROOM, ...CAFE, ...ROOM, ...CAFE].join(' '), 70);
    expect(await read(linesAt(40, 760, LIBRARY), linesAt(220, 760, wide))).toEqual([
      PROSE[0],
      `paragraph: ${wide.join(' ')}`,
    ]);
  });

  it('may contain a table within one column', async () => {
    const rows = [
      ['Room', 'Desks', 'Lamps'],
      ['North', '40', '41'],
      ['South', '22', '23'],
      ['Attic', '7', '9'],
    ];
    const left = [
      ...linesAt(50, 760, [...LIBRARY, ...ROOM]),
      ...cellsAt([50, 110, 170], 530, rows),
      ...linesAt(50, 470, ROOM),
    ];
    expect(await read(left, linesAt(300, 760, [...CAFE, ...LIBRARY, ...ROOM, ...CAFE]))).toEqual([
      PROSE[0],
      PROSE[1],
      'head: | Room | Desks | Lamps |\n| --- | --- | --- |',
      ...rows.slice(1).map(rowOf),
      PROSE[1],
      PROSE[2],
      PROSE[0],
      PROSE[1],
      PROSE[2],
    ]);
  });
});

describe('columns below a wide summary', () => {
  const facts = [
    'Received in May 2031',
    'Accepted in June 2031',
    'Rooms and libraries',
    'Coffee and cake',
    'Town history',
  ];
  const text = [...ROOM, ...CAFE, ...LIBRARY, ...ROOM].join(' ');
  const read2 = async (summary: readonly string[], ...words: readonly (readonly PdfWords[])[]) => {
    const y = 740 - 12 * summary.length;
    const [left, right] = [wrapped(text, 45), wrapped(text, 45)];
    return (await read(...words, linesAt(50, y, left), linesAt(320, y, right))).map((block) =>
      block.replace('paragraph: ', ''),
    );
  };

  it('are read one after the other', async () => {
    const summary = wrapped(`${text} ${text}`, 75);
    expect((await read2(summary, linesAt(50, 780, summary))).join(' ')).toBe(`${summary.join(' ')} ${text} ${text}`);
  });

  it('are read after facts on the same base lines as the summary', async () => {
    // Justified lines are equally wide.
    const lines = [
      'and the old room is used for the archive of the town',
      'until eight in the evening and five on all Saturdays',
    ];
    const summary = Array.from({ length: 12 }, (_, i) => lines[i % 2]!);
    const found = await read2(summary, linesAt(50, 780, facts), linesAt(230, 780, summary));
    expect(found.join(' ')).toBe(`${facts.join(' ')} ${summary.join(' ')} ${text} ${text}`);
  });
});

describe('a table over the page', () => {
  it('is read row by row, also where its cells are as wide as their columns', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => [`Plant ${i} of Acme`, 'Norway and Sweden', String(40 + i)]);
    expect(await read(cellsAt([50, 200, 350], 750, rows))).toEqual(rows.map(rowOf));
  });

  it('is read row by row below columns', async () => {
    const rows = Array.from({ length: 4 }, (_, i) => [`Plant ${i}`, 'Norway', 'Valves', String(40 + i)]);
    const found = await read(
      ...COLUMNS.map((lines, i) => linesAt(50 + 170 * i, 760, lines)),
      cellsAt([50, 160, 290, 430], 600, rows),
    );
    expect(found).toEqual([...PROSE, ...rows.map(rowOf)]);
  });
});

it('finds no columns on a page that is a billion points wide, in bounded memory', () => {
  const segment = { text: 'Acme', right: 0, y: 700, size: 10 };
  expect(columnsOf([[{ ...segment, x: 0, right: 20 }], [{ ...segment, x: 1e9, right: 1e9 + 20 }]])).toEqual({
    left: 0,
    right: 1e9 + 20,
  });
});

it('reads a last column that ends after two lines', async () => {
  const rest = ['the wall, which is why', 'it was repaired in May.'];
  const found = await read(
    linesAt(50, 760, [...LIBRARY.slice(0, -1), 'for them, or stand at']),
    linesAt(320, 760, rest),
  );
  expect(found).toEqual([`paragraph: ${[...LIBRARY.slice(0, -1), 'for them, or stand at', ...rest].join(' ')}`]);
});

describe('lines that end with numbers', () => {
  it('are rows of a table where as many stand on lines one below the other', async () => {
    expect(await read(linesAt(50, 760, ['Long brass screw 1,240 0.35', 'Washer of zinc 8,100 (0.02)']))).toEqual([
      'code: Long brass screw 1,240 0.35',
      'code: Washer of zinc 8,100 (0.02)',
    ]);
  });

  it('are prose where the next line ends with others', async () => {
    const lines = ['The plants that were counted had numbers 14 25', 'and 16, which the list of 2030 does not name 7.'];
    expect(await read(linesAt(50, 760, lines))).toEqual([`paragraph: ${lines.join(' ')}`]);
  });
});

describe('columns that are no prose', () => {
  const partsOf = async (...words: readonly (readonly PdfWords[])[]) =>
    (await readBytes('a.pdf', makePdf([words.flat()]))).body.text.split(/\n+/);

  it('are lists next to each other', async () => {
    const before = linesAt(
      50,
      700,
      ['Before', '\x95 A trip by van took 24', 'minutes', '\x95 Fines of 310 euros a', 'month'],
      12,
    );
    const after = linesAt(320, 700, ['After', '\x95 A trip by bike took 17', 'minutes', '\x95 No fines at all'], 12);
    const items = (await partsOf(before, after)).filter((one) => one.startsWith('- '));
    expect(items).toEqual([
      '- A trip by van took 24 minutes',
      '- Fines of 310 euros a month',
      '- A trip by bike took 17 minutes',
      '- No fines at all',
    ]);
  });

  it('are the blocks of a catalogue, each under a name in other letters', async () => {
    const card = (x: number, y: number, name: string, lines: readonly string[]) => [
      { x, y, text: name, size: 12 },
      ...linesAt(x, y - 14, lines, 10),
    ];
    const text = await partsOf(
      card(50, 700, 'Hand plane', ['Cast iron with a blade of', 'fifty millimetres.', '64.90']),
      card(50, 600, 'Bench vice', ['Opens wide and is fixed with', 'three bolts.', '79.00']),
      card(320, 700, 'Dovetail saw', ['Blade of steel with sixteen', 'teeth to the inch.', '42.00']),
      card(320, 600, 'Oil stone', ['Coarse on one side and fine', 'on the other.', '23.40']),
    );
    expect(text).toEqual([
      ...['# Hand plane', 'Cast iron with a blade of fifty millimetres.', '64.90'],
      ...['# Bench vice', 'Opens wide and is fixed with three bolts.', '79.00'],
      ...['# Dovetail saw', 'Blade of steel with sixteen teeth to the inch.', '42.00'],
      ...['# Oil stone', 'Coarse on one side and fine on the other.', '23.40'],
    ]);
  });

  it('go on past a quotation that is set between them', async () => {
    const left = [
      ...LIBRARY.slice(0, 3),
      'six. Readers borrow',
      'some ten books and',
      'films at a time for a',
      ...LIBRARY.slice(6),
    ];
    const right = [...ROOM.slice(0, 3), 'lamps, and quiet', 'corners for small', 'children who read', ...ROOM.slice(6)];
    const isBesideQuote = (i: number) => i > 2 && i < 6;
    const words = [
      ...left.map((line, i) => ({ x: 50, y: 700 - 12 * i, text: line })),
      ...right.map((line, i) => ({ x: isBesideQuote(i) ? 240 : 195, y: 700 - 12 * i, text: line })),
    ];
    const quote = linesAt(160, 656, ['We lend', 'all books'], 14);
    const text = await partsOf(words, quote);
    expect(text.slice(0, 2)).toEqual([left.join(' '), right.join(' ')]);
    expect(text).toContain('# We lend all books');
  });
});
