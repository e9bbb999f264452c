import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pMapIterable } from 'p-map';
import { openScoreFile } from '../../src/cli/evaluation/score-file.ts';
import { closestPassages } from '../../src/documents/check/closest-passages.ts';
import { Finder } from '../../src/documents/index/finder.ts';
import { IndexWriter } from '../../src/documents/index/index-writer.ts';
import { prepareDocument } from '../../src/documents/split/prepare-document.ts';
import { createVerifier, type DocumentVerifier, type Verdict } from '../../src/index.ts';
import { normaliseForModel } from '../../src/text/index.ts';
import { type LabelledClaim, labelledFolder, SETS, textDocument } from './labelled-folder.ts';
import { Share } from './share.ts';

/**
 * Measures whether a claim's own passage is found among all passages of the labeled sets, and whether its verdict is that of the
 * passage alone: the first of every claim that its passage supports or contradicts, the second of a sample. With `--scores
 * FILE` a later run reads what the models said of a pair of texts from there.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '30' },
    shift: { type: 'string', default: '0' },
    scores: { type: 'string' },
  },
});
const { documents, claims } = labelledFolder(positionals[0]!);
const decided = claims.filter(({ label }) => label === 'SUPPORTED' || label === 'UNSUPPORTED');
const texts = new Map(documents.map(({ file, text }) => [file, text]));

/** The queue must not refuse a claim for what is waiting. */
const UNLIMITED = { maxQueueMs: Number.MAX_SAFE_INTEGER, maxRequestMs: Number.MAX_SAFE_INTEGER };
const scores = values.scores === undefined ? undefined : openScoreFile(values.scores);
const folder = mkdtempSync(join(tmpdir(), 'finding-'));
const path = join(folder, 'sources.index');
try {
  await makeIndex();
  const finder = new Finder(path);
  await measureWords(finder);
  const verifier = await createVerifier({ ...UNLIMITED, ...(scores && { scoreStore: scores }) });
  await measureVerdicts(finder, verifier);
  await verifier.close();
  finder.close();
} finally {
  scores?.close();
  rmSync(folder, { recursive: true });
}

async function makeIndex(): Promise<void> {
  const startedAt = performance.now();
  const writer = new IndexWriter(path);
  let sentences = 0;
  for (const document of documents) sentences += await writer.put(prepareDocument(document));
  await writer.finish(new Set(documents.map(({ file }) => file)));
  writer.close();
  const seconds = (performance.now() - startedAt) / 1000;
  const bytes = documents.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  console.log(
    `${documents.length} passages, ${sentences} sentences, index ${(statSync(path).size / bytes).toFixed(2)} times the text, ` +
      `${Math.round(sentences / seconds)} sentences a second; load ${loadavg()[0]!.toFixed(1)}`,
  );
}

async function measureWords(finder: Finder): Promise<void> {
  const found = new Share();
  const chosen = new Share();
  let passages = 0;
  for (const { set, claim, file } of decided) {
    const words = normaliseForModel(claim);
    const nearest = finder.nearest(words, 100);
    const closest = await closestPassages(words, nearest, async () => undefined);
    const isFound = nearest.some(({ passage }) => passage.file === file);
    const isChosen = closest.some((passage) => passage.file === file);
    found.add(set, isFound);
    chosen.add(set, isChosen);
    passages += closest.length;
  }
  found.print('among the 100 of the word index');
  chosen.print('among the closest passages');
  console.log(`${(passages / decided.length).toFixed(2)} closest passages a claim`);
}

async function measureVerdicts(finder: Finder, verifier: DocumentVerifier): Promise<void> {
  const same = new Share();
  const measured = pMapIterable(
    sampled(Number(values.sample)),
    async (one) => ({
      one,
      alone: await verdictAlone(verifier, one),
      inFolder: await verdictInFolder(verifier, finder, one.claim),
    }),
    { concurrency: 4 },
  );
  for await (const { one, alone, inFolder } of measured) {
    const { id, set, claim, file, label } = one;
    same.add(set, inFolder.verdict === alone);
    if (inFolder.verdict !== alone) console.log(JSON.stringify({ id, label, alone, ...inFolder, claim, file }));
  }
  same.print('with the verdict of the passage alone');
}

/** Claims at equal distances of each set; `--shift 0.5` takes those halfway between. */
function sampled(most: number): LabelledClaim[] {
  return SETS.flatMap((set) => {
    const own = decided.filter((one) => one.set === set);
    const count = Math.min(most, own.length);
    return Array.from({ length: count }, (_, i) => own[Math.floor(((i + Number(values.shift)) * own.length) / count)]!);
  });
}

async function verdictAlone(verifier: DocumentVerifier, { claim, file }: LabelledClaim): Promise<Verdict> {
  const sources = [{ id: file, text: texts.get(file)! }];
  return (await verifier.verifyAnswer({ answer: claim, sources, citations: 'none' })).verdict;
}

async function verdictInFolder(verifier: DocumentVerifier, finder: Finder, claim: string) {
  const verdicts: (Verdict | null)[] = [];
  const evidence: { file: string; text: string }[] = [];
  for await (const sentence of verifier.checkDocument(textDocument('draft.txt', claim), finder)) {
    if (sentence.check_required) verdicts.push(sentence.verdict);
    evidence.push(...sentence.evidence.map(({ source_id, text }) => ({ file: source_id, text })));
  }
  const all = (verdict: Verdict) => verdicts.length > 0 && verdicts.every((one) => one === verdict);
  const verdict = verdicts.includes('UNSUPPORTED') ? 'UNSUPPORTED' : all('SUPPORTED') ? 'SUPPORTED' : 'UNCERTAIN';
  return { verdict, evidence } as const;
}
