import { expect, it } from 'vitest';
import { readCsv } from '../../src/structured/read-csv.ts';
import { type Collection, type Scalar, StructuredFault } from '../../src/structured/value.ts';

function rowsOf(text: string): [name: string, kind: string, written: string, place: string][][] {
  return readCsv(text).members.map(({ value: row }) =>
    (row as Collection).members.map(({ name, value }) => {
      const { kind, written, start, end } = value as Scalar;
      return [name, kind, written, text.slice(start, end)];
    }),
  );
}

it('CSV is rows named by the first one, each cell with its place; an empty cell has that of its row', () => {
  expect(rowsOf('\uFEFFname;amount;\r\n"Ann ""A"" Berg"; 12.50 ;TRUE;x\r\n\r\n;-3e5\n')).toEqual([
    [
      ['name', 'string', 'Ann "A" Berg', '"Ann ""A"" Berg"'],
      ['amount', 'number', '12.50', '12.50'],
      ['column 3', 'boolean', 'true', 'TRUE'],
      ['column 4', 'string', 'x', 'x'],
    ],
    [
      ['name', 'null', '', ';-3e5'],
      ['amount', 'number', '-3e5', '-3e5'],
    ],
  ]);
});

it('CSV has a quoted line end within a cell, any of the known delimiters, and the last of two columns of one name', () => {
  expect(rowsOf('a\ta\n"x\ny"\tz')).toEqual([[['a', 'string', 'z', 'z']]]);
  expect(rowsOf('a|b\n1|"x\ny"')).toEqual([
    [
      ['a', 'number', '1', '1'],
      ['b', 'string', 'x\ny', '"x\ny"'],
    ],
  ]);
  expect(rowsOf('')).toEqual([]);
  expect(rowsOf('a,b')).toEqual([]);
});

it.each([
  ['a,b\n"x\n1,2', 'must be CSV, got an unclosed quote at line 2', 2],
  ['a,b\n"1\n2",3\n"x"y,2', 'must be CSV, got text after a closing quote at line 4', 4],
  [`a\n${'1\n'.repeat(100_000)}`, 'must have at most 100000 cells, got more', 100_001],
])('CSV that cannot be read is refused with its line', (text, message, line) => {
  expect(() => readCsv(text)).toThrow(new StructuredFault(message, line));
});
