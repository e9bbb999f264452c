import { describe, expect, it } from 'vitest';
import type { PageRectangle } from '../../../src/documents/document.ts';
import { type Highlight, highlightPdf } from '../../../src/documents/highlight/highlight-pdf.ts';
import { openPdf } from '../../../src/documents/read/pdf/open-pdf.ts';
import { courierPdf, shown } from '../support/courier-pdf.ts';
import { encryptedPdf } from '../support/encrypted-pdf.ts';
import { taggedPdf } from '../support/tagged-pdf.ts';

const content = shown(100, 600, 'It had 40 workers.');
const NOTE = 'SUPPORTED: It had 40 “workers”.';

function mark(rectangle: Partial<PageRectangle> = {}): Highlight {
  const place = { page: 1, x: 100, y: 192, width: 108, height: 10, ...rectangle };
  return { rectangles: [place], color: [186, 240, 190], note: NOTE };
}

interface Annotation {
  readonly subtype: string;
  readonly quadPoints?: ArrayLike<number>;
  readonly contentsObj: { readonly str: string };
}

/** Of each highlight of a page: left, bottom, right and top in the units of the file, and the note. */
async function highlightsIn(bytes: Uint8Array, page = 1): Promise<readonly (readonly [number[], string])[]> {
  const pdf = await openPdf(bytes, false);
  const annotations = (await (await pdf.getPage(page)).getAnnotations()) as readonly Annotation[];
  return annotations
    .filter(({ subtype }) => subtype === 'Highlight')
    .map(({ quadPoints, contentsObj }) => {
      const points = Array.from(quadPoints!);
      const [across, up] = [points.filter((_, i) => i % 2 === 0), points.filter((_, i) => i % 2 === 1)];
      const edges = [Math.min(...across), Math.min(...up), Math.max(...across), Math.max(...up)];
      return [edges.map(Math.round), contentsObj.str];
    });
}

const WORDS = [100, 598, 208, 608];

describe('a highlight', () => {
  it.each([
    ['upright', '', {}],
    ['turned by 90 degrees', '/Rotate 90', { x: 598, y: 100, width: 10, height: 108 }],
    ['turned by 180 degrees', '/Rotate 180', { x: 392, y: 598 }],
    ['turned by 270 degrees', '/Rotate 270', { x: 192, y: 392, width: 10, height: 108 }],
    ['cropped', '/CropBox [50 100 550 750]', { x: 50, y: 142 }],
    ['in units of two points', '/UserUnit 2', { x: 200, y: 384, width: 216, height: 20 }],
  ])('lies on its words on a page that is %s', async (_, entries, rectangle) => {
    const pdf = courierPdf([{ content, entries }]);
    const { bytes, isSigned } = await highlightPdf(pdf, [mark(rectangle)]);
    expect(await highlightsIn(bytes)).toEqual([[WORDS, NOTE]]);
    expect(isSigned).toBe(false);
  });

  it('is behind the bytes of the file, which stay', async () => {
    const pdf = courierPdf([{ content }]);
    const { bytes } = await highlightPdf(pdf, [mark()]);
    expect(Buffer.from(bytes.subarray(0, pdf.length)).equals(pdf)).toBe(true);
  });

  it('is on its page, and keeps the annotations and tags of the file', async () => {
    const pdf = taggedPdf([
      [{ role: 'P', words: [{ x: 100, y: 600, text: 'One.' }] }],
      [{ role: 'P', words: [{ x: 100, y: 600, text: 'Two.' }] }],
    ]);
    const once = await highlightPdf(pdf, [mark({ page: 2 })]);
    const { bytes } = await highlightPdf(Buffer.from(once.bytes), [mark({ page: 2, y: 292 }), mark()]);
    expect(await highlightsIn(bytes, 1)).toHaveLength(1);
    expect(await highlightsIn(bytes, 2)).toHaveLength(2);
  });
});

describe('a file', () => {
  it('that is encrypted without a password gets highlights whose notes can be read', async () => {
    const { bytes } = await highlightPdf(encryptedPdf(content, -4), [mark()]);
    expect(await highlightsIn(bytes)).toEqual([[WORDS, NOTE]]);
  });

  it('whose permissions allow no annotations is refused', async () => {
    const refused = highlightPdf(encryptedPdf(content, -4 - 0x20), [mark()]);
    await expect(refused).rejects.toThrow('its permissions allow no annotations');
  });

  it('that is signed is reported', async () => {
    const signed = courierPdf([{ content }], [], '/AcroForm << /Fields [] /SigFlags 3 >>');
    expect(await highlightPdf(signed, [mark()])).toMatchObject({ isSigned: true });
  });

  it('with an XFA form gets highlights where the data of the form is by itself, and is refused elsewhere', async () => {
    const part = (xml: string) => `<< /Length ${xml.length} >>\nstream\n${xml}\nendstream`;
    const data = '<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data/></xfa:datasets>';
    const form = (xfa: string) => `/AcroForm << /Fields [] /XFA ${xfa} >>`;
    const apart = courierPdf([{ content }], [part(data)], form('[(datasets) 6 0 R]'));
    expect(await highlightsIn((await highlightPdf(apart, [mark()])).bytes)).toEqual([[WORDS, NOTE]]);
    const whole = courierPdf([{ content }], [part(`<xdp:xdp>${data}</xdp:xdp>`)], form('6 0 R'));
    await expect(highlightPdf(whole, [mark()])).rejects.toThrow('has an XFA form');
  });

  it('with a wrong place of its table of objects gets highlights that can be read', async () => {
    const pdf = courierPdf([{ content }]).toString('latin1');
    const broken = Buffer.from(pdf.replace(/startxref\n\d+/, 'startxref\n7'), 'latin1');
    expect(await highlightsIn((await highlightPdf(broken, [mark()])).bytes)).toEqual([[WORDS, NOTE]]);
  });
});
