import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Finder } from '../../src/documents/index/finder.ts';
import { IndexWriter } from '../../src/documents/index/index-writer.ts';
import { prepareDocument } from '../../src/documents/split/prepare-document.ts';
import { createVerifier, type DocumentVerifier } from '../../src/index.ts';
import { textDocument } from './labelled-folder.ts';
import { numbers, variedDocuments, variedSentence } from './varied-documents.ts';

/**
 * How the index of a folder grows, and what a sentence of a draft costs next to it and next to one source of 10,000 characters:
 * `node --import tsx scripts/finding/sizes.ts 10000 100000`, each a number of sentences.
 */
const UNLIMITED = { maxQueueMs: Number.MAX_SAFE_INTEGER, maxRequestMs: Number.MAX_SAFE_INTEGER, scoreCachePairs: 0 };
const DRAFT = 80;

const verifier = await createVerifier(UNLIMITED);
const next = numbers(2);
const draft = Array.from({ length: DRAFT }, () => variedSentence(next));
const oneSourceMs = await besideOneSource(verifier);
console.log(`beside one source of 10,000 characters: ${oneSourceMs.toFixed(0)} ms a sentence`);
for (const sentences of process.argv.slice(2).map(Number)) {
  const folder = mkdtempSync(join(tmpdir(), 'finding-'));
  try {
    await measure(join(folder, 'sources.index'), sentences);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
await verifier.close();

async function besideOneSource(verifier: DocumentVerifier): Promise<number> {
  const some = numbers(3);
  let source = '';
  while (source.length < 9_900) source += `${variedSentence(some)} `;
  const startedAt = performance.now();
  await verifier.verifyAnswer({ answer: draft.join(' '), sources: [{ id: '1', text: source }], citations: 'none' });
  return (performance.now() - startedAt) / DRAFT;
}

async function measure(path: string, sentences: number): Promise<void> {
  let bytes = 0;
  const files: string[] = [];
  const writer = new IndexWriter(path);
  const startedAt = performance.now();
  for (const document of variedDocuments(sentences)) {
    await writer.put(prepareDocument(document));
    bytes += Buffer.byteLength(document.text);
    files.push(document.file);
  }
  await writer.finish(new Set(files));
  writer.close();
  const rate = sentences / ((performance.now() - startedAt) / 1000);
  const openedAt = performance.now();
  const finder = new Finder(path);
  const openMs = performance.now() - openedAt;
  const checkedAt = performance.now();
  for await (const _ of verifier.checkDocument(textDocument('draft.txt', draft.join(' ')), finder));
  const sentenceMs = (performance.now() - checkedAt) / DRAFT;
  finder.close();
  console.log(
    `${sentences} sentences: ${Math.round(rate)} indexed a second, index ${(statSync(path).size / bytes).toFixed(2)} times the text, ` +
      `opened in ${openMs.toFixed(0)} ms, ${sentenceMs.toFixed(0)} ms a sentence of the draft (${(sentenceMs / oneSourceMs).toFixed(2)} times); ` +
      `load ${loadavg()[0]!.toFixed(1)}`,
  );
}
