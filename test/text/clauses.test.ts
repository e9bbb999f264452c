import { test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { splitClauses, splitSentences } from '../../src/text/index.ts';
import { anyText } from './arbitrary-text.ts';

const clausesOf = (text: string) =>
  splitClauses(text, { start: 0, end: text.length }).map(({ start, end }) => text.slice(start, end));

describe('splitClauses', () => {
  it.each([
    [['X employs 350 people', 'and was founded in 1990.']],
    [['Acme employs 350 people', 'and it was founded in 1990.']],
    [['Acme makes cars', 'and sells trucks.']],
    [['Acme grew;', 'its rival fell.']],
    [['Acme grew by 5 %,', 'but its rival fell.']],
    [['Acme is based in Oslo,', 'while Foo is based in Rome.']],
    [['It was sold in 1990,', 'and the buyer was Foo.']],
    [['The firm employs 350 people', 'and operates in 5 countries', 'and is led by Ann.']],
    [['Marie Curie was born in Warsaw', 'and won two Nobel Prizes.']],
  ])('cuts between main clauses: %j', (clauses) => {
    expect(clausesOf(clauses.join(' '))).toEqual(clauses);
  });

  it.each([
    'He likes reading and writing books.',
    'It sells cars and trucks built in Oslo.',
    'He wrote books and plays in his youth.',
    'Acme was founded and owned by Ann.',
    'Ann and Bob were founders.',
    'He said that A is big and B is small.',
    'He denied it was big and is small.',
    'If it rains and is cold, we go.',
    'Between 1990 and 2000 was a good time.',
    'The motto "it grows and is strong" won.',
    'It neither grew and was sold nor fell.',
    'Black and white is nice.',
    'Acme grew.',
    'It is planning, organizing, and monitoring goal-directed behavior.',
    'It has not been approved and safety and efficacy have not been shown.',
    'He thinks the king and the queen are dead.',
  ])('leaves %j whole', (sentence) => {
    expect(clausesOf(sentence)).toEqual([sentence]);
  });

  it('gives offsets into the text that the sentence lies in', () => {
    const text = 'Hello. X employs 350 people and was founded in 1990.';
    const [, sentence] = splitSentences(text);
    expect(splitClauses(text, sentence!)).toEqual([
      { start: 7, end: 27 },
      { start: 28, end: 52 },
    ]);
  });

  property.prop([anyText])('covers every non-space character once, whatever the text', (text) => {
    for (const sentence of splitSentences(text)) {
      const pieces = splitClauses(text, sentence).map(({ start, end }) => text.slice(start, end));
      expect(pieces.join('').replace(/\s/g, '')).toBe(text.slice(sentence.start, sentence.end).replace(/\s/g, ''));
    }
  });
});
