import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Finder } from '../../../src/documents/index/finder.ts';
import { IndexWriter } from '../../../src/documents/index/index-writer.ts';
import { prepareDocument } from '../../../src/documents/split/prepare-document.ts';
import { textDocument } from '../support/text-document.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'finder-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function indexOf(name: string, ...texts: readonly string[]): Promise<string> {
  const path = join(folder, name);
  const writer = new IndexWriter(path);
  const documents = texts.map((text, i) => textDocument(`${i}.txt`, text, { pages: 2, pagesWithoutText: [2] }));
  for (const document of documents) await writer.put(prepareDocument(document));
  const unread = [{ file: 'x.pdf', reason: 'is encrypted' }];
  await writer.finish(new Set(documents.map(({ file }) => file)), {
    unread,
    duplicates: [{ file: 'y.txt', of: '0.txt' }],
    others: [],
    counts: { unread: 1, duplicates: 1, others: 0 },
  });
  writer.close();
  return path;
}

it('finds sentences with their passage, and returns documents unchanged', async () => {
  const long = Array.from({ length: 300 }, (_, i) => `Sentence ${i} of it tells nothing of interest to us here.`).join(
    ' ',
  );
  const texts = ['Valves leak in Lyon.', `\n ${long} Pumps leak in Oslo. \n`, ''];
  const finder = new Finder(await indexOf('whole.index', ...texts));
  const [one] = finder.nearest('Pumps leak', 1);
  const { passage, sentence } = one!;
  const { start, end } = passage.spans[sentence]!;
  expect([passage.file, passage.text.slice(start, end)]).toEqual(['1.txt', 'Pumps leak in Oslo.']);
  for (const [i, text] of texts.entries()) expect(finder.document(`${i}.txt`).text).toBe(text);
  expect(finder.contents).toEqual({
    documents: texts.map((text, i) => ({
      ...{ file: `${i}.txt`, sha256: textDocument('', text).sha256, sentences: [1, 301, 0][i] },
      ...{ pages: 2, pagesWithoutText: [2], notes: [] },
    })),
    unread: [{ file: 'x.pdf', reason: 'is encrypted' }],
    duplicates: [{ file: 'y.txt', of: '0.txt' }],
    others: [],
    counts: { unread: 1, duplicates: 1, others: 0 },
  });
  finder.close();
});

it('says of what is no index what was expected and what to do', async () => {
  const missing = join(folder, 'missing.index');
  expect(() => new Finder(missing)).toThrow(
    expect.objectContaining({
      code: 'invalid_configuration',
      message: `There is no index at ${missing}. Make one: claim-verifier index FOLDER --output FILE.`,
    }),
  );
  const text = join(folder, 'text.index');
  writeFileSync(text, 'Valves leak in Lyon. '.repeat(500));
  expect(() => new Finder(text)).toThrow(`${text} is not an index. Name another file.`);
  expect(() => new IndexWriter(text)).toThrow(`${text} is not an index. Name another file.`);
  expect(readFileSync(text, 'utf8')).toMatch(/^Valves leak/);
  const other = join(folder, 'other.index');
  new Libsql(other).exec('CREATE TABLE t (a)');
  expect(() => new Finder(other)).toThrow(`${other} is a database, but not an index of claim-verifier.`);
  const old = await indexOf('old.index', 'Valves leak in Lyon.');
  new Libsql(old).exec('PRAGMA user_version = 99');
  expect(() => new Finder(old)).toThrow(
    /^The index at .+ has format 99, and this release reads format \d+\. Delete it and make it again: claim-verifier index FOLDER --output FILE\.$/,
  );
});

it.each(["UPDATE documents SET facts = '{'", 'DROP TABLE documents'])(
  'closes an index that cannot be read: %s',
  async (damage) => {
    const path = await indexOf(`${damage.slice(0, 4)}.index`, 'Valves leak.');
    const writer = new Libsql(path);
    writer.exec(damage);
    writer.close();
    const close = vi.spyOn(Libsql.prototype, 'close');
    expect(() => new Finder(path)).toThrow();
    expect(close).toHaveBeenCalledTimes(1);
    close.mockRestore();
  },
);

it('says how to replace a damaged index, for any damaged byte', async () => {
  const path = await indexOf(
    'damaged.index',
    ...Array.from({ length: 40 }, (_, i) => `Valves ${i} leak in Lyon. `.repeat(40)),
  );
  const bytes = readFileSync(path);
  const messages = new Set<string>();
  for (let at = 4096; at < bytes.length; at += 4096) {
    const copy = join(folder, 'copy.index');
    writeFileSync(copy, bytes);
    writeSync(openSync(copy, 'r+'), Buffer.alloc(4096, 0x5a), 0, 4096, at);
    try {
      const finder = new Finder(copy);
      try {
        finder.nearest('Valves 7 leak', 100);
        for (const { file } of finder.contents.documents) finder.document(file);
      } finally {
        finder.close();
      }
    } catch (error) {
      messages.add((error as Error).message.replace(copy, 'FILE'));
    }
  }
  expect([...messages]).toEqual([
    'The index at FILE is damaged. Delete it and make it again: claim-verifier index FOLDER --output FILE.',
  ]);
});
