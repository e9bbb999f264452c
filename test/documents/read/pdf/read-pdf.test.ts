import { describe, expect, it } from 'vitest';
import { linesAt, makePdf, type PdfWords } from '../../../../scripts/fuzz/sample-files.ts';
import { placeIn } from '../../../../src/documents/place.ts';
import { readBytes } from '../../../../src/documents/read/read-bytes.ts';
import { blocksOf } from '../../support/blocks.ts';
import { courierPdf, shown } from '../../support/courier-pdf.ts';

async function read(pages: readonly (readonly PdfWords[])[]) {
  return (await readBytes('a.pdf', makePdf(pages))).body;
}

const LEFT = [
  'The plant in Lyon makes valves for',
  'pumps. It has been open since 2014',
  'and employs three hundred and fifty',
  'people. Most of them live in the city',
  'and come to work by tram, which stops',
];
const RIGHT = [
  'in front of its gate. The plant in Graz',
  'is smaller. It opened five years later,',
  'and its forty people make the seals of',
  'the valves. Both plants belong to Acme,',
  'which was founded in the year 1998.',
];

describe('a page of one column', () => {
  it('has headings by the size of their letters, paragraphs, and words without the hyphens of line ends', async () => {
    const body = await read([
      [
        { x: 50, y: 740, text: 'Plants of Acme', size: 18 },
        ...linesAt(50, 700, [
          'Acme has two plants and makes well-known valves. The manage-',
          'ment sits in Lyon; its well-',
          'known seals come from Graz.',
        ]),
        ...linesAt(50, 640, ['Both plants are open.']),
        { x: 50, y: 600, text: 'Staff', size: 14 },
        ...linesAt(50, 570, ['\u2022 Lyon has 350 people', '\u2022 Graz has 40']),
      ],
    ]);
    expect(blocksOf(body)).toEqual([
      'heading 1: Plants of Acme',
      'paragraph: Acme has two plants and makes well-known valves. The management sits in Lyon; its well-known seals come from Graz.',
      'paragraph: Both plants are open.',
      'heading 2: Staff',
      'item 1: Lyon has 350 people',
      'item 1: Graz has 40',
    ]);
  });

  it('knows page and line of each word', async () => {
    const body = await read([
      linesAt(50, 700, ['First line of the first page', 'goes on here.']),
      linesAt(50, 700, ['A line of the second page.']),
    ]);
    const placeOf = (words: string) =>
      placeIn({ ...body, file: '', format: 'pdf', sha256: '' }, body.text.indexOf(words));
    expect(placeOf('goes')).toEqual({ page: 1, line: 2, headings: [], columns: [] });
    expect(placeOf('second')).toEqual({ page: 2, line: 1, headings: [], columns: [] });
  });

  it('has rows of tables under the names of their columns', async () => {
    const cells = (y: number, ...texts: string[]) => texts.map((text, i) => ({ x: 50 + 150 * i, y, text }));
    const body = await read([
      [...linesAt(50, 700, ['Staff by plant:']), ...cells(670, 'Plant', 'Staff'), ...cells(655, 'Lyon', '350')],
    ]);
    expect(blocksOf(body)).toEqual([
      'paragraph: Staff by plant:',
      'head: | Plant | Staff |\n| --- | --- |',
      'row: | Lyon | 350 |',
    ]);
    expect(body.notes).toEqual([]);
  });
});

describe('a page of two columns', () => {
  it('is read column by column, under a title over both', async () => {
    const body = await read([
      [
        { x: 150, y: 740, text: 'Two plants and what they make', size: 18 },
        ...linesAt(50, 700, LEFT),
        ...linesAt(320, 700, RIGHT),
      ],
    ]);
    expect(blocksOf(body)).toEqual([
      'heading 1: Two plants and what they make',
      `paragraph: ${[...LEFT, ...RIGHT].join(' ')}`,
    ]);
  });
});

describe('several pages', () => {
  it('lose the numbers of pages, and what repeats at their top and bottom but for its first copy', async () => {
    const pages = [1, 2, 3, 4].map((page) => [
      { x: 50, y: 780, text: `Acme annual report 2025, page ${page}` },
      ...linesAt(50, 700, [`Sentence ${'abcd'[page - 1]} of the report.`]),
      { x: 300, y: 20, text: `Page ${page} of 4` },
    ]);
    const body = await read(pages);
    expect(blocksOf(body)).toEqual([
      'paragraph: Acme annual report 2025, page 1',
      'paragraph: Sentence a of the report.',
      'paragraph: Sentence b of the report.',
      'paragraph: Sentence c of the report.',
      'paragraph: Sentence d of the report.',
    ]);
    expect(body.notes).toEqual(['Lines that repeat at the top or bottom of pages were read once.']);
  });

  it('have each line of a form and its copy once', async () => {
    const lines = (kind: string) => [
      'Invoice number: 2024/0417',
      'Date of issue: 12 April 2024',
      kind,
      'Two valves of type DN50 were delivered to the site in Ulm.',
      'The total of the invoice is 1,840 euros including tax.',
    ];
    const body = await read(['ORIGINAL', 'COPY'].map((kind) => linesAt(72, 790, lines(kind), 12)));
    expect(body.text.split(/\s{2,}/)).toEqual([
      ...lines('ORIGINAL').slice(0, 3),
      lines('ORIGINAL').slice(3).join(' '),
      'COPY',
    ]);
  });

  it('have a sentence once that is at the top of each page', async () => {
    const warning = 'Warning: do not run the pump above 80 degrees Celsius.';
    const body = await read(['one', 'two', 'three'].map((step) => linesAt(50, 700, [warning, `Step ${step}.`])));
    expect(body.text.split(warning)).toHaveLength(2);
  });

  it('keep lines that differ in a number that does not count the pages', async () => {
    const amounts = ['Amount due: 400', 'Amount due: 520', 'Amount due: 910'];
    const body = await read(amounts.map((amount) => linesAt(50, 700, ['Invoice', '2024', amount])));
    expect(body.text).toMatch(/^Invoice\s+2024\s+Amount due: 400\s+Amount due: 520\s+Amount due: 910$/);
  });

  it('join a sentence over the foot of its page, which comes after it', async () => {
    const foot = linesAt(50, 40, ['Acme Ltd', 'Confidential']);
    const body = await read([
      [...linesAt(50, 300, ['Acme has two plants, and its', 'plant in Lyon opened in the']), ...foot],
      [...linesAt(50, 300, ['summer of 2014, when it made', 'valves. It employs']), ...foot],
      [...linesAt(50, 300, ['forty', 'people.']), ...foot],
    ]);
    expect(blocksOf(body)).toEqual([
      'paragraph: Acme has two plants, and its plant in Lyon opened in the summer of 2014, when it made valves. It employs forty people.',
      'paragraph: Acme Ltd',
      'paragraph: Confidential',
    ]);
  });

  it('lose the lines of a table of contents', async () => {
    const contents = linesAt(50, 700, ['1 Plants . . . . . . . . . . 2', '2 Staff . . . . . . . . . . . 3']);
    const body = await read([contents, linesAt(50, 700, ['Acme has two plants.'])]);
    expect(body.text).toBe('Acme has two plants.');
    expect(body.notes).toEqual(['Lines of a table of contents were left out.']);
  });

  it('keep the amounts that dots lead to', async () => {
    const prices = ['Coffee .......... 3.50', 'Tea . . . . . . . . 2.80', 'Cake .......... 4'];
    const body = await read([linesAt(50, 700, prices)]);
    expect(blocksOf(body)).toEqual(['row: | Coffee | 3.50 |', 'row: | Tea | 2.80 |', 'row: | Cake | 4 |']);
  });

  it('join a sentence that continues on the next page', async () => {
    const body = await read([
      linesAt(50, 100, ['The plant in Lyon opened in the']),
      linesAt(50, 700, ['summer of 2014.']),
    ]);
    expect(body.text).toBe('The plant in Lyon opened in the summer of 2014.');
  });

  it('name those without text', async () => {
    const body = await read([linesAt(50, 700, ['Text.']), [], linesAt(50, 700, ['More text.']), []]);
    expect([body.pages, body.pagesWithoutText]).toEqual([4, [2, 4]]);
  });

  it('name those with nothing but the foot of a scan', async () => {
    const scan = '/Resources << /Font << /F1 3 0 R >> /XObject << /Im1 8 0 R >> >>';
    const image =
      '<< /Type /XObject /Subtype /Image /Width 1240 /Height 1754 /BitsPerComponent 1 /ColorSpace /DeviceGray';
    const foot = (page: number) => shown(50, 20, 'Scanned with Acme Scan') + shown(280, 20, `${page}`);
    const pages = [
      { content: `${shown(50, 700, 'Lyon has 350 people.')} ${foot(1)}` },
      { content: `q 600 0 0 800 0 0 cm /Im1 Do Q ${foot(2)}`, entries: scan },
    ];
    const read = async (others: readonly string[]) => (await readBytes('a.pdf', courierPdf(pages, others))).body;
    expect((await read([`${image} /Length 1 >>\nstream\n0\nendstream`])).pagesWithoutText).toEqual([2]);
    expect((await read([])).pagesWithoutText).toEqual([]);
  });

  it.each([
    ['/Collection << /Type /Collection >>', ['The files of the portfolio were not read.']],
    ['/AcroForm << /Fields [] /XFA 6 0 R >>', ['The form was not read, because it is an XFA form.']],
    ['/AcroForm << /Fields [7 0 R] /XFA 6 0 R >>', []],
  ])('name what is not on them: %s', async (catalog, notes) => {
    const others = ['<< /Length 5 >>\nstream\n<xdp>\nendstream', '<< /FT /Tx /T (n) /V (four) >>'];
    const { body } = await readBytes(
      'a.pdf',
      courierPdf([{ content: shown(50, 700, 'Please wait.') }], others, catalog),
    );
    expect(body.notes).toEqual(notes);
  });

  it('cannot be read when none has text', async () => {
    await expect(readBytes('a.pdf', makePdf([[], []]))).rejects.toThrow(
      'has no text on its 2 pages, which may be scanned images',
    );
  });
});

describe('a font whose characters only a file outside the PDF knows', () => {
  const font =
    '/F2 << /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [ << /Type /Font ' +
    '/Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 0 >> ' +
    '/DW 500 /FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [0 0 1000 1000] ' +
    '/ItalicAngle 0 /Ascent 800 /Descent 0 /StemV 50 >> >> ] >>';
  const entries = `/Resources << /Font << /F1 3 0 R ${font} >> >>`;
  const lost = 'BT /F2 10 Tf 50 600 Td <00540068006500200070006C0061006E0074> Tj ET';

  it('is named with the first page that has it', async () => {
    const pages = [
      { content: shown(50, 700, 'Graz has 40 people.') },
      { content: `${shown(50, 700, 'Lyon has 350 people.')} ${lost}`, entries },
    ];
    const { body } = await readBytes('a.pdf', courierPdf(pages));
    expect(blocksOf(body)).toEqual(['paragraph: Graz has 40 people.', 'paragraph: Lyon has 350 people.']);
    expect(body.notes).toEqual([
      'Text was left out because the characters of its font are not known, first on page 2.',
    ]);
  });

  it('is the reason why a file without other text cannot be read', async () => {
    await expect(readBytes('a.pdf', courierPdf([{ content: lost, entries }]))).rejects.toThrow(
      'has no text on its 1 pages, but text in fonts whose characters are not known',
    );
  });
});

describe('a damaged PDF', () => {
  it('cannot be read', async () => {
    await expect(readBytes('a.pdf', Buffer.from('%PDF-1.7\nnothing of the kind'))).rejects.toThrow(
      'is a damaged PDF: ',
    );
  });
});
