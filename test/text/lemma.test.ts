import { test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { isFunctionWord, wordKey } from '../../src/text/index.ts';
import { lemma } from '../../src/text/lemma.ts';
import { anyText } from './arbitrary-text.ts';

describe('lemma', () => {
  it.each([
    ['creates', 'created'],
    ['agreed', 'agree'],
    ['won', 'winning'],
    ['women', 'woman'],
    ['planned', 'plans'],
    ['organised', 'organizes'],
    ['bought', 'buying'],
  ])('%s and %s are forms of one word', (one, other) => {
    expect(lemma(one)).toBe(lemma(other));
  });

  it.each([
    ['wine', 'win'],
    ['planes', 'plans'],
    ['cars', 'cares'],
    ['notes', 'not'],
    ['employer', 'employee'],
    ['employees', 'staff'],
    ['willing', 'will'],
    ['time', 'tim'],
    ['hope', 'hop'],
    ['killed', 'died'],
  ])('%s and %s are not', (one, other) => {
    expect(lemma(one)).not.toBe(lemma(other));
  });

  it('cuts endings of words that the lexicon does not hold', () => {
    expect(lemma('glorbings')).toBe(lemma('glorbing'));
  });

  it.each(["don't", 'b12', '3.5', 'cannot', '東'])('leaves %s as it is', (word) => {
    expect(lemma(word)).toBe(word);
  });

  property.prop([anyText])('never throws, and a second reading gives the same', (text) => {
    expect(lemma(text)).toBe(lemma(text));
  });
});

describe('function words', () => {
  it('are recognized as whole words before endings are removed', () => {
    expect(['own', 'not', 'will', 'like', 'get'].map(isFunctionWord)).toEqual([true, true, true, true, true]);
    expect(['owns', 'notes', 'willing', 'liked', 'mine'].map(isFunctionWord)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(wordKey('is')).not.toBe(wordKey('was'));
    expect(wordKey('owns')).toBe(wordKey('owned'));
  });
});
