import { expect, it } from 'vitest';
import { withoutCitingPhrase } from '../../../src/answer/sentences/read-sentences.ts';

it.each([
  ['According to, it rose.', 'It rose.'],
  ['According to and, it rose.', 'It rose.'],
  ['As reported in, the mill closed in 2014.', 'The mill closed in 2014.'],
  ['As says, the mill closed.', 'The mill closed.'],
  ['In, Acme is called a bank.', 'Acme is called a bank.'],
  ['It rose according to.', 'It rose.'],
  ['It rose, as described in.', 'It rose.'],
  ['It rose (see).', 'It rose.'],
  ['It rose (see and ).', 'It rose.'],
])('%j is read as %j', (sentence, expected) => {
  expect(withoutCitingPhrase(sentence)).toBe(expected);
});

it.each([
  'According to the mayor, it rose.',
  'In 2014, it rose.',
  'As the report says, it rose.',
  'He said that he could see.',
  'iPhones rose.',
  'It is in the city (see the map).',
  '',
])('%j is read as it is', (sentence) => {
  expect(withoutCitingPhrase(sentence)).toBe(sentence);
});
