import { describe, expect, it } from 'vitest';
import { makePdf, type PdfWords, pdfOf } from '../../../../scripts/fuzz/sample-files.ts';
import { placeIn } from '../../../../src/documents/place.ts';
import { readBytes } from '../../../../src/documents/read/read-bytes.ts';

/** Lines of cells at these places; `null` for no cell. */
function cellsAt(
  xs: readonly number[],
  rows: readonly (readonly (string | null)[])[],
  ys?: readonly number[],
): PdfWords[] {
  return rows.flatMap((row, i) =>
    row.flatMap((text, k) => (text === null ? [] : [{ x: xs[k]!, y: ys?.[i] ?? 700 - 16 * i, text }])),
  );
}

async function read(words: readonly PdfWords[]) {
  return (await readBytes('a.pdf', makePdf([words]))).body;
}

const XS = [50, 200, 350];
const HEAD = ['Plant', 'Country', 'Staff'];
const LYON = ['Lyon', 'France', '350'];
const GRAZ = ['Graz', 'Austria', '40'];

function table(...rows: readonly (readonly string[])[]): string {
  const [head, ...others] = rows;
  return [head!, head!.map(() => '---'), ...others].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

describe('columns with narrow gaps', () => {
  const at = (xs: readonly number[], rows: readonly (readonly string[])[]) => {
    return rows.flatMap((row, i) => row.map((text, k) => ({ x: xs[k]!, y: 700 - 14 * i, text })));
  };

  it('are known by the other rows, also where a long name reaches into the next one', async () => {
    const rows = Array.from({ length: 20 }, (_, i) => [
      `Name ${i + 10}`,
      'Vienna',
      '09/10/2013',
      'CASH',
      String(i + 100),
    ]);
    rows[7]![0] = 'Valsangiacomo Blanco';
    const body = await read(at([50, 110, 200, 261, 400], [['Name', 'City', 'Date', 'Type', 'Sum'], ...rows]));
    expect(body.text.split('\n').slice(0, 3)).toEqual([
      '| Name | City | Date | Type | Sum |',
      '| --- | --- | --- | --- | --- |',
      '| Name 10 | Vienna | 09/10/2013 | CASH | 100 |',
    ]);
    expect(body.text).toContain('| 09/10/2013 | CASH | 107 |');
  });

  it('have cells of two lines where each row lacks a cell, below the lines of an account', async () => {
    const words = [
      { x: 50, y: 740, text: 'Nordhav Bank' },
      { x: 460, y: 740, text: 'Page 1' },
      { x: 50, y: 728, text: 'Account 8812 4471 20 of Anna Berg' },
      ...[
        ['Date', 'Description', 'Paid out', 'Paid in', 'Balance'],
        ['03 Oct', 'Rent', '980.00', '', '2,432.55'],
        ['10 Oct', 'Salary', '', '3,150.00', '5,582.55'],
        ['16 Oct', 'Power', '112.75', '', '5,469.80'],
      ].flatMap((row, i) => row.map((text, k) => ({ x: [50, 100, 220, 340, 460][k]!, y: 700 - 24 * i, text }))),
      { x: 100, y: 667, text: 'Haus Verwaltung' },
      { x: 100, y: 643, text: 'Fjord AS' },
    ].filter(({ text }) => text !== '');
    const body = await read(words);
    expect(body.text).toContain(
      'Account 8812 4471 20 of Anna Berg\n\n| Date | Description | Paid out | Paid in | Balance |',
    );
    expect(body.text).toContain('| 03 Oct | Rent Haus Verwaltung | 980.00 |  | 2,432.55 |');
    expect(body.text).toContain('| 10 Oct | Salary Fjord AS |  | 3,150.00 | 5,582.55 |');
  });
});

describe('lines with gaps one below the other', () => {
  it('are the rows of a table under its names, on the line of the page where each is', async () => {
    const body = await read(cellsAt(XS, [HEAD, LYON, GRAZ]));
    expect([body.text, body.notes]).toEqual([table(HEAD, LYON, GRAZ), []]);
    const place = placeIn({ ...body, file: '', format: 'pdf', sha256: '' }, body.text.indexOf('40'));
    expect(place).toEqual({ page: 1, line: 3, headings: [], columns: HEAD });
  });

  it('have no names where no amounts are below the first', async () => {
    const body = await read(
      cellsAt(XS, [
        ['Lyon', 'France', 'valves'],
        ['Graz', 'Austria', 'seals'],
      ]),
    );
    expect(body.text).toBe('| Lyon | France | valves |\n| Graz | Austria | seals |');
  });

  it('may lack cells, and have values at the right of their columns', async () => {
    const rows = [HEAD, ['Lyon', null, '350'], ['Graz', 'Austria', null], ['Ulm', 'Germany', '1,040']];
    const words = cellsAt(XS, rows).map((word) => (word.text === '1,040' ? { ...word, x: 345 } : word));
    expect((await read(words)).text).toBe(
      table(HEAD, ['Lyon', '', '350'], ['Graz', 'Austria', ''], ['Ulm', 'Germany', '1,040']),
    );
  });

  it('keep cells apart that only a space divides in one of them', async () => {
    const wide = 'The old plant next to Lyon';
    const words = cellsAt([50, 180, 350], [HEAD, [wide, 'France', '350'], GRAZ]);
    expect((await read(words)).text).toBe(table(HEAD, [wide, 'France', '350'], GRAZ));
  });

  it('join the names of a group of columns with each name below', async () => {
    const words = [
      ...cellsAt([50, 260], [['City', 'Units sold in the years']], [720]),
      ...cellsAt(
        [50, 200, 400],
        [
          [null, '2022', '2023'],
          ['Oslo', '9', '11'],
          ['Metz', '12', '8'],
        ],
      ),
    ];
    const names = ['City', 'Units sold in the years 2022', 'Units sold in the years 2023'];
    expect((await read(words)).text).toBe(table(names, ['Oslo', '9', '11'], ['Metz', '12', '8']));
  });

  it('belong to one row where they are nearer to each other than rows are', async () => {
    const rows = [HEAD, LYON, [null, 'in the south', null], GRAZ];
    const body = await read(cellsAt(XS, rows, [700, 676, 664, 640]));
    expect(body.text).toBe(table(HEAD, ['Lyon', 'France in the south', '350'], GRAZ));
    const names = [HEAD, ['Lyon and the', 'France', '350'], ['old port', null, null], GRAZ];
    expect((await read(cellsAt(XS, names, [700, 676, 664, 640]))).text).toBe(
      table(HEAD, ['Lyon and the old port', 'France', '350'], GRAZ),
    );
    const last = [HEAD, GRAZ, ['Lyon and the', 'France', '350'], ['old port', null, null]];
    expect((await read(cellsAt(XS, last, [700, 676, 652, 640]))).text).toBe(
      table(HEAD, GRAZ, ['Lyon and the old port', 'France', '350']),
    );
    const even = await read(cellsAt(XS, rows));
    expect(even.text).toBe(table(HEAD, LYON, ['', 'in the south', ''], GRAZ));
  });

  it('are of several tables where a blank band is between them, and of one over two pages', async () => {
    const [above, below] = [cellsAt(XS, [HEAD, LYON]), cellsAt(XS, [HEAD, GRAZ], [630, 614])];
    expect((await read([...above, ...below])).text).toBe(`${table(HEAD, LYON)}\n\n${table(HEAD, GRAZ)}`);
    for (const rows of [[GRAZ], [HEAD, GRAZ]]) {
      const pdf = makePdf([cellsAt(XS, [HEAD, LYON]), cellsAt(XS, rows)]);
      expect((await readBytes('a.pdf', pdf)).body.text).toBe(table(HEAD, LYON, GRAZ));
    }
  });

  it('keep the first of several facts, which names no columns', async () => {
    const lists = [
      [
        ['Seat', 'Oslo'],
        ['Staff', '350'],
        ['Founded', '1998'],
      ],
      [
        ['Tenant', 'Ann Roe'],
        ['Rent', '900 EUR'],
        ['Size', '62 m'],
      ],
    ];
    for (const rows of lists)
      expect((await read(cellsAt(XS, rows))).text).toBe(
        rows.map(([name, value]) => `| ${name} | ${value} |`).join('\n'),
      );
  });

  it.each([
    ['Price', '40 EUR', '9 EUR'],
    ['Unit Price', '$12', '$40'],
    ['Net Sales', '350', '420'],
    ['Price', '$12', '40'],
    ['Weight', '3 kg', '20 g'],
  ])('keep the names of two columns: %s', async (name, one, other) => {
    const rows = [
      ['Item', name],
      ['Pump', one],
      ['Valve', other],
    ];
    expect((await read(cellsAt(XS, rows))).text).toBe(table(...rows));
  });

  it('are of another table on the next page where they have words below amounts', async () => {
    const items = [
      ['Item', 'Price'],
      ['Pump', '40'],
      ['Valve', '9'],
    ];
    const cities = [
      ['City', 'Mayor'],
      ['Oslo', 'Roe'],
    ];
    const pdf = makePdf([cellsAt(XS, items), cellsAt(XS, cities)]);
    expect((await readBytes('a.pdf', pdf)).body.text).toBe(`${table(...items)}\n\n| City | Mayor |\n| Oslo | Roe |`);
  });

  it('are names and values where each first cell ends with a colon', async () => {
    const body = await read(
      cellsAt(
        [50, 200],
        [
          ['Plant:', 'Lyon'],
          ['Staff:', '350'],
        ],
      ),
    );
    expect(body.text).toBe('Plant: Lyon\n\nStaff: 350');
  });
});

it('takes time that grows with the page for rows of many cells', async () => {
  const time = async (count: number) => {
    const begun = process.cpuUsage();
    const rows = Array.from({ length: 4 }, () => Array.from({ length: count }, (_, i) => `${i}`));
    await read(
      cellsAt(
        Array.from({ length: count }, (_, i) => 40 * i),
        rows,
      ),
    );
    return process.cpuUsage(begun).user;
  };
  await time(500);
  const short = await time(2_000);
  expect(await time(16_000)).toBeLessThan(24 * short);
});

it('leaves lines as they stand whose gaps are not one below the other', async () => {
  const words = [
    ...cellsAt([50, 200], [['Plant of Lyon', 'in France, with three hundred and fifty people']], [700]),
    ...cellsAt([50, 330], [['A plant that has been closed for years', 'in Austria']], [684]),
  ];
  const body = await read(words);
  expect(body.text.split('\n\n')).toEqual([
    'Plant of Lyon\tin France, with three hundred and fifty people',
    'A plant that has been closed for years\tin Austria',
  ]);
  expect(body.notes).toEqual(['Tables were read line by line, because their cells could not be detected.']);
});

describe('the rows of a table', () => {
  const sized = (words: readonly PdfWords[], size: number) => words.map((one) => ({ ...one, size }));

  it('are under names that no amounts are below, where these have another size', async () => {
    const rows = [
      ['Lyon', 'Ms Rau', 'done'],
      ['Graz', 'Mr Bo', 'begun'],
      ['Oslo', 'Ms Li', 'planned'],
    ];
    const names = sized(cellsAt(XS, [['Plant', 'Head', 'State']]), 8);
    const body = await read([...names, ...cellsAt(XS, [[null, null, null], ...rows])]);
    expect(body.text).toBe(table(['Plant', 'Head', 'State'], ...rows));
  });

  it('have no sums as names', async () => {
    const rows = [
      ['Net', '2,504.00', 'Tax', '500.80'],
      ['Paid', '100.00', 'Open', '2,904.80'],
    ];
    const body = await read([
      ...sized(cellsAt([50, 150, 250, 350], [rows[0]!]), 12),
      ...cellsAt([50, 150, 250, 350], [[], rows[1]!]),
    ]);
    expect(body.text).not.toContain('---');
  });

  it('have the lines of their cells, where these are nearer to each other than the rows', async () => {
    const rows = [
      ['Plant', 'Head', 'Plan'],
      ['The plant', 'Ms Rau', 'Replace both boilers,'],
      ['in Lyon', 'and staff', 'which are old, before'],
      [null, null, 'the winter.'],
      ['Graz', 'Mr Bo', 'None'],
      ['Oslo', 'Ms Li', 'Paint the hall and the'],
      [null, null, 'roof in May.'],
    ];
    const body = await read(cellsAt(XS, rows, [700, 680, 668, 656, 634, 612, 600]));
    expect(body.text.split('\n').slice(-3)).toEqual([
      '| The plant in Lyon | Ms Rau and staff | Replace both boilers, which are old, before the winter. |',
      '| Graz | Mr Bo | None |',
      '| Oslo | Ms Li | Paint the hall and the roof in May. |',
    ]);
  });

  it('stay apart where amounts are below each other, in groups with a blank line between', async () => {
    const rows = [
      ['Plant', 'Staff', 'Lines'],
      ['Lyon', '350', '4'],
      ['graz', '40', null],
      ['Oslo', '20', '2'],
      ['bonn', '30', null],
    ];
    const body = await read(cellsAt(XS, rows, [700, 688, 676, 650, 638]));
    expect(body.text).toContain('| graz | 40 |  |\n| Oslo | 20 | 2 |');
  });
});

describe('a table with other lines', () => {
  it('ends before sums whose names reach over its columns', async () => {
    const rows = [
      ['Work', 'Hours', 'Rate', 'Total'],
      ['Cleaning', '31', '48', '1,488'],
      ['Retouching', '14', '52', '728'],
    ];
    const sums = [
      { x: 320, y: 640, text: 'Net' },
      { x: 160, y: 626, text: 'Total to pay in EUR this month' },
    ];
    const amounts = ['2,216', '3,004'].map((text, i) => ({ x: 400, y: 640 - 14 * i, text }));
    const body = await read([...cellsAt([50, 180, 280, 400], rows), ...sums, ...amounts]);
    expect(body.text.startsWith(table(...rows))).toBe(true);
  });

  it('is next to an address', async () => {
    const rows = [
      ['Invoice:', '2024-0093', 'Museum'],
      ['Issued:', '19 January', 'Place Broglie 2'],
      [null, null, 'Strasbourg'],
    ];
    const body = await read(cellsAt(XS, rows));
    expect(body.text.split('\n\n')).toEqual([
      'Invoice: 2024-0093',
      'Issued: 19 January',
      'Museum',
      'Place Broglie 2',
      'Strasbourg',
    ]);
  });

  it('has cells whose lines are between those of others', async () => {
    const at = (y: number, ...cells: (string | null)[]) =>
      cells.flatMap((text, k) => (text === null ? [] : [{ x: XS[k]!, y, text }]));
    const body = await read([
      ...at(700, 'Hazard', 'Who', 'Plan'),
      ...at(676, 'Wet floor where', null, 'Buy a second set'),
      ...at(670, null, 'Visitors', null),
      ...at(664, 'it rains', null, 'of mats'),
      ...at(640, null, 'Staff and', 'Fix a rail'),
      ...at(634, 'Ladder', null, null),
      ...at(628, null, 'helpers', 'by May'),
    ]);
    expect(body.text).toBe(
      '| Hazard | Who | Plan |\n| Wet floor where it rains | Visitors | Buy a second set of mats |\n| Ladder | Staff and helpers | Fix a rail by May |',
    );
  });
});

describe('two tables next to each other', () => {
  const at = [50, 130, 200, 300, 400];

  it('are read one after the other where the last names are the same', async () => {
    const body = await read(
      cellsAt(at, [
        ['Pay', 'Units', 'Amount', 'Deduction', 'Amount'],
        ['Basic', '162', '2,437', 'Tax', '341'],
        ['Night', '6', '54', 'Pension', '136'],
      ]),
    );
    expect(body.text).toBe(
      `${table(['Pay', 'Units', 'Amount'], ['Basic', '162', '2,437'], ['Night', '6', '54'])}\n\n${table(['Deduction', 'Amount'], ['Tax', '341'], ['Pension', '136'])}`,
    );
  });

  it('are read one after the other where the second one has more rows', async () => {
    const rows = [
      ['Pay', 'Units', 'Sum', 'Deduction', 'Due'],
      ['Basic', '162', '2,437', 'Tax', '341'],
      [null, null, null, 'Pension', '136'],
    ];
    expect((await read(cellsAt(at, rows))).text).toContain(
      `\n\n${table(['Deduction', 'Due'], ['Tax', '341'], ['Pension', '136'])}`,
    );
  });

  it('are one where each row goes on', async () => {
    const rows = [
      ['Name', 'Age', 'City', 'Pay'],
      ['Ann', '30', 'Oslo', '100'],
      ['Bo', '40', 'Bonn', '200'],
    ];
    expect((await read(cellsAt(at, rows))).text).toBe(table(...rows));
  });
});

describe('turned names of columns', () => {
  const shown = (x: number, y: number, text: string) => `BT /F1 10 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`;
  const turned = (x: number, y: number, text: string) => `BT /F1 10 Tf 0 1 -1 0 ${x} ${y} Tm (${text}) Tj ET`;
  const rows = [
    ['Lyon', 'open', 'shut'],
    ['Graz', 'shut', 'open'],
  ];
  const cells = rows.flatMap((row, i) => row.map((text, k) => shown([50, 150, 200][k]!, 600 - 16 * i, text)));
  const read = async (...content: readonly string[]) =>
    (await readBytes('a.pdf', pdfOf([[...cells, ...content].join(' ')]))).body.text;

  it('are those of the table below', async () => {
    const names = [turned(165, 616, 'January and May'), turned(215, 616, 'June')];
    expect(await read(...names)).toBe(table(['', 'January and May', 'June'], ...rows));
  });

  it('stay apart where no cells are below', async () => {
    const words = [turned(400, 616, 'Oslo plant'), turned(430, 616, 'Metz plant')];
    expect(await read(...words)).toContain('Oslo plant\n\nMetz plant');
  });
});

it('are not joined by a title in larger letters right above them', async () => {
  const cell = (x: number, y: number, text: string, size = 10) => `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`;
  const row = (y: number, ...texts: string[]) => texts.map((text, i) => cell([60, 300][i]!, y, text)).join(' ');
  const content = [
    cell(150, 718, 'Price list', 16),
    row(700, 'Item', 'Price'),
    row(686, 'Roll', '0.60'),
    row(672, 'Tart', '4.10'),
  ];
  const { text } = (await readBytes('a.pdf', pdfOf([content.join(' ')]))).body;
  expect(text).toBe(`# Price list\n\n${table(['Item', 'Price'], ['Roll', '0.60'], ['Tart', '4.10'])}`);
});
