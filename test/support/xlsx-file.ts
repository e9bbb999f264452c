import { strToU8, zipSync } from 'fflate';

interface Formula {
  readonly formula: string;
  readonly value: number;
}

type Cell = string | number | Date | Formula;

const DAY_MS = 86_400_000;
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** An .xlsx file with one sheet, as a spreadsheet stores it: empty cells are left out, dates are numbers with a format. */
export function xlsxOf(rows: readonly (readonly Cell[])[]): Buffer {
  const data = rows.map(
    (cells, at) => `<row r="${at + 1}">${cells.map((cell, i) => cellOf(cell, at, i)).join('')}</row>`,
  );
  return workbookOf(data.join(''));
}

export function workbookOf(sheetData: string): Buffer {
  return Buffer.from(zipSync(workbookParts(sheetData)));
}

export function workbookParts(sheetData: string): Record<string, Uint8Array> {
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets><sheet name="Rows" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet ${MAIN}><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" xfId="0"/><xf numFmtId="14" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${MAIN}><sheetData>${sheetData}</sheetData></worksheet>`,
  };
  const files = Object.entries(parts).map(([name, xml]) => [
    name,
    strToU8(`<?xml version="1.0" encoding="UTF-8"?>${xml}`),
  ]);
  return Object.fromEntries(files);
}

function cellOf(cell: Cell, row: number, column: number): string {
  const at = `r="${String.fromCharCode(65 + column)}${row + 1}"`;
  if (cell === '') return '';
  if (typeof cell === 'string')
    return `<c ${at} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  if (typeof cell === 'number') return `<c ${at}><v>${cell}</v></c>`;
  if (cell instanceof Date) return `<c ${at} s="1"><v>${cell.getTime() / DAY_MS + 25_569}</v></c>`;
  return `<c ${at}><f>${escaped(cell.formula)}</f><v>${cell.value}</v></c>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
