import { strFromU8, type UnzipFileInfo, unzipSync } from 'fflate';

const MEGABYTE = 1024 * 1024;
/** Unpacked bytes of the parts of a file. A larger part is no string of JavaScript. */
const MAX_UNPACKED = 512 * MEGABYTE;
/** Above the least size, parts are at most this many times as large as the file: sheets are some 10 times as large. */
const MAX_RATIO = 200;
const LEAST_LARGE = 16 * MEGABYTE;
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
/** Cells of the rectangle around all values, for which the library has room in memory. */
const MAX_CELLS = 30_000_000;

/** The name of the element around all rows. */
const SHEET_DATA = new TextEncoder().encode('sheetData');
/** The prefix of the namespace before an element's name. */
const ELEMENT = /<(?:[\w.-]{1,40}:)?(row|c)(?=[\s>/])/g;
const ADDRESS = /(?:^|\s)r\s{0,9}=\s{0,9}(?:"([^"]{0,20}"?)|'([^']{0,20}'?))/g;
const CELL = /^([A-Za-z]{1,3})(\d{1,7})$/;

/** Throws for a small .xlsx file that takes more memory than there is: the library unpacks all parts. */
export function assertSheetBounds(file: Uint8Array): void {
  const names = new Set<string>();
  let unpacked = 0;
  const filter = ({ name, size, originalSize }: UnzipFileInfo) => {
    // The library keeps the one that it has unpacked last.
    if (names.has(name)) throw new Error(`it has two parts named ${name}`);
    names.add(name);
    // A part that is stored as it is may state any other size.
    unpacked += Math.max(size, originalSize);
    if (unpacked > MAX_UNPACKED || (unpacked > LEAST_LARGE && unpacked > MAX_RATIO * file.length))
      throw new Error(`it unpacks to ${Math.floor(unpacked / MEGABYTE)} MB or more`);
    return true;
  };
  for (const part of Object.values(unzipSync(file, { filter }))) if (isSheet(part)) assertPart(strFromU8(part, true));
}

/** True if a part may have rows: the library reads each as UTF-8, and passes over bytes before the first element. */
function isSheet(part: Uint8Array): boolean {
  for (let at = part.indexOf(SHEET_DATA[0]!); at >= 0; at = part.indexOf(SHEET_DATA[0]!, at + 1))
    if (SHEET_DATA.every((byte, i) => part[at + i] === byte)) return true;
  return false;
}

function assertPart(xml: string): void {
  let [lastRow, lastColumn] = [0, 0];
  for (const { 1: name, 0: begin, index } of xml.matchAll(ELEMENT)) {
    const start = index + begin.length;
    const end = endOfTag(xml, start);
    for (const [, double, single] of xml.slice(start, end).matchAll(ADDRESS)) {
      const address = (double ?? single ?? '').replace(/["']$/, '');
      const [row, column] = name === 'row' ? [rowOf(address), 0] : placeOf(address);
      if (row > MAX_ROWS || column > MAX_COLUMNS) throw new Error(`it has a row or cell named ${address}`);
      // Cells without a value are most often empty elements.
      if (xml[end - 1] === '/' || name === 'row') continue;
      [lastRow, lastColumn] = [Math.max(lastRow, row), Math.max(lastColumn, column)];
      if (lastRow * lastColumn > MAX_CELLS) throw new Error(`its cells reach to ${address}`);
    }
  }
}

/** Where a start tag ends; ">" may appear in its attributes. */
function endOfTag(xml: string, start: number): number {
  let quote = '';
  for (let at = start; at < xml.length; at += 1) {
    const character = xml[at]!;
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at;
  }
  return xml.length;
}

/** Infinite for what is no number of a row. */
function rowOf(address: string): number {
  return /^\d{1,7}$/.test(address) ? Number(address) : Number.POSITIVE_INFINITY;
}

function placeOf(address: string): [row: number, column: number] {
  const [, letters, row] = CELL.exec(address) ?? [];
  if (letters === undefined) return [Number.POSITIVE_INFINITY, 0];
  const column = [...letters.toUpperCase()].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0);
  return [Number(row), column];
}
