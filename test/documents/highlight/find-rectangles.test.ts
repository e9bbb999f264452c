import { describe, expect, it } from 'vitest';
import type { PageRectangle, ReadDocument } from '../../../src/documents/document.ts';
import { PageFinder } from '../../../src/documents/highlight/find-rectangles.ts';
import { lettersOfPages } from '../../../src/documents/highlight/page-letters.ts';
import { wordsByLine } from '../../../src/documents/highlight/page-words.ts';
import { readBytes } from '../../../src/documents/read/read-bytes.ts';
import { courierPdf, shown } from '../support/courier-pdf.ts';
import { taggedPdf } from '../support/tagged-pdf.ts';

async function documentOf(pdf: Buffer): Promise<ReadDocument> {
  const { format, body } = await readBytes('a.pdf', pdf);
  return { file: 'a.pdf', format, sha256: '', ...body };
}

/** The rectangles of words of a document; undefined for a line that is not found. */
async function rectanglesOf(pdf: Buffer, words: string, document?: ReadDocument, from = 0) {
  const read = document ?? (await documentOf(pdf));
  const start = read.text.indexOf(words, from);
  expect(start).toBeGreaterThanOrEqual(0);
  const lines = wordsByLine(read, start, start + words.length);
  const letters = await lettersOfPages(
    pdf,
    lines.map(({ page }) => page),
  );
  return lines.flatMap(
    (line, i): (PageRectangle | undefined)[] => new PageFinder(letters[i]!).rectangles(line) ?? [undefined],
  );
}

function rectangle(page: number, x: number, y: number, width: number, height = 10): PageRectangle {
  return { page, x, y, width, height };
}

function isNear(found: readonly (PageRectangle | undefined)[], wanted: readonly PageRectangle[]): void {
  expect(found).toHaveLength(wanted.length);
  for (const [i, one] of wanted.entries())
    for (const [name, value] of Object.entries(one))
      expect(Math.abs(found[i]![name as keyof PageRectangle] - value), `${i} ${name}`).toBeLessThan(1);
}

const TWO = 'The mill closed in June. It had 40 workers.';
const SECOND = 'It had 40 workers.';

describe('a sentence within a line', () => {
  it.each([
    ['upright', '', rectangle(1, 250, 192, 108)],
    ['turned by 90 degrees', '/Rotate 90', rectangle(1, 598, 250, 10, 108)],
    ['turned by 180 degrees', '/Rotate 180', rectangle(1, 242, 598, 108)],
    ['turned by 270 degrees', '/Rotate 270', rectangle(1, 192, 242, 10, 108)],
    ['cropped', '/CropBox [50 100 550 750]', rectangle(1, 200, 142, 108)],
    ['cropped and turned by 90 degrees', '/CropBox [50 100 550 750] /Rotate 90', rectangle(1, 498, 200, 10, 108)],
    ['cropped and turned by 180 degrees', '/CropBox [50 100 550 750] /Rotate 180', rectangle(1, 192, 498, 108)],
    ['cropped and turned by 270 degrees', '/CropBox [50 100 550 750] /Rotate 270', rectangle(1, 142, 192, 10, 108)],
    ['in units of two points', '/UserUnit 2', rectangle(1, 500, 384, 216, 20)],
  ])('has its place on a page that is %s', async (_, entries, wanted) => {
    isNear(await rectanglesOf(courierPdf([{ content: shown(100, 600, TWO), entries }]), SECOND), [wanted]);
  });

  it('has its signs, such as quotation marks and the full stop', async () => {
    const pdf = courierPdf([{ content: shown(100, 600, 'Yes. "It ($5) closed." No.') }]);
    isNear(await rectanglesOf(pdf, '"It ($5) closed."'), [rectangle(1, 130, 192, 102)]);
  });

  it('has its place where letters are spread, stretched and moved one by one', async () => {
    const content =
      'BT /F1 10 Tf 2 Tc 5 Tw 50 Tz 100 600 Td [(The mill) -500 ( closed.)] TJ 0 Tc 0 Tw 100 Tz ( Yes.) Tj ET';
    isNear(await rectanglesOf(courierPdf([{ content }]), 'The mill closed.'), [rectangle(1, 100, 192, 70.5)]);
  });

  it('has its place where a line runs up the page', async () => {
    const content = `BT /F1 10 Tf 0 1 -1 0 300 100 Tm (${TWO}) Tj ET`;
    isNear(await rectanglesOf(courierPdf([{ content }]), SECOND), [rectangle(1, 292, 442, 10, 108)]);
  });
});

describe('a sentence over several lines', () => {
  it('has a rectangle for each, and none for the sentence before', async () => {
    const content = [shown(100, 600, 'It is old. The mill closed in'), shown(100, 588, 'June and reopened.')].join(' ');
    isNear(await rectanglesOf(courierPdf([{ content }]), 'The mill closed in June and reopened.'), [
      rectangle(1, 166, 192, 108),
      rectangle(1, 100, 204, 108),
    ]);
  });

  it('is found with a hyphen at the end of a line and with ligatures', async () => {
    const content = [shown(100, 600, 'The of\x01ce for the manage-'), shown(100, 588, 'ment is in Lyon.')].join(' ');
    isNear(await rectanglesOf(courierPdf([{ content }]), 'The office for the management is in Lyon.'), [
      rectangle(1, 100, 192, 144),
      rectangle(1, 100, 204, 96),
    ]);
  });

  it('has rectangles on both pages that it is on', async () => {
    const pdf = courierPdf([
      { content: shown(100, 100, 'The mill was closed by') },
      { content: shown(50, 700, 'the owner in June.') },
    ]);
    isNear(await rectanglesOf(pdf, 'The mill was closed by the owner in June.'), [
      rectangle(1, 100, 692, 132),
      rectangle(2, 50, 92, 108),
    ]);
  });

  it('stays in its column where a page draws both columns line by line', async () => {
    const left = [
      'The plant in Lyon makes valves for',
      'pumps. It has been open since 2014',
      'and employs three hundred people',
      'who live in the city and come to',
      'work by tram, which stops there.',
    ];
    const right = [
      'in front of its gate. The plant in',
      'Graz is smaller. It opened later,',
      'and its forty people make seals of',
      'the valves. Both plants belong to',
      'Acme, which was founded in 1998.',
    ];
    const content = left.map((words, i) => `${shown(50, 700 - 12 * i, words)} ${shown(330, 700 - 12 * i, right[i]!)}`);
    isNear(await rectanglesOf(courierPdf([{ content: content.join(' ') }]), 'The plant in Graz is smaller.'), [
      rectangle(1, 462, 92, 72),
      rectangle(1, 330, 104, 96),
    ]);
  });
});

describe('of several places with the same words', () => {
  it('the one with the same words around it is found', async () => {
    const lines = ['Lyon', 'It closed in June.', 'Graz', 'It closed in June.'];
    const pdf = courierPdf([{ content: lines.map((words, i) => shown(100, 600 - 40 * i, words)).join(' ') }]);
    const document = await documentOf(pdf);
    const second = document.text.lastIndexOf('It closed in June.');
    isNear(await rectanglesOf(pdf, 'It closed in June.', document), [rectangle(1, 100, 232, 108)]);
    isNear(await rectanglesOf(pdf, 'It closed in June.', document, second), [rectangle(1, 100, 312, 108)]);
  });

  it('letters that are seen come before those that are not', async () => {
    const content = [`3 Tr ${shown(100, 700, TWO)}`, `0 Tr ${shown(100, 600, TWO)}`].join(' ');
    isNear(await rectanglesOf(courierPdf([{ content }]), SECOND), [rectangle(1, 250, 192, 108)]);
  });

  it('letters that are not seen are found where no others are, as on a scan', async () => {
    const document = await documentOf(courierPdf([{ content: shown(100, 600, TWO) }]));
    const scan = courierPdf([{ content: `${shown(20, 20, 'Received')} 3 Tr ${shown(100, 700, TWO)}` }]);
    isNear(await rectanglesOf(scan, SECOND, document), [rectangle(1, 250, 92, 108)]);
  });

  it('letters that are printed twice to look bold are one', async () => {
    const content = [0, 0.4]
      .flatMap((by) => [...TWO].map((letter, i) => shown(100 + 6 * i + by, 600, letter)))
      .join(' ');
    const document = await documentOf(courierPdf([{ content: shown(100, 600, TWO) }]));
    isNear(await rectanglesOf(courierPdf([{ content }]), 'The mill closed in June.', document), [
      rectangle(1, 100, 192, 144),
    ]);
  });
});

describe('a row of a table', () => {
  it('has a rectangle for each cell', async () => {
    const rows = [
      ['Plant', 'Opened'],
      ['Lyon', '2014'],
      ['Graz', '2019'],
    ];
    const content = rows.map(
      ([name, year], i) => `${shown(100, 600 - 12 * i, name!)} ${shown(300, 600 - 12 * i, year!)}`,
    );
    isNear(await rectanglesOf(courierPdf([{ content: content.join(' ') }]), 'Graz | 2019'), [
      rectangle(1, 100, 216, 24),
      rectangle(1, 300, 216, 24),
    ]);
  });

  it('is found cell by cell where cells have several lines that are drawn across', async () => {
    const at = (x: number, y: number, text: string) => [{ x, y, text }];
    const cell = (...words: { x: number; y: number; text: string }[][]) => ({ role: 'TD', words: words.flat() });
    const pdf = taggedPdf([
      [
        {
          role: 'Table',
          children: [
            {
              role: 'TR',
              children: [
                { role: 'TH', words: at(100, 700, 'Plant') },
                { role: 'TH', words: at(300, 700, 'Staff') },
              ],
            },
            {
              role: 'TR',
              children: [cell(at(100, 680, 'Lyon on'), at(100, 668, 'the Rhone')), cell(at(300, 680, '350'))],
            },
          ],
        },
      ],
    ]);
    const document = await documentOf(pdf);
    const across = [shown(100, 680, 'Lyon on'), shown(300, 680, '350'), shown(100, 668, 'the Rhone')].join(' ');
    isNear(await rectanglesOf(courierPdf([{ content: across }]), '350', document), [rectangle(1, 300, 112, 18)]);
    isNear(await rectanglesOf(pdf, '| Lyon on the Rhone | 350 |', document), [
      rectangle(1, 100, 112, 35.6),
      rectangle(1, 100, 124, 46.7),
      rectangle(1, 300, 112, 16.7),
    ]);
  });
});

it('the width of letters that are drawings is that of their font', async () => {
  const glyph = '<< /Length 27 >>\nstream\n60 0 0 0 50 70 d1 0 0 50 70 re f\nendstream'.replace('27', '31');
  const font =
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 -20 60 80] /FontMatrix [0.01 0 0 0.01 0 0] /FirstChar 65 /LastChar 66 ' +
    '/Widths [60 60] /CharProcs << /A 7 0 R /B 7 0 R >> /Encoding << /Differences [65 /A /B] >> >>';
  const content = 'BT /F2 10 Tf 100 600 Td (ABBA) Tj ET';
  const pdf = courierPdf([{ content, entries: '/Resources << /Font << /F2 6 0 R >> >>' }], [font, glyph]);
  const [letters] = await lettersOfPages(pdf, [1]);
  expect(letters!.texts.join('')).toBe('ABBA');
  expect([...letters!.boxes].map(Math.round)).toEqual(
    [0, 1, 2, 3].flatMap((i) => [100 + 6 * i, 192, 106 + 6 * i, 202]),
  );
});

it('the words of a form field are where its appearance has them', async () => {
  const words = 'BT /F1 10 Tf 4 6 Td (Lyon) Tj ET';
  const field =
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (Lyon) /F 4 /Rect [200 600 300 620] /AP << /N 7 0 R >> >>';
  const form = `<< /Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources << /Font << /F1 3 0 R >> >> /Length ${words.length} >>\nstream\n${words}\nendstream`;
  const page = { content: shown(100, 700, TWO), entries: '/Annots [6 0 R]' };
  const [letters] = await lettersOfPages(courierPdf([page], [field, form], '/AcroForm << /Fields [6 0 R] >>'), [1]);
  expect(letters!.texts.slice(-4).join('')).toBe('Lyon');
  expect([...letters!.boxes.slice(-16, -12)].map(Math.round)).toEqual([204, 186, 210, 196]);
});

it('words that are not on their page are not found', async () => {
  const document = await documentOf(courierPdf([{ content: shown(100, 600, TWO) }]));
  const other = courierPdf([{ content: shown(100, 600, 'The mill closed in July. It had 41 workers.') }]);
  expect(await rectanglesOf(other, SECOND, document)).toEqual([undefined]);
});

describe('a line whose cells have another order on the page', () => {
  const cellsOf = (count: number) => Array.from({ length: count }, (_, i) => `cell${i}x`);
  const found = (count: number) => {
    const texts = [...cellsOf(count).reverse().join('')];
    const boxes = Float32Array.from(texts.flatMap((_, i) => [6 * i, 0, 6 * i + 6, 10]));
    const none = new Uint8Array(texts.length);
    const finder = new PageFinder({
      ...{ page: 1, width: 6 * texts.length, height: 100, texts, boxes, directions: none, hidden: none },
    });
    const line = cellsOf(count).join('\t');
    return finder.rectangles({ page: 1, line, start: 0, end: line.length, before: '', after: '' })?.length;
  };

  it('is found cell by cell', () => {
    expect(found(200)).toBe(200);
  });

  it('is not found where it has more cells than a page of a reader: each takes time by the letters of the page', () => {
    expect(found(201)).toBeUndefined();
  });
});
