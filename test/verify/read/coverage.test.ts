import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { sentenceWords, wordKey } from '../../../src/text/index.ts';
import { coverage, weighWords } from '../../../src/verify/read/source-readings.ts';

/** A source of so many sentences, and for each word how many of them hold it. */
const sourceOf = (sentences: number, frequencies: Readonly<Record<string, number>> = {}) => ({
  sentences: new Array<ReadonlySet<string>>(sentences).fill(new Set()),
  places: new Map(Object.entries(frequencies).map(([word, count]) => [word, new Array<number>(count).fill(0)])),
});

it('weighs a rare word above one that every sentence holds, and grammar least', () => {
  const places = new Map([
    ['mill', [0, 1, 2, 3]],
    ['brandt', [0]],
    ['the', [0]],
  ]);
  const source = { sentences: [], places };
  const weight = Object.fromEntries(weighWords(['the', 'mill', 'brandt'], source));
  expect(weight.brandt).toBeGreaterThan(weight.mill!);
  expect(weight.mill).toBeGreaterThan(weight.the!);
});

it('weighs no word otherwise for sentences that share no content word with the hypothesis', () => {
  const places = new Map([
    ['mill', [0, 1]],
    ['brandt', [1]],
    ['the', [0, 1]],
  ]);
  const words = ['the', 'mill', 'brandt', 'river'];
  const alone = weighWords(words, { sentences: [], places });
  places.set('the', [0, 1, 2, 3, 4, 5]).set('other', [2, 3, 4, 5]);
  expect(weighWords(words, { sentences: [], places })).toEqual(alone);
  expect(alone.get('mill')).toBeCloseTo(Math.log(2), 12);
  expect(alone.get('brandt')).toBeCloseTo(Math.log(3), 12);
  expect(alone.get('river')).toBeCloseTo(Math.log(5), 12);
  expect(alone.get('the')).toBeCloseTo(0.1 * Math.log(2), 12);
});

it('counts a word once, and finds it in any of the sets', () => {
  const words = weighWords(['mill', 'mill', 'river'], sourceOf(2));
  expect(words.size).toBe(2);
  expect(coverage(words, [new Set(['mill'])])).toBeCloseTo(0.5, 12);
  expect(coverage(words, [new Set(['mill']), new Set(['river'])])).toBe(1);
  expect(coverage(words, [])).toBe(0);
});

it.each([
  ['It creates jobs', 'It created jobs', 1],
  ['They agreed', 'They agree', 1],
  ['He likes wine', 'He likes to win', 0.5],
  ['The planes failed', 'The plan failed', 0.52],
  ['The employer paid', 'The employee paid', 0.52],
])('covers the words of "%s" by those of "%s" to %d', (claim, premise, share) => {
  const words = weighWords(sentenceWords(claim), sourceOf(1));
  expect(coverage(words, [new Set(sentenceWords(premise).map(wordKey))])).toBeCloseTo(share, 1);
});

it('gives words that look like grammar their full weight', () => {
  const [owns, notes, willing, will] = weighWords(['owns', 'notes', 'willing', 'will'], sourceOf(2)).values();
  for (const weight of [owns, notes, willing]) expect(weight).toBeCloseTo(will! * 10, 12);
});

it('covers nothing when there are no words', () => {
  expect(coverage(new Map(), [new Set(['mill'])])).toBe(0);
});

const wordList = fc.array(fc.constantFrom('mill', 'land', 'the', 'brandt', 'of', 'june'), { maxLength: 8 });

test.prop([wordList, wordList, wordList])(
  'stays in [0, 1] and only grows with what the premise holds',
  (claim, a, b) => {
    const words = weighWords(claim, sourceOf(3));
    const one = coverage(words, [new Set(a)]);
    const both = coverage(words, [new Set(a), new Set(b)]);
    expect(one).toBeGreaterThanOrEqual(0);
    expect(both).toBeGreaterThanOrEqual(one);
    expect(both).toBeLessThanOrEqual(1);
  },
);
