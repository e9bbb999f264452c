import { expect, it } from 'vitest';
import { wordKey } from '../../../../src/text/index.ts';
import { isOfNumbersAlone, surfaceReading } from '../../../../src/verify/rules/index.ts';

const CLAIM = surfaceReading('Acme employs 350 people.');

function isAlone(support: string, passage: string, title = ''): boolean {
  const texts = { support: surfaceReading(support), passage: () => surfaceReading(passage) };
  return isOfNumbersAlone(CLAIM, texts, new Set(title === '' ? [] : [wordKey(title)]));
}

const LIST = '347, 348, 349, 350, 351, 352';
const LINES = LIST.replaceAll(', ', '\n');

it.each([
  [LIST, LIST],
  ['350', '350'],
  ['350', LINES],
  ['row 31: 350, 351', 'row 30: 348, 349\nrow 31: 350, 351\nrow 32: 352, 353'],
  ['a347 b348 c349 d350 e351 f352', 'a347 b348 c349 d350 e351 f352'],
  [LIST, `It was cold. ${LIST}`],
])('numbers without a word of the claim state nothing of it: %s in %s', (support, passage) => {
  expect(isAlone(support, passage)).toBe(true);
});

it.each([
  ['few of them', 'Staff: 350', 'Staff: 350', ''],
  ['numbers among as many words', 'Lyon 350, Metz 351, Graz 352', 'Lyon 350, Metz 351, Graz 352', ''],
  ['a word of the claim among them', `${LIST} people`, LIST, ''],
  ['a word of the claim around them', '350', `Acme: ${LINES}`, ''],
  ['a word of the claim in the heading', LIST, LIST, 'people'],
])('may be stated by %s', (_, support, passage, title) => {
  expect(isAlone(support, passage, title)).toBe(false);
});
