const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const OFFICE_RELATIONS = 'application/vnd.openxmlformats-package.relationships+xml';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Places in `cellXfs` of the styles below. */
const STYLES = { plain: 0, header: 1, date: 2, moment: 3, time: 4, quoted: 5, quotedHeader: 6 } as const;
const STYLE_SHEET = `<styleSheet ${MAIN}><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="hh:mm:ss"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7">${[
  'numFmtId="0" fontId="0"',
  'numFmtId="0" fontId="1" applyFont="1"',
  'numFmtId="164" fontId="0" applyNumberFormat="1"',
  'numFmtId="165" fontId="0" applyNumberFormat="1"',
  'numFmtId="166" fontId="0" applyNumberFormat="1"',
  'numFmtId="0" fontId="0" quotePrefix="1"',
  'numFmtId="0" fontId="1" applyFont="1" quotePrefix="1"',
]
  .map((format) => `<xf ${format} fillId="0" borderId="0" xfId="0"/>`)
  .join('')}</cellXfs></styleSheet>`;

/** The parts of a workbook of one sheet, and what of the sheet appears before and after its rows. */
export const WORKBOOK_PARTS = {
  files: [
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="${OFFICE_RELATIONS}"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${XML}<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets><sheet name="Rows" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', `${XML}${STYLE_SHEET}`],
  ],
  // The header stays in view.
  sheetStart: `${XML}<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultColWidth="20" defaultRowHeight="15"/><sheetData>`,
  sheetEnd: '</sheetData></worksheet>',
} as const;

/** Characters that a cell holds; a program refuses a file with more. */
const MAX_CHARACTERS = 32_767;
/** Text that a program could run as a formula or command when someone edits the cell or saves the sheet as CSV. */
const FORMULA = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;
/** Characters that XML cannot have, and "_x0041_", which stands for a character in a sheet. */
const TO_ENCODE = /(?![\t\n])[\p{Cc}\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const DAY_MS = 86_400_000;
/** Days from the first day of sheets to 1970. */
const DAYS_TO_1970 = 25_569;

/** A row as XML: lists and objects are JSON, undefined and null leave a cell empty; `cutCells` counts those that are longer than a cell may be. */
export function sheetRow(
  values: readonly unknown[],
  row: number,
  kind: 'header' | 'row',
): { readonly xml: string; readonly cutCells: number } {
  let cutCells = 0;
  let cells = '';
  for (const [column, value] of values.entries()) {
    if (value === undefined || value === null || value === '') continue;
    const at = `r="${columnName(column)}${row}"`;
    if (typeof value === 'number' && Number.isFinite(value)) cells += `<c ${at}><v>${value}</v></c>`;
    else if (typeof value === 'boolean') cells += `<c ${at} t="b"><v>${Number(value)}</v></c>`;
    else if (value instanceof Date) cells += dateCell(value, at);
    else {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      if (text.length > MAX_CHARACTERS) cutCells += 1;
      const [usual, quoted] = kind === 'header' ? [STYLES.header, STYLES.quotedHeader] : [STYLES.plain, STYLES.quoted];
      const style = FORMULA.test(text) ? quoted : usual;
      cells += `<c ${at} t="inlineStr" s="${style}"><is><t xml:space="preserve">${encoded(fitting(text))}</t></is></c>`;
    }
  }
  return { xml: `<row r="${row}">${cells}</row>`, cutCells };
}

/** "A" of 0, "AA" of 26. */
function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

/** A date, a date with a time, or a time of no day. */
function dateCell(date: Date, at: string): string {
  const days = date.getTime() / DAY_MS + DAYS_TO_1970;
  const style = days < 1 ? STYLES.time : Number.isInteger(days) ? STYLES.date : STYLES.moment;
  return `<c ${at} s="${style}"><v>${days}</v></c>`;
}

/** The end of a text that is too long becomes "…", of which no half of a character remains. */
function fitting(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A line ends with a line feed in a sheet; halves of characters cannot be written. */
function encoded(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(TO_ENCODE, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>]/g, (character) => ENTITIES[character]!);
}
