import { type Zippable, zipSync } from 'fflate';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const MC =
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml"';
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export function p(text: string, style?: string): string {
  const properties = style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${properties}${run(text)}</w:p>`;
}

export function run(text: string): string {
  return `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
}

export function table(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) => row.map((cell) => `<w:tc>${p(cell)}</w:tc>`).join('');
  return `<w:tbl>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join('')}</w:tbl>`;
}

/** A docx of the body's XML, with other parts next to it. */
export function makeDocx(body: string, others: Readonly<Record<string, string | Uint8Array>> = {}): Buffer {
  return zipped({
    '[Content_Types].xml': `${XML}<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${XML}<w:document ${W} ${MC}><w:body>${body}</w:body></w:document>`,
    ...others,
  });
}

/** The parts of a docx with one footnote, numbered 2. */
export function footnote(text: string): Record<string, string> {
  return {
    'word/_rels/document.xml.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/footnotes" Target="footnotes.xml"/></Relationships>`,
    'word/footnotes.xml': `${XML}<w:footnotes ${W}><w:footnote w:id="2">${p(text)}</w:footnote></w:footnotes>`,
  };
}

export function makeXlsx(sheet: string, rows: readonly (readonly (string | number | null)[])[], more = ''): Buffer {
  const cell = (value: string | number | null, column: number, row: number) => {
    const at = `${String.fromCharCode(65 + column)}${row + 1}`;
    if (value === null) return '';
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
    return `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  };
  const data = rows.map((cells, i) => `<row r="${i + 1}">${cells.map((value, k) => cell(value, k, i)).join('')}</row>`);
  return makeXlsxOf([{ name: sheet, xml: `<sheetData>${data.join('')}${more}</sheetData>` }]);
}

/** An xlsx of sheets with this XML, of which those without are named only. */
export function makeXlsxOf(
  sheets: readonly { readonly name: string; readonly xml?: string; readonly state?: string }[],
  styles = '',
): Buffer {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const named = sheets.map(({ name, state = 'visible' }, i) => {
    return `<sheet name="${name}" sheetId="${i + 1}" state="${state}" r:id="rId${i + 1}"/>`;
  });
  const related = [...sheets.map((_, i) => `worksheets/sheet${i + 1}.xml`), 'styles.xml'].map((target, i) => {
    const kind = target === 'styles.xml' ? 'styles' : 'worksheet';
    return `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
  });
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${XML}<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook ${main} xmlns:r="${OFFICE}"><sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${RELATIONS}">${related.join('')}</Relationships>`,
    'xl/styles.xml': `${XML}<styleSheet ${main}>${styles}</styleSheet>`,
  };
  for (const [i, { xml }] of sheets.entries())
    if (xml !== undefined) parts[`xl/worksheets/sheet${i + 1}.xml`] = `${XML}<worksheet ${main}>${xml}</worksheet>`;
  return zipped(parts);
}

export function zipped(parts: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const files: Zippable = {};
  for (const [name, part] of Object.entries(parts)) files[name] = typeof part === 'string' ? Buffer.from(part) : part;
  return Buffer.from(zipSync(files));
}

/** Words at a place of a page: x to the right and y up from the lower left corner, in points. */
export interface PdfWords {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size?: number;
}

/** A PDF of pages with words in Helvetica. A page without words has none, as a scan. */
export function makePdf(pages: readonly (readonly PdfWords[])[]): Buffer {
  const show = ({ x, y, text, size = 10 }: PdfWords) => `BT /F1 ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`;
  return pdfOf(pages.map((words) => words.map(show).join('\n')));
}

/** A PDF of pages with these content streams, which have Helvetica as /F1. */
export function pdfOf(pages: readonly string[]): Buffer {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const kids = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ');
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  for (const [i, content] of pages.entries()) {
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${5 + 2 * i} 0 R ` +
        '/Resources << /Font << /F1 3 0 R >> >> >>',
    );
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  return assembled(objects);
}

/** Objects numbered from 1 as a file; the first one is the catalog. */
export function assembled(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n';
  const offsets: number[] = [];
  for (const [i, body] of objects.entries()) {
    offsets.push(text.length);
    text += `${i + 1} 0 obj\n${body}\nendobj\n`;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

function escaped(text: string): string {
  return text.replaceAll('•', '\x95').replace(/[\\()]/g, '\\$&');
}

export function linesAt(x: number, y: number, lines: readonly string[], size = 10): PdfWords[] {
  return lines.map((text, i) => ({ x, y: y - i * size * 1.2, text, size }));
}
