import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { DraftLine } from '../../../src/documents/check/draft-line.ts';
import { assertTakesHighlights, writeHighlights } from '../../../src/documents/check/write-highlights.ts';
import { openPdf } from '../../../src/documents/read/pdf/open-pdf.ts';
import { courierPdf, shown } from '../support/courier-pdf.ts';
import { encryptedPdf } from '../support/encrypted-pdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'highlights-'));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const content = shown(100, 600, 'It had 40 workers.');
const pdf = courierPdf([{ content }]);
const place = { page: 1, x: 100, y: 192, width: 108, height: 10 };

type Line = Pick<DraftLine, 'text' | 'verdict' | 'evidence'>;

function line(file: string, { rectangles = [place], against = false, text = 'It had 40.' } = {}): Line {
  const match_type = against ? 'contradiction' : 'exact_match';
  const evidence = { source_id: file, match_type, rectangles, page: 1 } as Partial<Line['evidence'][number]>;
  return { text, verdict: against ? 'UNSUPPORTED' : 'SUPPORTED', evidence: [evidence as Line['evidence'][number]] };
}

function sourcesOf(name: string, files: Readonly<Record<string, Buffer>>) {
  const documents = Object.entries(files).map(([file, bytes]) => {
    mkdirSync(join(at(name), file, '..'), { recursive: true });
    writeFileSync(join(at(name), file), bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { file, sha256, pagesWithoutText: [], notes: [] };
  });
  return { folder: at(name), documents };
}

interface Annotation {
  readonly subtype: string;
  readonly color: Uint8ClampedArray;
  readonly contentsObj: { readonly str: string };
}

async function notesIn(path: string) {
  const page = await (await openPdf(readFileSync(path), false)).getPage(1);
  const annotations = (await page.getAnnotations()) as readonly Annotation[];
  return annotations
    .filter(({ subtype }) => subtype === 'Highlight')
    .map(({ color, contentsObj }) => [contentsObj.str, [...color]]);
}

it('writes a copy of each cited PDF below the folder, and leaves the originals', async () => {
  const files = { 'a.pdf': pdf, 'sub/a.pdf': pdf, 'sub/A.PDF': pdf, 'notes.txt': pdf, 'other.pdf': pdf };
  const sources = sourcesOf('names', files);
  const lines = ['a.pdf', 'sub/a.pdf', 'sub/A.PDF', 'notes.txt'].map((file) => line(file));
  const { copies, left, notFound } = await writeHighlights(lines, sources, { to: at('copies') });
  expect({ left, notFound }).toEqual({ left: [], notFound: 0 });
  expect(copies.map(({ file, path, highlights }) => [file, path, highlights])).toEqual([
    ['a.pdf', at('copies/a.pdf'), 1],
    ['notes.txt', at('copies/notes.txt.pdf'), 1],
    ['sub/A.PDF', at('copies/sub/A.PDF'), 1],
    ['sub/a.pdf', at('copies/sub/a (2).pdf'), 1],
  ]);
  for (const file of Object.keys(files)) expect(readFileSync(join(at('names'), file)).equals(pdf)).toBe(true);
  expect(readdirSync(at('copies')).sort()).toEqual(['a.pdf', 'notes.txt.pdf', 'sub']);
});

it('highlights words once that several sentences rest on, in the color of a contradiction if there is one', async () => {
  const sources = sourcesOf('shared', { 'a.pdf': pdf });
  const lines = [line('a.pdf'), line('a.pdf', { against: true, text: 'It had 41.' })];
  const { copies } = await writeHighlights(lines, sources, { to: at('shared-copies') });
  expect(await notesIn(copies[0]!.path)).toEqual([
    ['SUPPORTED: It had 40.\n\nUNSUPPORTED: It had 41.', [255, 190, 184]],
  ]);
});

it('names files that get no copy, with the reason, and counts places that were not found', async () => {
  const protectedPdf = encryptedPdf(content, -4 - 0x20);
  const files = { 'changed.pdf': pdf, 'gone.pdf': pdf, 'lost.pdf': pdf, 'protected.pdf': protectedPdf };
  const sources = sourcesOf('left', files);
  writeFileSync(at('left/changed.pdf'), 'other bytes');
  rmSync(at('left/gone.pdf'));
  const lines = [...Object.keys(files).map((file) => line(file)), line('a.md')].map((one) => ({
    ...one,
    evidence: one.evidence.map((own) => (own.source_id === 'lost.pdf' ? { ...own, rectangles: [] } : own)),
  }));
  const { rectangles: _, ...text } = lines.pop()!.evidence[0]!;
  lines.push({ ...line('a.md'), evidence: [text as Line['evidence'][number]] });
  expect(await writeHighlights(lines, sources, { to: at('none') })).toEqual({
    copies: [],
    left: [
      { file: 'changed.pdf', reason: 'was changed since it was read' },
      { file: 'gone.pdf', reason: 'cannot be opened: ENOENT' },
      { file: 'lost.pdf', reason: 'its evidence was not found on its pages' },
      { file: 'protected.pdf', reason: 'is encrypted, and its permissions allow no annotations' },
    ],
    notFound: 1,
  });
  expect(readdirSync(folder)).not.toContain('none');
});

describe('an original stays', () => {
  it('where the place of its copy is a link to it, and where a folder of copies is a link', async () => {
    const sources = sourcesOf('linked', { 'a.pdf': pdf, 'sub/b.pdf': pdf });
    mkdirSync(at('links'));
    symlinkSync(at('linked/a.pdf'), at('links/a.pdf'));
    symlinkSync(at('linked/sub'), at('links/sub'));
    const { copies, left } = await writeHighlights([line('a.pdf'), line('sub/b.pdf')], sources, { to: at('links') });
    expect(copies.map(({ file }) => file)).toEqual(['a.pdf']);
    expect(left.map(({ file }) => file)).toEqual(['sub/b.pdf']);
    for (const file of ['a.pdf', 'sub/b.pdf']) expect(readFileSync(join(at('linked'), file)).equals(pdf)).toBe(true);
    expect(readdirSync(at('linked/sub'))).toEqual(['b.pdf']);
  });

  it('because a folder is refused that has sources or the draft, or is among the sources', async () => {
    sourcesOf('own/sources', { 'a.pdf': pdf });
    writeFileSync(at('own/draft.md'), 'A draft.');
    symlinkSync(at('own/sources'), at('link'));
    const takes = (to: string, against = 'own/sources') =>
      assertTakesHighlights(at(to), { draft: at('own/draft.md'), against: at(against) });
    for (const to of ['own/sources', 'own/sources/new', 'link/new/folder'])
      await expect(takes(to)).rejects.toThrow('is in');
    await expect(takes('own', 'own/sources/a.pdf')).rejects.toThrow('contains the sources');
    await expect(takes('own/sources', 'own/sources/a.pdf')).rejects.toThrow('contains the sources');
    await expect(takes('own', 'link/a.pdf')).rejects.toThrow('contains the sources');
    await expect(takes('own/draft.md')).rejects.toThrow('is not a folder');
    await expect(takes('own', 'copies')).rejects.toThrow('contains the draft');
    await expect(takes('own/highlighted')).resolves.toBeUndefined();
    await expect(takes('own/sources/highlighted', 'own/sources/a.pdf')).resolves.toBeUndefined();
  });
});
