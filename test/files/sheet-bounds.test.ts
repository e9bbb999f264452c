import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { openTable } from '../../src/files/file-rows.ts';
import { collect } from '../support/chunks.ts';
import { workbookOf, workbookParts } from '../support/xlsx-file.ts';

const NAMES = '<row r="1"><c r="A1" t="str"><v>n</v></c></row>';

function rowsOf(sheetData: string) {
  return rowsOfFile(workbookOf(NAMES + sheetData));
}

async function rowsOfFile(file: Uint8Array) {
  const { rows } = await openTable(new Blob([new Uint8Array(file)]), 'xlsx');
  return (await collect(rows())).map(({ row, columns }) => [row, columns.n]);
}

const cell = (address: string, attributes = '') => `<c ${attributes} r="${address}"><v>7</v></c>`;

it.each([
  [
    'a cell in the last row and another one in the last column',
    `<row>${cell('A1048576')}</row><row>${cell('XFD3')}</row>`,
  ],
  ['a cell in the last corner', `<row r="1048576">${cell('XFD1048576')}</row>`],
  ['a column behind the last one', `<row r="2">${cell('ZZZZZZ2')}</row>`],
  ['a row behind the last one', `<row r="1000000000">${cell('A2')}</row>`],
  ['a row whose number is no usual one', `<row r='1e9'>${cell('A2')}</row>`],
  ['a row whose number is a reference', `<row r="&#57;99999999">${cell('A2')}</row>`],
  ['a row with two numbers', `<row r="2" r = "999999999">${cell('A2')}</row>`],
  ['a row whose number stands behind a sign', `<row a=">" r="999999999">${cell('A2')}</row>`],
  ['a row with a prefix', `<x:row r="999999999">${cell('A2')}</x:row>`],
  [
    'a cell that unpacks to hundreds of times the size',
    `<row r="2"><c r="A2" t="str"><v>${'a'.repeat(2e7)}</v></c></row>`,
  ],
])('refuses a small file with %s', async (_, sheetData) => {
  await expect(rowsOf(sheetData)).rejects.toThrow('cannot be read as an .xlsx file');
});

/** A name of as many characters in the places of another one: of the part and of what refers to it. */
function renamed(file: Buffer, from: string, to: string): Buffer {
  return Buffer.from(file.toString('latin1').replaceAll(from, to), 'latin1');
}

const SHEET = 'xl/worksheets/sheet1.xml';
const FAR = `${NAMES}<row r="1000000000">${cell('A2')}</row>`;

it.each([
  [
    'a sheet whose part is not named .xml',
    () => {
      const { [SHEET]: sheet, ...parts } = workbookParts(FAR);
      const relations = 'xl/_rels/workbook.xml.rels';
      const named = renamed(Buffer.from(parts[relations]!), 'sheet1.xml', 'sheet1.dat');
      return zipSync({ ...parts, [relations]: named, 'xl/worksheets/sheet1.dat': sheet! });
    },
  ],
  [
    'a sheet behind other bytes',
    () => {
      const { [SHEET]: sheet, ...parts } = workbookParts(FAR);
      return zipSync({ ...parts, [SHEET]: Buffer.concat([Buffer.from([0xff, 0xd8, 0, 115]), sheet!]) });
    },
  ],
  [
    'two parts of one name',
    () => {
      const [one, two] = [SHEET, SHEET.replace('sheet1', 'sheet2')];
      return renamed(Buffer.from(zipSync({ ...workbookParts(FAR), [two]: workbookParts(NAMES)[one]! })), two, one);
    },
  ],
  [
    'a picture that unpacks to hundreds of times the size',
    () => zipSync({ ...workbookParts(NAMES), 'xl/media/image1.bmp': new Uint8Array(3e7) }),
  ],
])('refuses a small file with %s', async (_, file) => {
  await expect(rowsOfFile(file())).rejects.toThrow('cannot be read as an .xlsx file');
});

it('reads a file with a part that has rows of something else', async () => {
  const data = Buffer.from('<data><row r="1000000000">north</row></data>');
  const file = zipSync({ ...workbookParts(`${NAMES}<row r="2">${cell('A2')}</row>`), 'customXml/item1.xml': data });
  expect(await rowsOfFile(file)).toEqual([[2, '7']]);
});

it('reads a row far below, and passes over cells without a value far to the right', async () => {
  const far = `<row r="1000000">${cell('A1000000')}</row>`;
  expect(await rowsOf(`<row r="2">${cell('A2')}<c r="XFD2" s="0"/></row>${far}`)).toEqual([
    [2, '7'],
    [1_000_000, '7'],
  ]);
});

it('reads a number that is shown as a date and is none as an empty cell', async () => {
  const date = '<row r="2"><c r="A2" s="1"><v>1e300</v></c></row>';
  expect(await rowsOf(`${date}<row r="3">${cell('A3')}</row>`)).toEqual([[3, '7']]);
});
