import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc, test } from '@fast-check/vitest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReadDocument } from '../../../src/documents/document.ts';
import { openForReading } from '../../../src/documents/index/index-file.ts';
import { IndexWriter } from '../../../src/documents/index/index-writer.ts';
import { IndexReader } from '../../../src/documents/index/nearest-rows.ts';
import { unpacked } from '../../../src/documents/index/packed.ts';
import { prepareDocument } from '../../../src/documents/split/prepare-document.ts';
import { sentenceKeys } from '../../../src/documents/split/sentence-keys.ts';
import type { Passage } from '../../../src/documents/split/split-document.ts';
import { textDocument } from '../support/text-document.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'index-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
let made = 0;
const newPath = () => join(folder, `${made++}.index`);

async function update(path: string, documents: readonly ReadDocument[]): Promise<void> {
  const writer = new IndexWriter(path);
  for (const document of documents)
    if (!writer.holds(document.file, document.sha256)) await writer.put(prepareDocument(document));
  await writer.finish(new Set(documents.map(({ file }) => file)));
  writer.close();
}

/** What an index says: its contents, and for each query the sentences with their files, in order. */
function answers(path: string, queries: readonly string[], most: number): string {
  const reader = new IndexReader(openForReading(path));
  const sentenceAt = ({ passage: row, sentence }: { passage: number; sentence: number }) => {
    const passage = unpacked<Passage>(path, reader.passages([row])[0]!);
    const { start, end } = passage.spans[passage.beforeSpans + sentence]!;
    return { file: passage.file, sentence, text: passage.text.slice(start, end) };
  };
  const found = queries.map((query) => reader.nearest(sentenceKeys(query), most).map(sentenceAt));
  const said = JSON.stringify([reader.contents(), found]);
  reader.close();
  return said;
}

const WORDS = ['valve', 'plant', 'Lyon', 'Oslo', '2014', 'opened', 'closed', 'staff', 'of', 'the'];
const sentence = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 })
  .map((words) => `${words.join(' ')}.`);
const text = fc.array(sentence, { maxLength: 8 }).map((sentences) => sentences.join(' '));
const state = fc
  .dictionary(fc.constantFrom('a.txt', 'b.txt', 'c/d.txt', 'e.txt'), text)
  .map((files) => Object.entries(files).map(([file, written]) => textDocument(file, written)));

test.prop([fc.array(state, { minLength: 1, maxLength: 4 }), fc.array(sentence, { minLength: 1, maxLength: 3 })], {
  numRuns: 25,
})('an index that was updated answers as a new one, byte for byte', async (states, queries) => {
  const path = newPath();
  for (const documents of states) await update(path, documents);
  const fresh = newPath();
  await update(fresh, states.at(-1)!);
  for (const most of [1, 3, 100]) expect(answers(path, queries, most)).toBe(answers(fresh, queries, most));
});

const found = (path: string, query: string, most: number) =>
  (JSON.parse(answers(path, [query], most)) as [unknown, { text: string }[][]])[1][0]!.map((one) => one.text);

it('leaves words of more than a tenth of the sentences out, unless rarer ones find too few', async () => {
  const path = newPath();
  const common = Array.from({ length: 30 }, (_, i) => `Valves of kind ${100 + i} are made.`);
  await update(path, [textDocument('a.txt', [...common, 'Valves leak in Lyon.', 'Pumps leak in Oslo.'].join('\n\n'))]);
  expect(found(path, 'Valves leak', 2)).toEqual(['Valves leak in Lyon.', 'Pumps leak in Oslo.']);
  expect(found(path, 'Valves leak', 4)).toEqual([
    'Valves leak in Lyon.',
    'Pumps leak in Oslo.',
    'Valves of kind 100 are made.',
    'Valves of kind 101 are made.',
  ]);
  expect(found(path, 'Turbines', 4)).toEqual([]);
});

it('finds a sentence of several frequent words before those with the one rare word', async () => {
  const path = newPath();
  const others = ['leak', 'creak', 'crack', 'rust'].flatMap((word) =>
    Array.from({ length: 15 }, (_, i) => `Doors ${word} in house ${100 + i} of the street.`),
  );
  const filler = Array.from({ length: 400 }, (_, i) => `House ${500 + i} has ${1000 + i} windows.`);
  const rare = Array.from({ length: 3 }, (_, i) => `The turbine of house ${i} has a cover.`);
  await update(path, [
    textDocument('a.txt', [...others, ...filler, ...rare, 'They leak, creak, crack, rust.'].join('\n\n')),
  ]);
  const query = 'Do turbines leak, creak, crack or rust?';
  expect(found(path, query, 3)).toEqual(['They leak, creak, crack, rust.', ...rare.slice(0, 2)]);
  expect(found(path, query, 5)).toEqual([
    'They leak, creak, crack, rust.',
    ...rare,
    'Doors leak in house 100 of the street.',
  ]);
});

it('finds no heading and no question, and a row by the names of its columns', async () => {
  const path = newPath();
  const table = '# Staff of plants\n\nHow large is the staff?\n\n| Plant | Staff |\n|---|---|\n| Lyon | 350 |';
  await update(path, [textDocument('a.md', table)]);
  expect(found(path, 'staff', 10)).toEqual(['| Lyon | 350 |']);
});
