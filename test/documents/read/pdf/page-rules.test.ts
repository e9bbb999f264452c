import { deflateSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { assembled } from '../../../../scripts/fuzz/sample-files.ts';
import type { Box } from '../../../../src/documents/read/pdf/boxes.ts';
import { drawnGlyphs, USUAL_FONT } from '../../../../src/documents/read/pdf/drawn-glyphs.ts';
import { openPdf } from '../../../../src/documents/read/pdf/open-pdf.ts';
import { PageRules } from '../../../../src/documents/read/pdf/page-rules.ts';
import { streamHints } from '../../../../src/documents/read/pdf/stream-hints.ts';
import { readBytes } from '../../../../src/documents/read/read-bytes.ts';
import { courierPdf, shown } from '../../support/courier-pdf.ts';

/** The object of the first page of `courierPdf`. */
const PAGE = 4;

async function drawnRules(file: Buffer): Promise<readonly Box[]> {
  const page = await (await openPdf(file, false)).getPage(1);
  const operators = await page.getOperatorList();
  return drawnGlyphs(
    operators,
    page.view,
    () => true,
    () => USUAL_FONT,
    'rules',
  ).rules;
}

function rulesOf(file: Buffer): readonly Box[] | undefined {
  return new PageRules(file, streamHints(file)).of(PAGE)?.rules;
}

function rounded(rules: readonly Box[] | undefined): number[][] | undefined {
  const points = (one: number) => Math.round(10 * one) / 10;
  return rules?.map(({ left, right, bottom, top }) => [left, right, bottom, top].map(points));
}

const LINE = '50 500 m 300 500 l S';

describe('the lines of a page, from the bytes of its file', () => {
  it.each([
    ['a line', LINE],
    ['a rectangle', '50 500 200 -0.5 re f'],
    ['a grid in one path', '50 500 m 300 500 l 50 480 m 300 480 l 50 480 m 50 500 l S'],
    ['a closed path and a curve', '50 500 m 300 500 l 300 501 l h B 10 10 m 20 10 90 10 200 10 c s'],
    [
      'a scaled and a turned space',
      'q .1 0 0 .1 5. -3 cm 500 5000 m 3000 5000 l S Q q 0 1 -1 0 400 100 cm 50 20 m 90 20 l S Q',
    ],
    ['a path that only clips', '50 500 200 1 re W n 50 400 200 1 re f*'],
    [
      'words and names that look like operators',
      `(50 1 m \\) (90 1 l) S) Tj /S gs <53> Tj [(S) 3 (re)] TJ % 1 1 m S\n${LINE}`,
    ],
    ['no line', '50 500 200 100 re f 10 10 m 60 90 l S'],
  ])('are those that pdf.js draws: %s', async (_, content) => {
    const file = courierPdf([{ content: `${shown(60, 600, 'Lyon has (350) people.')} ${content}` }]);
    expect(rounded(rulesOf(file))).toEqual(rounded(await drawnRules(file)));
  });

  it('are looked up in time that grows as the file, whatever the offsets of its objects', () => {
    const body = ' '.repeat(500_000);
    const pairs = `7 0 8 ${body.length} `.repeat(40_000);
    const packed = deflateSync(pairs + body).toString('latin1');
    const stream = `<< /Type /ObjStm /N 2 /First ${pairs.length} /Length ${packed.length} /Filter /FlateDecode >>`;
    const file = Buffer.from(`3 0 obj\n${stream}\nstream\n${packed}\nendstream\nendobj\n`, 'latin1');
    const begun = process.cpuUsage();
    expect(rulesOf(file)).toBe(undefined);
    const { user } = process.cpuUsage(begun);
    expect(user / 1_000).toBeLessThan(4_000);
  });

  it('are known of a page in an object stream, with several packed contents', async () => {
    const contents = ['q 2 0 0 2 0 0 cm', '25 250 m 150 250 l S Q'].map((text) => deflateSync(text).toString('latin1'));
    const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents [5 0 R 6 0 R] /Resources << >> >>';
    const packed = deflateSync(`${PAGE} 0 ${page}`).toString('latin1');
    const stream = (text: string, entries = '') =>
      `<< /Length ${text.length} /Filter /FlateDecode ${entries} >>\nstream\n${text}\nendstream`;
    const file = assembled([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${PAGE} 0 R] /Count 1 >>`,
      stream(packed, '/Type /ObjStm /N 1 /First 4'),
    ]);
    const [head, tail] = file.toString('latin1').split('xref');
    const objects = contents.map((text, i) => `${5 + i} 0 obj\n${stream(text)}\nendobj\n`).join('');
    expect(rounded(rulesOf(Buffer.from(`${head}${objects}xref${tail}`, 'latin1')))).toEqual([[50, 300, 500, 500]]);
  });

  const form = (content: string) =>
    `<< /Type /XObject /Subtype /Form /BBox [0 0 600 800] /Length ${content.length} >>\nstream\n${content}\nendstream`;

  it.each([
    ['a form with lines', '/X Do', [form(LINE)]],
    ['an inline image', 'BI /W 1 /H 1 /BPC 1 /IM true ID \x00 EI', []],
    ['an operator that does not exist', `50 500 q2 ${LINE}`, []],
    ['a number that is read in several ways', '50 5-00 m 300 500 l S', []],
    ['too few operands', '500 m 300 500 l S', []],
    ['more lines than are followed', '1 1 m 90 1 l S '.repeat(2_001), []],
  ])('are not known with %s', (_, content, others) => {
    expect(rulesOf(courierPdf([{ content }], others))).toBe(undefined);
  });

  it('are not known of an object that the file has twice', () => {
    const file = courierPdf([{ content: LINE }]);
    const again = '\n4 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R >>\nendobj\n';
    expect(rounded(rulesOf(file))).toEqual([[50, 300, 500, 500]]);
    expect(rulesOf(Buffer.concat([file, Buffer.from(again)]))).toBe(undefined);
  });
});

describe('a page with lines', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  async function interpretations(content: string): Promise<number> {
    const file = courierPdf([{ content }]);
    const pdf = await openPdf(file, false);
    const interpreted = vi.spyOn(Object.getPrototypeOf(await pdf.getPage(1)), 'getOperatorList');
    await readBytes('a.pdf', file);
    return interpreted.mock.calls.length;
  }

  const row = (y: number, ...cells: string[]) => cells.map((cell, i) => shown(54 + 100 * i, y, cell)).join(' ');
  const rows = `${row(704, 'Lyon', '350')} ${row(684, 'Graz', '40')}`;
  const walls = [50, 150, 250].map((x) => `${x} 680 m ${x} 720 l S`).join(' ');
  const grid = `${walls} ${[680, 700, 720].map((y) => `50 ${y} m 250 ${y} l S`).join(' ')}`;

  it('is interpreted only if a line crosses words', async () => {
    expect(await interpretations(`${grid} ${rows}`)).toBe(0);
    expect(await interpretations(`${grid} ${rows} 54 707 m 78 707 l S`)).toBe(1);
  });

  it('is not interpreted because rows behind black words are white', async () => {
    const white = '1 1 1 rg 50 680 200 20 re f 0 0 0 rg';
    expect(await interpretations(`${white} ${grid} ${rows}`)).toBe(0);
    expect(await interpretations(`${shown(54, 600, 'Staff in 2024')} ${grid} 1 1 1 rg ${rows}`)).toBe(1);
  });
});
