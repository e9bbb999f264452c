import { describe, expect, it } from 'vitest';
import { assembled, makePdf } from '../../../../scripts/fuzz/sample-files.ts';
import { readBytes } from '../../../../src/documents/read/read-bytes.ts';
import { blocksOf } from '../../support/blocks.ts';

interface Field {
  readonly label: string;
  /** The label is above the field, in small letters. */
  readonly isAbove?: boolean;
  /** The entries of the annotation. */
  readonly entries: string;
  /** Height of the field, in points. */
  readonly height?: number;
  /** Flags of the annotation: 4 to print it, 2 to hide it. */
  readonly flags?: number;
}

function form(fields: readonly Field[], content?: string): Buffer {
  const labels = fields.map(({ label, isAbove }, i) => {
    return `BT /F1 ${isAbove ? 8 : 11} Tf ${isAbove ? '250' : '72'} ${(isAbove ? 713 : 700) - 40 * i} Td (${label}) Tj ET`;
  });
  const shown = labels.join('\n');
  const stream = content ?? shown;
  const annotations = fields.map(({ entries, height = 18, flags = 4 }, i) => {
    const [bottom, left] = [706 - 40 * i + 9 - height, 250];
    return `<< /Type /Annot /Rect [${left} ${bottom - 6} 400 ${bottom - 6 + height}] /F ${flags} ${entries} >>`;
  });
  const named = annotations.map((_, i) => `${6 + i} 0 R`).join(' ');
  return assembled([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${named}] /DA (/F1 0 Tf 0 g) >> >>`,
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R /Annots [${named}] /Resources << /Font << /F1 3 0 R >> >> >>`,
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    ...annotations,
  ]);
}

async function read(...args: Parameters<typeof form>) {
  return (await readBytes('a.pdf', form(...args))).body;
}

const text = (value: string, more = '') => `/Subtype /Widget /FT /Tx /T (n) /V (${value}) ${more}`;
const APPEARANCE = '/AP << /N << /Yes 5 0 R /Off 5 0 R >> >>';

describe('fields of a form', () => {
  it('are read behind their labels', async () => {
    const body = await read([
      { label: 'Number of injured persons:', entries: text('four workers') },
      { label: 'Place:', entries: text('Lyon') },
    ]);
    expect(blocksOf(body)).toEqual(['paragraph: Number of injured persons: four workers', 'paragraph: Place: Lyon']);
  });

  it('are read behind labels above them, and are no headings', async () => {
    const body = await read([
      { label: 'Applicant', isAbove: true, entries: text('Mirko Galli', '/DA (/F1 12 Tf)') },
      { label: 'Are you insured?', isAbove: true, entries: text('Yes', '/DA (/F1 12 Tf)') },
      { label: '', isAbove: true, entries: text('2,150', '/DA (/F1 12 Tf)') },
    ]);
    expect(blocksOf(body)).toEqual([
      'paragraph: Applicant: Mirko Galli',
      'paragraph: Are you insured? Yes',
      'paragraph: 2,150',
    ]);
  });

  it('are read where they are lists, and where they are boxes that are ticked', async () => {
    const options = '/Opt [[(no) (Norway)] [(se) (Sweden)]]';
    const body = await read([
      { label: 'Country:', entries: `/Subtype /Widget /FT /Ch /T (k) /Ff 131072 /V (no) ${options}` },
      { label: 'Fatal:', entries: `/Subtype /Widget /FT /Btn /T (f) /V /Yes /AS /Yes ${APPEARANCE}` },
      { label: 'Reported:', entries: `/Subtype /Widget /FT /Btn /T (r) /V /Off /AS /Off ${APPEARANCE}` },
    ]);
    expect(blocksOf(body)).toEqual(['paragraph: Country: Norway', 'paragraph: Fatal: ☒', 'paragraph: Reported:']);
  });

  it('have the lines that were written into them', async () => {
    const body = await read([
      { label: 'Remarks', entries: text('The pump was\\nrepaired at once.', '/Ff 4096'), height: 80 },
    ]);
    expect(body.text).toContain('The pump was repaired at once.');
  });

  it('are left out where they are hidden or a password', async () => {
    const body = await read([
      { label: 'Name:', entries: text('Anna'), flags: 2 },
      { label: 'Word:', entries: text('secret', '/Ff 8192') },
    ]);
    expect(body.text).not.toMatch(/secret|Anna/);
  });

  it('are read on a scan, which is still named as a page without text', async () => {
    const body = await read([{ label: '', entries: text('four workers') }], ' ');
    expect(body.text).toBe('four workers');
    expect(body.pagesWithoutText).toEqual([1]);
  });
});

it('text that was written onto the page is read', async () => {
  const entries = '/Subtype /FreeText /DA (/F1 11 Tf) /Contents (Checked by Anna Berg.)';
  expect((await read([{ label: 'Report.', entries, height: 30 }])).text).toContain('Checked by Anna Berg.');
});

describe('the boxes of a printed form', () => {
  const boxes = (rows: readonly (readonly [label: string, value: string])[][]) =>
    rows.flatMap((row, i) =>
      row.flatMap(([label, value], k) => [
        { x: 50 + 150 * k, y: 700 - 34 * i, text: label, size: 6.5 },
        { x: 52 + 150 * k, y: 682 - 34 * i, text: value, size: 11 },
      ]),
    );

  it('have the values behind their labels, and are no rows', async () => {
    const words = boxes([
      [
        ['Surname', 'Ferreira'],
        ['First name', 'Joana'],
      ],
      [
        ['Postcode', '99084'],
        ['Town', 'Erfurt'],
      ],
    ]);
    const { text } = (await readBytes('a.pdf', makePdf([words]))).body;
    expect(text.split('\n\n')).toEqual(['Surname: Ferreira', 'First name: Joana', 'Postcode: 99084', 'Town: Erfurt']);
  });
});
