import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFinder } from '../../../src/documents/index/finder.ts';
import { updateIndex } from '../../../src/documents/index/update-index.ts';

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
  expect(second).toEqual({ documents: 2, read: 2, unread: [], duplicates: [], others: [] });
  expect(done).toEqual(['1/2', '2/2']);
  expect(await updateIndex(index, folder)).toMatchObject({ documents: 2, read: 0 });
  const finder = await openFinder(index);
  const found = await finder.nearest('The plant opened', 10);
  const said = found.map(({ passage: { file, text, spans }, sentence }) => {
    const { start, end } = spans[sentence]!;
    return [file, text.slice(start, end)];
  });
  expect(said).toEqual([
    ['a.md', 'The plant in Lyon opened in 2013.'],
    ['more/c.txt', 'The plant in Oslo opened in 2015.'],
  ]);
  await finder.close();
});
