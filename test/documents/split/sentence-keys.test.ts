import { expect, it } from 'vitest';
import { sentenceKeys } from '../../../src/documents/split/sentence-keys.ts';

it.each([
  ['Sales rose by 3.5 million.', ['sale', 'rise', 'by', '3500000']],
  ['Sales rose by 3500000.', ['sale', 'rise', 'by', '3500000']],
  ['Twelve plants closed on 2014-05-03.', ['12', 'plant', 'close', 'on', '2014', '5', '3']],
  ['12 plants closed.', ['12', 'plant', 'close']],
  ['two hundred million', ['200000000']],
  ['3.3 million', ['3300000']],
  ["It doesn't rain.", ['it', "doesn't", 'rain']],
])('gives %s the keys %j', (text, keys) => {
  expect(sentenceKeys(text)).toEqual(keys);
});
