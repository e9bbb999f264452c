import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { tablesIn } from '../../src/text/tables.ts';

const ROWS = [
  ['North', '41.2', '3.1%'],
  ['South', '58.7', '-1.4%'],
  ['East', '23.9', '7.8%'],
];
const HEADS = ['Region', 'Revenue (EUR m)', 'Growth'];
const joined = (mark: string) => [HEADS, ...ROWS].map((cells) => cells.join(mark)).join('\n');
const html = (name: string, cells: readonly string[]) =>
  `<tr>${cells.map((cell) => `<${name}>${cell}</${name}>`).join('')}</tr>`;

const LAYOUTS = {
  Markdown: `| ${HEADS.join(' | ')} |\n|---|--:|--:|\n${ROWS.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`,
  bars: joined(' | '),
  'aligned bars': [HEADS, ...ROWS].map((cells) => cells.map((cell) => cell.padEnd(20)).join('| ')).join('\n'),
  tabs: joined('\t'),
  'aligned columns': [HEADS, ...ROWS].map((cells) => cells.map((cell) => cell.padEnd(18)).join('')).join('\n'),
  'numbers aligned at their ends': [HEADS, ...ROWS]
    .map(([name, ...cells]) => name!.padEnd(10) + cells.map((cell) => cell.padStart(18)).join(''))
    .join('\n'),
  'cells two spaces apart': joined('  '),
  commas: joined(','),
  semicolons: joined(';'),
  'names and values': ROWS.map((cells) => cells.map((cell, i) => `${HEADS[i]}: ${cell}`).join('; ')).join('\n'),
  HTML: `<table>\n${html('th', HEADS)}${ROWS.map((cells) => html('td', cells)).join('\n')}</table>`,
};

describe('the tables of a text', () => {
  it.each(Object.entries(LAYOUTS))('are read from %s', (_, text) => {
    const [table, ...others] = tablesIn(`Results of 2024\n\n${text}\n\nThe figures are audited.`);
    expect(others).toEqual([]);
    expect(table!.columns).toMatchObject([
      { name: 'Region', currency: '', scale: '', unit: '' },
      { name: 'Revenue', currency: 'EUR', scale: 'million', unit: '' },
      { name: 'Growth', currency: '', scale: '', unit: '' },
    ]);
    expect(table!.rows.map(({ cells }) => cells.map((cell) => cell.text))).toEqual(ROWS);
  });

  it.each(Object.entries(LAYOUTS))('have cells at their places in %s', (_, text) => {
    const [table] = tablesIn(text);
    const written = table!.rows.map(({ cells }) => cells.map(({ start, end }) => text.slice(start, end)));
    expect(written).toEqual(ROWS);
    for (const { start, end, cells } of table!.rows)
      expect(cells.every((cell) => start <= cell.start && cell.end <= end)).toBe(true);
  });

  it('have the heading and the line above as title', () => {
    const [table] = tablesIn(`# Report\n\nResults of 2024\n\n${LAYOUTS.Markdown}`);
    expect(table!.title).toBe('Report - Results of 2024');
  });

  it('read "Name: value" lines as rows of two columns', () => {
    const [table] = tablesIn('Weight: 1.19 kg\nPrice (EUR): 1,299\n');
    expect(table!.rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
      ['Weight', '1.19 kg'],
      ['Price', '1,299'],
    ]);
    expect(table!.rows[1]!.unit).toMatchObject({ currency: 'EUR' });
  });

  it('have an empty cell where a line of aligned columns has none', () => {
    const text = [
      '              Classic   Plus',
      'Monthly fee   0         12.00',
      'Card abroad             5.00',
      'Paper         2.50',
    ].join('\n');
    const [table] = tablesIn(text);
    expect(table!.columns.map(({ name }) => name)).toEqual(['', 'Classic', 'Plus']);
    expect(table!.rows.map(({ cells }) => cells.map((cell) => cell.text))).toEqual([
      ['Monthly fee', '0', '12.00'],
      ['Card abroad', '', '5.00'],
      ['Paper', '2.50', ''],
    ]);
  });

  it('have the cells of lines of equal count, whatever their places', () => {
    const [table] = tablesIn('Item  Price  Stock\nBo  1  2\nCab  30  9');
    expect(table!.rows.map(({ cells }) => cells.map((cell) => cell.text))).toEqual([
      ['Bo', '1', '2'],
      ['Cab', '30', '9'],
    ]);
  });

  it('read commas, colons and full stops within the cells of aligned columns', () => {
    const text =
      'Test               Result   Note\nGlucose, fasting   92       none.\nSodium: blood      140      high';
    expect(tablesIn(text)[0]!.rows.map(({ cells }) => cells[0]!.text)).toEqual(['Glucose, fasting', 'Sodium: blood']);
  });

  it('read CSV whose cells end with a full stop, or are columns of days', () => {
    const loans = tablesIn('Lender,Rate %,Extra\nArden,3.55,5% p.a.\nCredimo,3.42,none\nHaus,3.79,10% p.a.');
    expect(loans[0]!.rows).toHaveLength(3);
    const shifts = tablesIn('Name,Mon,Tue,Wed\nAdeyemi,E,off,N\nBruni,L,L,E\nCastell,E,off,L');
    expect(shifts[0]!.columns.map(({ name }) => name)).toEqual(['Name', 'Mon', 'Tue', 'Wed']);
  });

  it('have one row of names where a rule is under two of them', () => {
    const heads = '| | Year ended 31 December | |\n| | 2024 | 2023 |\n|---|---|---|\n| Cash | 12 | 14 |';
    const [table] = tablesIn(heads);
    expect(table!.columns.map(({ name }) => name)).toEqual([
      '',
      'Year ended 31 December 2024',
      'Year ended 31 December 2023',
    ]);
    expect(tablesIn('Nut | 3\nBolt | 2\n--- | ---\nSum | 5')[0]?.columns.map(({ name }) => name)).toEqual(['', '']);
  });

  it('are read from CSV of words alone, whose first line names the columns by nouns', () => {
    const rows = 'Ruth Adler,Finance,Vienna\nBen Ito,Legal,Osaka\n';
    expect(tablesIn(`name,department,location\n${rows}`)[0]?.columns.map(({ name }) => name)).toEqual([
      'name',
      'department',
      'location',
    ]);
    expect(tablesIn(`Anna Berg,Sales,Paris\n${rows}`)).toEqual([]);
    expect(tablesIn(`name, department, location\n${rows.replaceAll(',', ', ')}`)).toEqual([]);
  });

  it('read blocks of "Name: value" lines with the same first name as the rows of one table', () => {
    const tables = tablesIn('Model: A\nWeight (kg): 8\nSteam: yes\n\nModel: B\nWeight (kg): 9\n\nNotes follow.\n');
    expect(tables.map(({ columns }) => columns.map(({ name }) => name))).toEqual([['Model', 'Weight', 'Steam']]);
    expect(tables[0]!.columns[1]).toMatchObject({ unit: 'kg' });
    expect(tables[0]!.rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
      ['A', '8', 'yes'],
      ['B', '9', ''],
    ]);
  });

  it.each([
    ['| Region | 2022 | 2022 |\n| | Units | Cost |\n|---|---|---|\n| North | 12 | 8 |\n| South | 9 | 7 |', ''],
    [' | 2022 | |\nRegion | Units | Cost\nNorth | 12 | 8\nSouth | 9 | 7', 'without outer bars'],
  ])('join group names with the names below them: %s', (text) => {
    const [table] = tablesIn(text);
    expect(table!.columns.map(({ name }) => name)).toEqual(['Region', '2022 Units', '2022 Cost']);
  });

  it('have the line above HTML as title, and no second table from its lines', () => {
    const rows = ROWS.map((cells) => html('td', [...cells, '1,204']));
    const tables = tablesIn(`<p>Results (in EUR thousand)</p>\n<table>\n${rows.join('\n')}\n</table>`);
    expect(tables.map(({ title }) => title)).toEqual(['Results (in EUR thousand)']);
  });

  it('fill the rows below an HTML cell that spans them', () => {
    const head = '<tr><th rowspan="2">Site</th><th colspan="2">Nurses</th></tr><tr><th>2022</th><th>2023</th></tr>';
    const body = '<tr><td rowspan=2>Eastgate</td><td>412</td><td>398</td></tr><tr><td>40</td><td>41</td></tr>';
    const [table] = tablesIn(`<table>${head}${body}</table>`);
    expect(table!.columns.map(({ name }) => name)).toEqual(['Site', 'Nurses 2022', 'Nurses 2023']);
    expect(table!.rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
      ['Eastgate', '412', '398'],
      ['Eastgate', '40', '41'],
    ]);
  });

  it.each([
    ['(in thousands)', { currency: '', scale: 'thousand', unit: '' }],
    ['In millions of euros', { currency: 'euros', scale: 'million', unit: '' }],
    ['EUR m', { currency: 'EUR', scale: 'million', unit: '' }],
    ['Month', { currency: '', scale: '', unit: '' }],
    ['Distance (m)', { currency: '', scale: '', unit: '' }],
  ])('have the unit above the names of their rows in all columns: %s', (corner, unit) => {
    const [table] = tablesIn(`| ${corner} | 2022 | 2023 |\n|---|---|---|\n| Revenue | 3,900 | 4,200 |`);
    expect(table!.columns[2]).toMatchObject(unit);
  });

  it('fill at most 100 places from one HTML cell, in whole rows', () => {
    const row = (n: number) => `<tr><td>${n}</td></tr>`;
    const wide = '<tr><td colspan=30 rowspan=5>wide</td><td>1</td></tr>';
    const [table] = tablesIn(`<table><tr><th>A</th><th>B</th></tr>${wide}${[2, 3, 4, 5, 6].map(row).join('')}</table>`);
    expect(table!.rows.map(({ cells }) => cells[0]!.text)).toEqual(['wide', 'wide', 'wide', '4', '5', '6']);
  });

  it('join the names of two rows of heads', () => {
    const heads = `${html('th', ['', 'Fee (EUR)', 'Fee (EUR)'])}${html('th', ['', 'Members', 'Guests'])}`;
    const [table] = tablesIn(`<table>${heads}${html('td', ['Print', '54', '75'])}</table>`);
    expect(table!.columns.map(({ name, currency }) => [name, currency])).toEqual([
      ['', ''],
      ['Fee Members', 'EUR'],
      ['Fee Guests', 'EUR'],
    ]);
  });

  it.each([
    ['Results (EUR million)', { currency: 'EUR', scale: 'million' }],
    ['Cash flow (USD in thousands; unaudited)', { currency: 'USD', scale: 'thousand' }],
    ['Energy use (in thousand GWh)', { scale: 'thousand', unit: 'GWh' }],
    ['Answers, in percent', { unit: 'percent' }],
  ])('take the unit of the title: %s', (title, unit) => {
    const [table] = tablesIn(`${title}\n\n| | 2023 | 2024 |\n|---|---|---|\n| Gas | 251 | 243 |`);
    expect(table!.columns[1]).toMatchObject({ name: '2023', isOfTitle: true, ...unit });
  });

  it.each([
    'We met in Lyon, Paris and Rome.\nWe left in May, June and July.\nWe were glad, sad and tired.',
    'Dear Ana,\n\nthank you for the figures.\n\nBest,\nBen',
    'a | b',
    'We met in Lyon.  It was 2019.\nThe others came later.  They were 12.\nNobody left early.  That was in May.',
    'We met in 2019 in Lyon.  All came.\nWe left at 5.  Nobody had slept.\nWe were 12 at the end.  One was ill.',
    'Acme Ltd          Bolt plc\n12 Mill Street    4 High Road\nLeeds LS1 4AB     York YO1 7HH',
    'const a    = 1;\nconst bcd  = 2;\nconst e    = 3;',
    'The sun is low      and 4 o clock\n  the day is done     and night will come\nand all is one',
    'Anna        Ben\nSales       Legal',
  ])('are none in prose: %s', (text) => {
    expect(tablesIn(text)).toEqual([]);
  });

  it('have 1,000 columns at most, and no more rows than 600', () => {
    const wide = `| ${'x | '.repeat(10_000)}\n`;
    const [table] = tablesIn(`${wide}|---|\n${wide}`);
    expect(table!.columns.length).toBeLessThanOrEqual(1_000);
    const rows = (count: number) => tablesIn(`| a | b |\n|---|---|\n${'| x | 1 |\n'.repeat(count)}`);
    expect(rows(600)).toHaveLength(1);
    expect(rows(601)).toEqual([]);
  });

  it('have at most 50,000 cells together, with those that rows lack', () => {
    const narrow = '|b|7|\n'.repeat(50);
    const wide = (columns: number) => `${'|a'.repeat(columns)}|\n|--|\n${narrow}\nText.\n\n`;
    const sizes = (text: string) => tablesIn(text).map(({ rows, columns }) => rows.length * columns.length);
    expect(sizes(wide(900))).toEqual([45_000]);
    expect(sizes(wide(600) + wide(600) + wide(400))).toEqual([30_000, 20_000]);
  });

  it('cost no more of a line of spaces and quotation marks than many lines of its length', () => {
    const half = 50_000;
    const costOf = (text: string) => {
      const before = process.cpuUsage().user;
      tablesIn(text);
      return process.cpuUsage().user - before;
    };
    const usual = costOf('ab | cd\n'.repeat(half / 4));
    expect(costOf(`${' '.repeat(half)}a${'"'.repeat(half - 1)}`) / usual).toBeLessThan(4);
  });

  test.prop([
    fc.array(
      fc.constantFrom(
        '|',
        '\t',
        ',',
        ';',
        ':',
        '-',
        '<td>',
        '<tr>',
        '</table>',
        '<table>',
        'a',
        '1',
        ' ',
        '  ',
        '\n',
        '"',
      ),
    ),
  ])('have offsets inside any text', (parts) => {
    const text = parts.join('');
    for (const { rows } of tablesIn(text))
      for (const { start, end, cells } of rows) {
        expect(0 <= start && start <= end && end <= text.length).toBe(true);
        expect(cells.every((cell) => cell.start <= cell.end && cell.end <= text.length)).toBe(true);
      }
  });
});
