import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type DocumentVerifier, documentVerifierOf } from '../../../src/documents/check/document-verifier.ts';
import type { ReadDocument } from '../../../src/documents/document.ts';
import { Finder } from '../../../src/documents/index/finder.ts';
import { IndexWriter } from '../../../src/documents/index/index-writer.ts';
import { prepareDocument } from '../../../src/documents/split/prepare-document.ts';
import { DEFAULT_CALIBRATION } from '../../../src/verify/decide/calibration.ts';
import { byWords, type FakeEncoder, fakeEncoder, type ReadPair, scores } from '../../support/fake-encoder.ts';
import { textDocument } from '../support/text-document.ts';

let folder: string;
let finder: Finder | undefined;
let made = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'check-'));
});
afterEach(() => finder?.close());
afterAll(() => rmSync(folder, { recursive: true }));

function verifierOn(encoder: FakeEncoder): DocumentVerifier {
  return documentVerifierOf({ encoder, calibration: DEFAULT_CALIBRATION, maxRequestMs: 1, version: '0' });
}

async function finderOf(...documents: readonly ReadDocument[]): Promise<Finder> {
  const path = join(folder, `${made++}.index`);
  const writer = new IndexWriter(path);
  for (const document of documents) await writer.put(prepareDocument(document));
  await writer.finish(new Set(documents.map(({ file }) => file)));
  writer.close();
  finder = new Finder(path);
  return finder;
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const PLANTS = '# Plants\n\nThe plant in Lyon opened in 2014. It is the largest plant of the group.';
const plants = textDocument('plants.md', PLANTS, {
  ...{ format: 'md', pages: 3 },
  blocks: [
    { kind: 'heading', level: 1, under: -1, start: 2, end: 8, page: 3 },
    { kind: 'paragraph', level: 0, under: 0, start: 10, end: PLANTS.length, page: 3 },
  ],
  lines: [
    { start: 0, line: 1, page: 3 },
    { start: 10, line: 3, page: 3 },
  ],
});
const noise = Array.from({ length: 200 }, (_, i) =>
  textDocument(`noise/${i}.txt`, `Report ${i} is about the weather in town ${i}. The weather was mild in winter.`),
);
const twoPhases = () => fakeEncoder({ evidence: byWords });

it('decides each sentence by the place that says it, with file, page, line and headings', async () => {
  const draft = textDocument('draft.md', '# Report\n\nThe plant in Lyon opened in 2014. Cows graze on the roof.');
  const sentences = await all(verifierOn(twoPhases()).checkDocument(draft, await finderOf(...noise, plants)));
  expect(sentences.map(({ text, check_required, verdict }) => [text, check_required, verdict])).toEqual([
    ['# Report', false, null],
    ['The plant in Lyon opened in 2014.', true, 'SUPPORTED'],
    ['Cows graze on the roof.', true, 'UNCERTAIN'],
  ]);
  expect(sentences[1]!.evidence).toMatchObject([
    {
      ...{ source_id: 'plants.md', text: 'The plant in Lyon opened in 2014.', start: 10, end: 43 },
      ...{ page: 3, line: 3, headings: ['Plants'] },
    },
  ]);
});

it('has the models read the closest passages and nothing else of the folder', async () => {
  const about = (town: string) =>
    textDocument(`${town}.txt`, `The valve of the plant in ${town} leaks. Nobody knows why. It is old. It is small.`);
  const encoder = twoPhases();
  const draft = textDocument('draft.txt', 'The valve of the plant in Lyon surely leaks.');
  const folder = await finderOf(...noise, about('Lyon'), about('Ostrava'), about('Graz'));
  await all(verifierOn(encoder).checkDocument(draft, folder));
  const read = (phase: string) => encoder.asked.filter((pair) => pair.phase === phase).map(({ premise }) => premise);
  expect(read('evidence')).toEqual([
    'the valve of the plant in lyon leaks .',
    'nobody knows why .',
    'it is old .',
    'it is small .',
  ]);
  expect(read('verdict')).toContain('the valve of the plant in lyon leaks .');
});

it('gives the same result with any other files in the folder', async () => {
  const draft = textDocument('draft.txt', 'The plant in Lyon opened in 2015.');
  const alone = await all(verifierOn(twoPhases()).checkDocument(draft, await finderOf(plants)));
  finder!.close();
  const among = await all(verifierOn(twoPhases()).checkDocument(draft, await finderOf(...noise, plants)));
  expect(among.map(({ verdict, reasons }) => [verdict, reasons])).toEqual(
    alone.map(({ verdict, reasons }) => [verdict, reasons]),
  );
  expect(among[0]!.reasons[0]).toMatchObject({ expected: { text: '2014', source_id: 'plants.md', page: 3 } });
});

it('shows a document that says otherwise, where it names the same', async () => {
  const opposing: ReadPair = (premise, hypothesis) =>
    premise.includes('2013') ? scores('contradiction') : byWords(premise, hypothesis);
  const opened = (year: number) => `The largest plant of the group in Lyon opened in ${year}.`;
  const one = textDocument('one.txt', opened(2014));
  const other = textDocument('other.txt', opened(2013));
  const verifier = verifierOn(fakeEncoder({ read: opposing, evidence: byWords }));
  const draft = textDocument('draft.txt', opened(2014));
  const [sentence] = await all(verifier.checkDocument(draft, await finderOf(one, other, ...noise)));
  expect(sentence!.verdict).toBe('UNCERTAIN');
  expect(sentence!.evidence.map(({ source_id }) => source_id).sort()).toEqual(['one.txt', 'other.txt']);
});

it('ends with the reason of the signal', async () => {
  const signal = AbortSignal.abort(new Error('stopped'));
  const checked = all(verifierOn(twoPhases()).checkDocument(plants, await finderOf(plants), { signal }));
  await expect(checked).rejects.toThrow('stopped');
});
