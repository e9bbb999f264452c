/** Words at a place of a page: x to the right and y up from the lower left corner, in points. */
export interface PdfWords {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size?: number;
}

/** A PDF of pages with words in Helvetica. A page without words has none, as a scan. */
export function makePdf(pages: readonly (readonly PdfWords[])[]): Buffer {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const kids = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ');
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  for (const [i, words] of pages.entries()) {
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${5 + 2 * i} 0 R ` +
        '/Resources << /Font << /F1 3 0 R >> >> >>',
    );
    const stream = words.map(({ x, y, text, size = 10 }) => `BT /F1 ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`);
    const content = stream.join('\n');
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

/** Lines of words from the top down, one below the other. */
export function linesAt(x: number, y: number, lines: readonly string[], size = 10): PdfWords[] {
  return lines.map((text, i) => ({ x, y: y - i * size * 1.2, text, size }));
}
