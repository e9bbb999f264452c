import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { makeXlsxOf, zipped } from '../../../scripts/fuzz/sample-files.ts';
import { readBytes } from '../../../src/documents/read/read-bytes.ts';
import { numberText } from '../../../src/documents/read/xlsx/number-text.ts';
import { blocksOf } from '../support/blocks.ts';

type Cells = readonly (readonly [place: string, value: string | number, style?: number])[];

function sheetData(cells: Cells, rowAttributes: Readonly<Record<number, string>> = {}): string {
  const lines = [...new Set(cells.map(([place]) => Number(/\d+$/.exec(place)![0])))];
  const cell = ([place, value, style = 0]: Cells[number]) =>
    typeof value === 'number'
      ? `<c r="${place}" s="${style}"><v>${value}</v></c>`
      : `<c r="${place}" s="${style}" t="inlineStr"><is>${value.startsWith('<') ? value : `<t>${value}</t>`}</is></c>`;
  const row = (line: number) => {
    const inRow = cells.filter(([place]) => Number(/\d+$/.exec(place)![0]) === line);
    return `<row r="${line}" ${rowAttributes[line] ?? ''}>${inRow.map(cell).join('')}</row>`;
  };
  return `<sheetData>${lines.map(row).join('')}</sheetData>`;
}

function merged(...references: string[]): string {
  return `<mergeCells>${references.map((reference) => `<mergeCell ref="${reference}"/>`).join('')}</mergeCells>`;
}

/** Plain, percent, time, date and time, white, struck out. */
const STYLES =
  '<numFmts><numFmt numFmtId="164" formatCode="0.0%"/><numFmt numFmtId="165" formatCode="yyyy-mm-dd hh:mm"/></numFmts>' +
  '<fonts><font/><font><color rgb="FFFFFFFF"/></font><font><strike/></font></fonts>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="20"/><xf numFmtId="165"/><xf fontId="1"/><xf fontId="2"/></cellXfs>';

async function read(...sheets: Parameters<typeof makeXlsxOf>[0]) {
  const { body } = await readBytes('a.xlsx', makeXlsxOf(sheets, STYLES));
  return {
    blocks: blocksOf(body),
    notes: body.notes,
    lines: body.lines.map((line) => (typeof line === 'number' ? line : line.line)),
  };
}

it.each([
  ['&LStock&COn 31 March&RPage &P of &N', 'Stock', 'On 31 March'],
  ['&"Arial,Bold"&12&KFF0000Smith && Sons, page &P', 'Smith & Sons, page'],
  ['&P/&N&R&D &F', ''],
])('reads the header of a printed sheet: %s', async (header, ...lines) => {
  const footer = '<oddFooter>&amp;CNot final</oddFooter>';
  const sheet = `${sheetData([['A1', 'Roof']])}<headerFooter><oddHeader>${header.replaceAll('&', '&amp;')}</oddHeader>${footer}</headerFooter>`;
  const { blocks } = await read({ name: 'Stock', xml: sheet });
  const expected = [...lines.filter((line) => line !== ''), 'Roof', 'Not final'];
  expect(blocks.slice(1)).toEqual(expected.map((line) => `paragraph: ${line}`));
});

it('counts hours from none where days begin in 1904', () => {
  expect(numberText(1.75, '[h]:mm', true)).toBe('42:00');
  expect(numberText(1, 'yyyy-mm-dd', true)).toBe('1904-01-02');
});

describe('cells that no one sees', () => {
  const style = (font: string, fill: string) =>
    `<fonts><font/><font>${font}</font></fonts><fills><fill/><fill>${fill}</fill></fills><cellXfs><xf/><xf fontId="1" fillId="1"/></cellXfs>`;
  const solid = (color: string) => `<patternFill patternType="solid"><fgColor ${color}/></patternFill>`;
  const data = `${sheetData([
    ['A1', 'Roof'],
    ['A2', 'Void.', 1],
  ])}`;
  const textOf = async (xml: string, styles: string) => {
    const { body } = await readBytes('a.xlsx', makeXlsxOf([{ name: 'A', xml }], styles));
    return [body.text.includes('Void.'), body.notes.length];
  };

  it.each([
    ['<color theme="0"/>', ''],
    ['<color theme="0" tint="-0.05"/>', ''],
    ['<color indexed="9"/>', ''],
    ['<color rgb="FF1F3864"/>', solid('rgb="FF203864"')],
    ['<color theme="1"/>', solid('rgb="FF000000"')],
    ['<sz val="1"/>', ''],
  ])('are left out and named: %s%s', async (font, fill) => {
    expect(await textOf(data, style(font, fill))).toEqual([false, 1]);
  });

  it.each([
    ['<color theme="0"/>', solid('rgb="FF1F3864"'), '', 0],
    ['<color theme="0"/>', solid('theme="4"'), '', 0],
    ['<color theme="0"/>', '<patternFill patternType="gray125"/>', '', 0],
    ['<color theme="0" tint="-0.5"/>', '', '', 0],
    ['<color theme="0"/>', '', '<conditionalFormatting sqref="A2:B9"/>', 1],
    ['<color theme="0"/>', '', '<tableParts><tablePart/></tableParts>', 1],
  ])('are not others: %s%s%s', async (font, fill, more, notes) => {
    expect(await textOf(data + more, style(font, fill))).toEqual([true, notes]);
  });

  it('are outside the cells that a condition is about', async () => {
    const more = '<conditionalFormatting sqref="B2:B9"/>';
    expect(await textOf(data + more, style('<color theme="0"/>', ''))).toEqual([false, 1]);
  });
});

describe('numbers of cells', () => {
  it.each([
    [0.155, '0.0%', '15.5%'],
    [1, '0%', '100%'],
    [0.409722222, 'HH:MM', '09:50'],
    [45_356.409722222, 'yyyy-mm-dd hh:mm', '2024-03-05 09:50'],
    [45_356, 'dd/mm/yyyy', '2024-03-05'],
    [45_356, 'm/d/yy h:mm', '2024-03-05'],
    [45_356, 'd mmmm yyyy', '5 March 2024'],
    [45_356, 'mmm-yy', 'March 2024'],
    [1.5, '[h]:mm', '36:00'],
    [1_234.5, '#,##0.00 [$€-407]', '1,234.50 €'],
    [-1_234, '"$"#,##0_);[Red]\\("$"#,##0\\)', '-$1,234'],
    [12_500, '#,##0,"k"', '13k'],
    [0.1 + 0.2, 'General', '0.3'],
    [123_456_789_012, 'General', '123456789012'],
    [7, 'damaged[[', '7'],
  ])('%d with the format %s is shown as %s', (value, code, shown) => {
    expect(numberText(value, code, false)).toBe(shown);
  });

  it('are dates from 1904 on in files that count from then', () => {
    expect(numberText(43_894, 'yyyy-mm-dd', true)).toBe('2024-03-05');
  });
});

describe('a sheet', () => {
  it('has cells with their formats', async () => {
    const data = sheetData([
      ...([
        ['A1', 'Plant'],
        ['B1', 'Share'],
        ['C1', 'Start'],
        ['D1', 'Opened'],
      ] as const),
      ...([
        ['A2', 'Lyon'],
        ['B2', 0.155, 1],
        ['C2', 0.395833333, 2],
        ['D2', 45_356.409722222, 3],
      ] as const),
    ]);
    expect((await read({ name: 'A', xml: data })).blocks).toContain('row: | Lyon | 15.5% | 09:30 | 2024-03-05 09:50 |');
  });

  it('repeats merged cells in each of their rows and columns, and keeps the lines of rows', async () => {
    const data = sheetData([
      ...([
        ['A1', 'Region'],
        ['B1', 'City'],
        ['C1', '2022'],
        ['D1', '2023'],
      ] as const),
      ...([
        ['A2', 'North'],
        ['B2', 'Oslo'],
        ['C2', 'closed'],
      ] as const),
      ...([
        ['B3', 'Bergen'],
        ['C3', 310],
        ['D3', 320],
      ] as const),
    ]);
    const { blocks, lines } = await read({ name: 'A', xml: data + merged('A2:A3', 'C2:D2') });
    expect(blocks.slice(1)).toEqual([
      'head: | Region | City | 2022 | 2023 |\n| --- | --- | --- | --- |',
      'row: | North | Oslo | closed | closed |',
      'row: | North | Bergen | 310 | 320 |',
    ]);
    expect(lines).toEqual([2, 3]);
  });

  it('divides tables next to each other, and none whose other columns have no labels', async () => {
    const row = (line: number, values: readonly (string | number)[]): Cells =>
      values.flatMap((value, i) => (value === '' ? [] : [[`${'ABCDE'[i]}${line}`, value] as const]));
    const sheet = (...rows: readonly (readonly (string | number)[])[]) =>
      sheetData(rows.flatMap((values, i) => row(i + 1, values)));
    const two = sheet(
      ['Ferry', 'Cars', '', 'Bus', 'Seats'],
      ['Alva', 120, '', 'Line 4', 52],
      ['Brage', 85, '', 'Line 9', 31],
    );
    expect((await read({ name: 'A', xml: two })).blocks.slice(1)).toEqual([
      'head: | Ferry | Cars |\n| --- | --- |',
      'row: | Alva | 120 |',
      'row: | Brage | 85 |',
      'head: | Bus | Seats |\n| --- | --- |',
      'row: | Line 4 | 52 |',
      'row: | Line 9 | 31 |',
    ]);
    const one = sheet(['Ferry', 'Cars', '', '2022', '2023'], ['Alva', 120, '', 7, 8], ['Brage', 85, '', 9, 6]);
    expect((await read({ name: 'A', xml: one })).blocks).toContain('row: | Alva | 120 | 7 | 8 |');
    expect((await read({ name: 'A', xml: two + merged('B1:D1') })).blocks).not.toContain('row: | Line 4 | 52 |');
  });

  const PROJECTS = [
    ['Project', 'Budget', '', 'Status', 'Owner'],
    ['Alpha', 120, '', 'Active', 'Kim'],
    ['Beta', 85, '', 'Planned', 'Lee'],
  ];
  const BUDGETS = [
    ['Project', 'Budget', '', 'Project', 'Owner'],
    ['Alpha', 120, '', 'Gamma', 'Kim'],
    ['Beta', 85, '', 'Delta', 'Lee'],
  ];
  it.each([
    ['columns of text', PROJECTS, '| Alpha | 120 | Active | Kim |'],
    ['and a total on the left', [...PROJECTS, ['Total', 205]], '| Alpha | 120 | Active | Kim |'],
    [
      'one column',
      PROJECTS.map(([a, b, , c, d]) => [a!, b!, '', 'Note', '', c!, d!]),
      '| Alpha | 120 | Note | Active | Kim |',
    ],
    ['labels that repeat', [...PROJECTS.map(([a, b]) => [a!, b!, '', 'Active', 7])], '| Alpha | 120 | Active | 7 |'],
    ['the head of the left', BUDGETS, '| Gamma | Kim |'],
    ['more rows', [...PROJECTS, ['', '', '', 'Stopped', 'Ann']], '| Active | Kim |'],
    ['two rows less', [...PROJECTS, ['Gamma', 4], ['Delta', 7]], '| Active | Kim |'],
    [
      'a head lower down',
      [['Project', 'Budget'], ...PROJECTS.slice(1), ['Gamma', 4, '', 'Ended', 'Ann']],
      '| Ended | Ann |',
    ],
    [
      'labels and numbers between blank columns',
      [
        ['Ferry', 'Cars', '', 'Bus', 'Seats', '', 'Train', 'Coaches'],
        ['Alva', 120, '', 'Line 4', '52 seats', '', 'R1', 7],
        ['Brage', 85, '', 'Line 9', 31, '', 'R2', 8],
        ['', '', '', '', '', '', 'R3', 9],
      ],
      '| Line 9 | 31 |',
    ],
  ])('takes columns behind a blank one for a table by what they have: %s', async (_, rows, expected) => {
    const cells = rows.flatMap((values, i) =>
      values.flatMap((value, at) => (value === '' ? [] : [[`${'ABCDEFGH'[at]}${i + 1}`, value] as const])),
    );
    expect((await read({ name: 'A', xml: sheetData(cells) })).blocks).toContain(`row: ${expected}`);
  });

  it.each([
    ['merged', ['B1:C1', 'D1:E1']],
    ['not merged', []],
  ])('names columns by two rows, the first one %s, under a title', async (_, references) => {
    const names = ['City', 'Units', 'Revenue', 'Units', 'Revenue'];
    const data = sheetData([
      ...([
        ['B1', 2022],
        ['D1', 2023],
      ] as const),
      ...names.map((name, i) => [`${'ABCDE'[i]}2`, name] as const),
      ...['Metz', 11, 120, 13, 140].map((value, i) => [`${'ABCDE'[i]}3`, value] as const),
    ]);
    const { blocks } = await read({ name: 'A', xml: data + merged(...references) });
    expect(blocks.slice(1)).toEqual([
      'head: | City | 2022 Units | 2022 Revenue | 2023 Units | 2023 Revenue |\n| --- | --- | --- | --- | --- |',
      'row: | Metz | 11 | 120 | 13 | 140 |',
    ]);
  });

  it('names columns with the units of a second row', async () => {
    const data = sheetData([
      ...([
        ['A1', 'Plant'],
        ['B1', 'Capacity'],
        ['C1', 'Opened'],
      ] as const),
      ...([
        ['B2', 'tonnes per day'],
        ['C2', 'year'],
      ] as const),
      ...([
        ['A3', 'Metz'],
        ['B3', 11],
        ['C3', 2020],
      ] as const),
    ]);
    expect((await read({ name: 'A', xml: data })).blocks[1]).toContain(
      '| Plant | Capacity tonnes per day | Opened year |',
    );
  });

  it('is left out when it is hidden, and so are its hidden rows and columns, and all are named', async () => {
    const cells = [
      ['A1', 'Plant'],
      ['B1', 'Staff'],
      ['C1', 'Note'],
      ['A2', 'Lyon'],
      ['B2', 350],
      ['C2', 'x'],
    ] as const;
    const columns = '<cols><col min="3" max="3" hidden="1"/></cols>';
    const data = sheetData([...cells, ['A3', 'Graz'], ['B3', 40], ['A4', 'Ulm'], ['B4', 7]], { 3: 'hidden="1"' });
    const { blocks, notes } = await read(
      { name: 'Open', xml: columns + data },
      { name: 'Closed', xml: data, state: 'veryHidden' },
    );
    expect(blocks).toEqual([
      'heading 1: Open',
      'head: | Plant | Staff |\n| --- | --- |',
      'row: | Lyon | 350 |',
      'row: | Ulm | 7 |',
    ]);
    expect(notes.filter((note) => /"Open".*: (?:3|C)\.$|"Closed"/.test(note))).toHaveLength(3);
  });

  it('is read without struck-out and invisible words, and with raised ones as superscripts', async () => {
    const rich =
      '<r><t>350</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>2</t></r><r><t> people</t></r>' +
      '<r><rPr><strike/></rPr><t> and robots</t></r>';
    const data = sheetData([
      ['A1', rich],
      ['A2', 'Struck out.', 5],
      ['A3', 'White.', 4],
      ['A4', 'Shown.'],
    ]);
    const { blocks, notes } = await read({ name: 'A', xml: data });
    expect(blocks.slice(1)).toEqual(['paragraph: 350² people', 'paragraph: Shown.']);
    expect(notes).toHaveLength(2);
  });

  it.each([
    ['<c r="B2"><f>A1*2</f></c>', 1],
    ['<c r="B2"><f>A1*2</f><v/></c>', 1],
    ['<c r="B2"><f>A1*2</f><v>8</v></c>', 0],
    ['<c r="B2" t="str"><f>A1</f><v></v></c>', 0],
  ])('is named when it has formulas without values: %s', async (cell, notes) => {
    const xml = `<sheetData><row r="2"><c r="A2"><v>4</v></c>${cell}</row></sheetData>`;
    expect((await read({ name: 'A', xml })).notes).toHaveLength(notes);
  });

  it('is named when it has no cells or is not in the file', async () => {
    const { notes } = await read({ name: 'A', xml: sheetData([['A1', 'Shown.']]) }, { name: 'Chart' });
    expect(notes).toEqual(['The sheet "Chart" is not in the file.']);
  });
});

describe('text over the cells', () => {
  it.each([
    ['xl/charts/chart1.xml', '<c:chart/>', 1],
    ['xl/comments1.xml', '<comments/>', 1],
    ['xl/threadedComments/threadedComment1.xml', '<ThreadedComments/>', 1],
    ['xl/drawings/drawing1.xml', '<xdr:wsDr><a:t>Prices are net.</a:t></xdr:wsDr>', 1],
    ['xl/drawings/drawing1.xml', '<xdr:wsDr><xdr:pic/></xdr:wsDr>', 0],
  ])('is named: %s %s', async (part, xml, notes) => {
    const plain = makeXlsxOf([{ name: 'Staff', xml: sheetData([['A1', 'Lyon']]) }]);
    const { body } = await readBytes('a.xlsx', zipped({ ...unzipSync(plain), [part]: xml }));
    expect(body.notes).toHaveLength(notes);
  });
});
