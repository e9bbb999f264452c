import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { assertionsIn, readAs, withKinds } from '../../src/text/index.ts';
import { anyText } from './arbitrary-text.ts';

const spansOf = (text: string) =>
  [...withKinds(text, assertionsIn(text))].map((span) => [
    span.kind,
    text.slice(span.start, span.end),
    readAs(text, span),
  ]);
const rowsOf = (text: string) => spansOf(text).filter(([kind]) => kind === 'row');

describe('the rows of a table', () => {
  it('are spans of their own where their lines form a paragraph', () => {
    const text = 'Staff of the plants:\nPlant,Staff,Product\nLyon,350,paper\nOslo,120,glass\nAll of them are old.';
    expect(spansOf(text).map(([kind, written]) => [kind, written])).toEqual([
      ['sentence', 'Staff of the plants:'],
      ['heading', 'Plant,Staff,Product'],
      ['row', 'Lyon,350,paper'],
      ['row', 'Oslo,120,glass'],
      ['sentence', 'All of them are old.'],
    ]);
    expect(rowsOf(text)[0]![2]).toBe('Plant: Lyon; Staff: 350; Product: paper');
  });

  it('keep their markup in HTML, and what is around them is furniture', () => {
    const head = '<tr><th>Plant</th><th>Staff</th></tr>';
    const rows = ['<tr><td rowspan="2">Lyon</td><td>350</td></tr>', '<tr><td>about 7 on leave</td></tr>'];
    expect(spansOf(`<table>${head}${rows.join('')}</table>`)).toEqual([
      ['furniture', '<table>', '<table>'],
      ['heading', head, head],
      ['row', rows[0], 'Plant: Lyon; Staff: 350'],
      ['row', rows[1], 'Plant: Lyon; Staff: about 7 on leave'],
      ['furniture', '</table>', '</table>'],
    ]);
  });

  it('are read as written in lines that may be facts', () => {
    expect(rowsOf('Name | Acme\nStaff | 350')).toEqual([]);
    expect(rowsOf('Name | Acme\nStaff | 350\nSeat | Lyon')).toEqual([]);
    expect(rowsOf('Name | Acme\nStaff | 350\nFounded | 1990')).toEqual([]);
    expect(rowsOf('Smith, J., 2019\nMoss, A., 2020\nBerg, C., 2021')).toEqual([]);
    expect(rowsOf('Name: Acme\nStaff: 350\nSeat: Lyon')).toEqual([]);
    expect(rowsOf('Plant | Staff\nLyon | 350\nOslo | 120')).toHaveLength(2);
  });

  it('are those of two tables where the names are repeated', () => {
    const table = '| Plant | Staff |\n|---|---|\n| Lyon | 350 |';
    expect(spansOf(`${table}\n${table}`).map(([kind]) => kind)).toEqual(['heading', 'row', 'heading', 'row']);
  });

  it('are read as written once their names and repeated cells add 20,000 characters', () => {
    const cell = 'word '.repeat(2_000);
    const first = `<tr><td rowspan="90">${cell}</td><td>1</td></tr>`;
    const table = `<table><tr><th>a</th><th>b</th></tr>${first}${'<tr><td>2</td></tr>'.repeat(89)}</table>`;
    const read = rowsOf(table).map(([, written, as]) => as === written);
    expect(read.slice(0, 4)).toEqual([false, false, false, true]);
    expect(read).toHaveLength(90);
  });
});

const LINE = fc.constantFrom(
  'a,b,c',
  'x,1,2',
  '| a | b |',
  '|---|---|',
  '<table>',
  '<tr><th>a<th>b',
  '<tr><td>1',
  'It is.',
  '',
);
const LINES = fc.array(LINE, { maxLength: 30 }).map((lines) => lines.join('\n'));

property.prop([fc.oneof(anyText, LINES)])('spans are in order and hold every character of a text', (text) => {
  const spans = assertionsIn(text);
  expect(spans.map(({ start, end }) => text.slice(start, end).replace(/\s/g, '')).join('')).toBe(
    text.replace(/\s/g, ''),
  );
  for (const [i, { start }] of spans.entries()) expect(start).toBeGreaterThanOrEqual(spans[i - 1]?.end ?? 0);
});
