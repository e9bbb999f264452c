import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { EvidenceRectangles } from '../../../src/documents/check/evidence-rectangles.ts';
import type { ReadDocument } from '../../../src/documents/document.ts';
import { FileReader, isUnread, openFile } from '../../../src/documents/file-reader.ts';
import { courierPdf, shown } from '../support/courier-pdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'rectangles-'));
const at = (name: string) => join(folder, name);
const reader = new FileReader();
let places: EvidenceRectangles | undefined;
afterEach(() => places?.close());
afterAll(async () => {
  await reader.close();
  rmSync(folder, { recursive: true });
});

async function documentOf(file: string, bytes: string | Buffer): Promise<ReadDocument> {
  writeFileSync(at(file), bytes);
  const opened = await openFile({ file, path: at(file) });
  if (isUnread(opened)) throw new Error(opened.reason);
  const read = await reader.read(opened);
  if (isUnread(read)) throw new Error(read.reason);
  return read;
}

const SENTENCE = { start: 25, end: 43 };
const pdf = courierPdf([{ content: shown(100, 600, 'The mill closed in June. It had 40 workers.') }]);

it.each([
  ['of a folder', folder],
  ['given by itself', at('mill.pdf')],
])('finds a sentence of a file %s, again and in another order', async (_, against) => {
  const document = await documentOf('mill.pdf', pdf);
  places = new EvidenceRectangles(against);
  const [first] = (await places.find(document, SENTENCE, undefined))!;
  expect(first).toEqual({ page: 1, x: 250, y: 192, width: 108, height: 10 });
  expect(await places.find(document, { start: 0, end: 24 }, undefined)).toHaveLength(1);
  expect(await places.find(document, SENTENCE, undefined)).toEqual([first]);
});

it('finds nothing in a file that changed or is gone, and has no rectangles for a text', async () => {
  const document = await documentOf('changed.pdf', pdf);
  writeFileSync(at('changed.pdf'), Buffer.concat([pdf, Buffer.from('\n')]));
  places = new EvidenceRectangles(folder);
  expect(await places.find(document, SENTENCE, undefined)).toEqual([]);
  const gone = await documentOf('gone.pdf', pdf);
  rmSync(at('gone.pdf'));
  expect(await places.find(gone, SENTENCE, undefined)).toEqual([]);
  const text = await documentOf('notes.md', 'The mill closed in June. It had 40 workers.');
  expect(await places.find(text, SENTENCE, undefined)).toBeUndefined();
});
