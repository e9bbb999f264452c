import { expect, it } from 'vitest';
import { numbers, variedDocuments, variedSentence } from '../../../scripts/finding/varied-documents.ts';

it('makes documents of twenty sentences, the same in each run', () => {
  const documents = [...variedDocuments(100)];
  expect(documents.map(({ file }) => file)).toEqual(['0.txt', '1.txt', '2.txt', '3.txt', '4.txt']);
  expect(documents).toEqual([...variedDocuments(100)]);
  for (const { text } of documents) expect(text.split(/(?<=\.) /)).toHaveLength(20);
});

it('makes sentences that differ', () => {
  const next = numbers(2);
  const sentences = Array.from({ length: 200 }, () => variedSentence(next));
  expect(new Set(sentences).size).toBeGreaterThan(190);
});
