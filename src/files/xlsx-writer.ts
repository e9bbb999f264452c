import { strToU8, Zip, ZipDeflate } from 'fflate';
import { sheetRow, WORKBOOK_PARTS } from './xlsx-parts.ts';

/** The first moment that an archive can name, so that the same rows give the same bytes; in local time, as the library reads it. */
const NO_TIME = new Date(1980, 0, 1);
/** Fewer characters are compressed together with others. */
const PIECE_CHARACTERS = 65_536;
/** Rows that a sheet holds, the header included. */
const MAX_SHEET_ROWS = 1_048_576;

/** Writes an .xlsx file of one sheet row by row; the compressor's window and a piece of the sheet are all that is in memory. */
export class XlsxWriter {
  readonly #zip: Zip;
  readonly #sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 6 });
  #piece: string;
  #rows = 0;
  #cutCells = 0;

  /** @param write gets the bytes of the file in order */
  constructor(names: readonly string[], write: (bytes: Uint8Array) => void) {
    this.#zip = new Zip((error, bytes) => {
      if (error) throw error;
      write(bytes);
    });
    for (const [name, xml] of WORKBOOK_PARTS.files) {
      const part = new ZipDeflate(name);
      part.mtime = NO_TIME;
      this.#zip.add(part);
      part.push(strToU8(xml), true);
    }
    this.#sheet.mtime = NO_TIME;
    this.#zip.add(this.#sheet);
    this.#piece = WORKBOOK_PARTS.sheetStart;
    this.#add(names, 'header');
  }

  /** Cells that lost their end, because a cell holds 32,767 characters. */
  get cutCells(): number {
    return this.#cutCells;
  }

  /** Values without their own column are left out. Throws for a row that no sheet has room for. */
  add(values: readonly unknown[]): void {
    if (this.#rows === MAX_SHEET_ROWS) throw new Error(`a sheet holds ${MAX_SHEET_ROWS - 1} rows below its header`);
    this.#add(values, 'row');
  }

  end(): void {
    this.#sheet.push(strToU8(this.#piece + WORKBOOK_PARTS.sheetEnd), true);
    this.#zip.end();
  }

  #add(values: readonly unknown[], kind: 'header' | 'row'): void {
    this.#rows += 1;
    const { xml, cutCells } = sheetRow(values, this.#rows, kind);
    this.#cutCells += cutCells;
    this.#piece += xml;
    if (this.#piece.length < PIECE_CHARACTERS) return;
    this.#sheet.push(strToU8(this.#piece));
    this.#piece = '';
  }
}
