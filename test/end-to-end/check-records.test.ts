import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DraftSentence } from '../../src/documents/check/check-document.ts';
import { Finder } from '../../src/documents/index/finder.ts';
import { IndexWriter } from '../../src/documents/index/index-writer.ts';
import { readBytes } from '../../src/documents/read/read-bytes.ts';
import { prepareDocument } from '../../src/documents/split/prepare-document.ts';
import type { DocumentVerifier } from '../../src/index.ts';
import { textDocument } from '../documents/support/text-document.ts';
import { bundledModels } from '../support/bundled-models.ts';

const DEPLOYMENT = { id: 'd-17', service: 'billing', status: 'failed', restarts: 14, region: 'eu-west' };
const ORDERS = [
  { order: 'A-17', customer: 'Lena Voss', total: 420, shipped: true },
  { order: 'A-18', customer: 'Otto Lind', total: 95, shipped: false },
];
const FILES = {
  'deploy.json': JSON.stringify({ deployment: DEPLOYMENT }, null, 2),
  'orders.jsonl': ORDERS.map((order) => `${JSON.stringify(order)}\n`).join(''),
  'server.json': JSON.stringify({ server: 'mail-3', memory_gb: 64, disks: 4, backup: false }),
  'notes.txt': 'The harbour festival was moved to Sunday because of the storm. The band played in the hall.',
};

let folder: string;
let finder: Finder;
let verifier: DocumentVerifier;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'records-'));
  const path = join(folder, 'sources.index');
  const writer = new IndexWriter(path);
  for (const [file, text] of Object.entries(FILES)) {
    const { format, body } = await readBytes(file, Buffer.from(text));
    await writer.put(prepareDocument(textDocument(file, body.text, { format, ...body })));
  }
  await writer.finish(new Set(Object.keys(FILES)));
  writer.close();
  finder = new Finder(path);
  verifier = await bundledModels();
});
afterAll(() => {
  finder?.close();
  rmSync(folder, { recursive: true });
});

describe('a statement of a draft about the records of a folder', () => {
  it.each([
    ['The deployment d-17 restarted 14 times.', 'SUPPORTED', '/deployment/restarts', '"restarts": 14', 6],
    ['The deployment d-17 restarted 3 times.', 'UNSUPPORTED', '/deployment/restarts', '"restarts": 14', 6],
    ['The deployment d-17 succeeded.', 'UNSUPPORTED', '/deployment/status', '"status": "failed"', 5],
    ['Order A-18 has been shipped.', 'UNSUPPORTED', '/1/shipped', '"shipped":false', 2],
    ['Order A-17 has the highest total.', 'SUPPORTED', '/0/total', '"total":420', 1],
    ['The server mail-3 has 32 GB of memory.', 'UNSUPPORTED', '/memory_gb', '"memory_gb":64', 1],
  ])('is decided by a value, with its pointer, text and line: %s', async (statement, verdict, pointer, text, line) => {
    const [sentence] = await checked(statement);
    expect(sentence!.verdict).toBe(verdict);
    expect(sentence!.evidence).toContainEqual(expect.objectContaining({ pointer, text, line }));
  });

  it.each(['The deployment d-17 was started by Karin.', 'The server mail-3 was bought in Riga.'])(
    'is left open where no value says it: %s',
    async (statement) => {
      const [sentence] = await checked(statement);
      expect(sentence!.verdict).toBe('UNCERTAIN');
    },
  );

  it('has evidence with offsets into the text of the file', async () => {
    const [sentence] = await checked('The deployment d-17 succeeded.');
    const [{ start, end, text }] = sentence!.evidence as [DraftSentence['evidence'][number]];
    expect(FILES['deploy.json'].slice(start, end)).toBe(text);
  });
});

async function checked(statement: string): Promise<DraftSentence[]> {
  const sentences: DraftSentence[] = [];
  const draft = textDocument('draft.txt', statement);
  for await (const sentence of verifier.checkDocument(draft, finder)) sentences.push(sentence);
  return sentences;
}
