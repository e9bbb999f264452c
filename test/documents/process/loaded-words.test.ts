import { createRequire } from 'node:module';
import { expect, it, vi } from 'vitest';
import { linesAt, makePdf } from '../../../scripts/fuzz/sample-files.ts';
import { readBytes } from '../../../src/documents/read/read-bytes.ts';

vi.mock('eld/extrasmall', () => {
  throw new Error('the tables of languages are loaded');
});

const { cache } = createRequire(import.meta.url);
const hasWords = () => Object.keys(cache).some((file) => file.includes('wink-nlp'));

it('loads the lexicon only for a PDF with a line that ends within a word', async () => {
  const read = (lines: readonly string[]) => readBytes('a.pdf', makePdf([linesAt(50, 740, lines)]));
  await read(['The new bridge was opened by the mayor of', 'Vienna. The town paid for it.']);
  const before = hasWords();
  await read(['The plant is self-', 'financing.']);
  expect([before, hasWords()]).toEqual([false, true]);
});

it('prepares a document without the tables of languages', async () => {
  const { format, body } = await readBytes('a.txt', Buffer.from('Vienna has a new bridge.'));
  const { prepareDocument } = await import('../../../src/documents/split/prepare-document.ts');
  expect(prepareDocument({ file: 'a.txt', sha256: '', format, ...body }).passages).toHaveLength(1);
});
