import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { wordIndex } from '../../src/answer/nearest-sentences.ts';
import { sentenceWords, wordKey } from '../../src/text/index.ts';
import { anyText } from '../text/arbitrary-text.ts';

const SENTENCES = [
  'The weather in Lyon was fine all week.',
  'Acme closed its plant in Lyon in 2014, which employed 350 people.',
  'Valves are made of brass.',
  'The plant in Berlin employs 90 people.',
  'The company is based in Paris.',
  'The plant makes valves.',
];

function nearest(text: string, count: number, sentences: readonly string[] = SENTENCES): number[] {
  return wordIndex(sentences).nearest(text, count);
}

describe('the sentences nearest to a text', () => {
  it.each([
    ['The plant that Acme was closing in Lyon', 1, [1]],
    ['350 people', 2, [1, 3]],
    ['brass valves', 2, [2, 5]],
    ['valves', 1, [5]],
    ['Paris', 1, [4]],
    ['PARIS’s', 1, [4]],
    ['valve', 2, [2, 5]],
    ['xyzzy', 3, [0, 1, 2]],
    ['Paris xyzzy', 3, [0, 1, 4]],
    ['', 2, [0, 1]],
    ['Paris', 0, []],
    ['Paris', 99, [0, 1, 2, 3, 4, 5]],
  ])('%j, %d of them, are %j', (text, count, expected) => {
    expect(nearest(text, count)).toEqual(expected);
  });

  it('are looked for among some of the sentences, by what all of them tell of the words', () => {
    const index = wordIndex(SENTENCES);
    expect(index.nearest('The plant in Lyon', 1, [2, 3, 5])).toEqual([1]);
    expect(index.nearest('The plant in Lyon', 2, [0, 1, 3])).toEqual([0, 1]);
    expect(index.nearest('The plant in Lyon', 2, [])).toEqual([]);
  });

  it('are few of none', () => {
    expect(nearest('Paris', 3, [])).toEqual([]);
    expect(nearest('Paris', 1, ['', 'Paris'])).toEqual([1]);
  });

  it('weigh rare words above frequent ones, and short sentences above long ones', () => {
    const sentences = [
      'The end.',
      'The way.',
      'The sea.',
      'The sun.',
      'Brass and much more of it here.',
      'Brass in it.',
    ];
    expect(nearest('the brass', 1, sentences)).toEqual([5]);
    expect(nearest('the brass', 2, sentences)).toEqual([4, 5]);
  });

  it('gain less and less by a word that they repeat', () => {
    const sentences = [
      'brass brass brass brass brass brass',
      'brass valves of iron are here',
      'other words',
      'more words',
    ];
    expect(nearest('brass valves', 1, sentences)).toEqual([1]);
  });

  property.prop([fc.array(anyText, { maxLength: 12 }), anyText, fc.nat({ max: 14 })])(
    'of any texts are as many as asked for, each once, in order, and those with a word in common first',
    (sentences, text, count) => {
      const found = nearest(text, count, sentences);
      expect(found).toHaveLength(Math.min(count, sentences.length));
      expect(found).toEqual([...new Set(found)].sort((one, other) => one - other));
      const keys = new Set(sentenceWords(text).map(wordKey));
      const shares = sentences.map((sentence) => sentenceWords(sentence).some((word) => keys.has(wordKey(word))));
      const left = shares.filter((share, s) => share && !found.includes(s));
      if (left.length > 0) expect(found.every((s) => shares[s])).toBe(true);
    },
  );
});
