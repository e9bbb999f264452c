import { expect, it } from 'vitest';
import { plainSource } from '../support/plain-source.ts';

function titleOf(title: string): string[] {
  const text = `${title}\n\nIt opens at nine.`;
  const source = plainSource(text, [
    { start: 0, end: title.length },
    { start: title.length + 2, end: text.length },
  ]);
  source.sentences.forEach((sentence, i) => {
    if (i === 0) Object.assign(sentence, { kind: 'heading' });
  });
  return [...source.readings.opening(0).titleWords];
}

it.each([
  ['Refunds in the US', ['refund', 'us']],
  ['Refunds for us', ['refund']],
  ['REFUNDS FOR US', ['refund']],
])('the words of the title "%s" are %j', (title, words) => {
  expect(titleOf(title)).toEqual(words);
});
