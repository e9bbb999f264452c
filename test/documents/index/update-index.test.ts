import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Finder } from '../../../src/documents/index/finder.ts';
import { IndexWriter } from '../../../src/documents/index/index-writer.ts';
import { updateIndex } from '../../../src/documents/index/update-index.ts';
import type { PreparedDocument } from '../../../src/documents/split/prepare-document.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'update-'));
  mkdirSync(join(folder, 'more'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('reads files whose bytes changed, and leaves out those that are gone', async () => {
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  write('a.md', '# Plants\n\nThe plant in Lyon opened in 2014.\n');
  write('b.txt', 'The plant in Oslo opened in 2015.');
  write('more/c.txt', 'The plant in Oslo opened in 2015.');
  write('broken.pdf', 'no PDF');
  write('more/photo.png', 'no text');
  write('old.odt', 'PK');
  const index = join(folder, 'sources.index');
  const first = await updateIndex(index, folder);
  expect(first).toMatchObject({ documents: 2, read: 2, duplicates: [{ file: 'more/c.txt', of: 'b.txt' }] });
  expect(first.unread.map(({ file }) => file).sort()).toEqual(['broken.pdf', 'old.odt']);
  expect(first.others).toEqual(['more/photo.png']);
  write('a.md', '# Plants\n\nThe plant in Lyon opened in 2013.\n');
  rmSync(join(folder, 'b.txt'));
  for (const file of ['broken.pdf', 'old.odt', 'more/photo.png']) rmSync(join(folder, file));
  const done: string[] = [];
  const second = await updateIndex(index, folder, { onFile: (n, all) => done.push(`${n}/${all}`) });
  const counts = { unread: 0, duplicates: 0, others: 0 };
  expect(second).toEqual({ documents: 2, read: 2, unread: [], duplicates: [], others: [], counts });
  expect(done).toEqual(['1/2', '2/2']);
  expect(await updateIndex(index, folder)).toMatchObject({ documents: 2, read: 0 });
  const finder = new Finder(index);
  const found = finder.nearest('The plant opened', 10);
  const said = found.map(({ passage: { file, text, spans }, sentence }) => {
    const { start, end } = spans[sentence]!;
    return [file, text.slice(start, end)];
  });
  expect(said).toEqual([
    ['a.md', 'The plant in Lyon opened in 2013.'],
    ['more/c.txt', 'The plant in Oslo opened in 2015.'],
  ]);
  finder.close();
});

it('names a copy of an unread file as unread, with its reason', async () => {
  const folder = await temporaryFolder();
  for (const file of ['a.txt', 'b.txt']) writeFileSync(join(folder, file), '\0x');
  const { unread, duplicates, counts } = await updateIndex(join(folder, 'sources.index'), folder);
  expect(unread.map(({ file }) => file)).toEqual(['a.txt', 'b.txt']);
  expect(new Set(unread.map(({ reason }) => reason)).size).toBe(1);
  expect([duplicates, counts]).toEqual([[], { unread: 2, duplicates: 0, others: 0 }]);
});

it('names the first thousand files that are left out and counts all of them', async () => {
  const folder = await temporaryFolder();
  for (let i = 0; i < 1_010; i++) {
    writeFileSync(join(folder, `${i}.png`), '');
    symlinkSync('/nowhere', join(folder, `${i}.txt`));
  }
  const index = join(folder, 'sources.index');
  const { unread, others, counts } = await updateIndex(index, folder);
  const expected = { unread: 1_010, duplicates: 0, others: 1_010 };
  expect([unread.length, others.length, counts]).toEqual([1_000, 1_000, expected]);
  const finder = new Finder(index);
  expect([finder.contents.others.length, finder.contents.counts]).toEqual([1_000, expected]);
  finder.close();
});

describe('an error about one document', () => {
  const { put } = IndexWriter.prototype;
  const folder = mkdtempSync(join(tmpdir(), 'update-'));
  beforeAll(() => {
    for (const name of ['a', 'b', 'c']) writeFileSync(join(folder, `${name}.txt`), `The plant in ${name}x opened.`);
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => rmSync(folder, { recursive: true }));

  const putAs = (change: (document: PreparedDocument) => PreparedDocument) =>
    vi.spyOn(IndexWriter.prototype, 'put').mockImplementation(function (this: IndexWriter, document) {
      return put.call(this, document.file === 'b.txt' ? change(document) : document);
    });

  it('makes that file unread, leaves nothing of it in the index, and indexes the rest', async () => {
    // The last that is written of a document: its sentences are in the index by then.
    putAs((document) => ({ ...document, facts: { ...document.facts, notes: [1n as never] } }));
    const index = join(folder, 'one.index');
    expect(await updateIndex(index, folder)).toMatchObject({
      documents: 2,
      read: 2,
      unread: [{ file: 'b.txt', reason: expect.stringMatching(/^cannot be indexed: .*BigInt/) }],
    });
    const finder = new Finder(index);
    const found = finder.nearest('The plant opened', 10);
    expect(found.map(({ passage }) => passage.file)).toEqual(['a.txt', 'c.txt']);
    finder.close();
  });

  it('ends the update when the index itself cannot be written', async () => {
    putAs(() => {
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    });
    await expect(updateIndex(join(folder, 'two.index'), folder)).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  });
});

it('indexes one paragraph of more lines, words or characters than fit on the stack', async () => {
  const folder = await temporaryFolder();
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  write('characters.txt', '东'.repeat(140_000));
  write('code.md', `\`\`\`\n${'x;\n'.repeat(130_000)}\`\`\`\n`);
  write('lines.txt', 'a.\n'.repeat(130_000));
  expect(await updateIndex(join(folder, 'sources.index'), folder)).toMatchObject({ documents: 3, unread: [] });
});
