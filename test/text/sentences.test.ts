import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../src/text/index.ts';
import { anyText, pathological } from './arbitrary-text.ts';

const sentencesOf = (text: string) => splitSentences(text).map((span) => text.slice(span.start, span.end));

function expectTrueCover(text: string): void {
  const spans = splitSentences(text);
  let covered = '';
  let end = 0;
  for (const span of spans) {
    expect(span.start).toBeGreaterThanOrEqual(end);
    const piece = text.slice(span.start, span.end);
    expect(piece).not.toBe('');
    expect(piece.trim()).toBe(piece);
    expect(text.slice(end, span.start).trim()).toBe('');
    covered += piece;
    end = span.end;
  }
  expect(text.slice(end).trim()).toBe('');
  expect(covered.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
}

describe('splitSentences', () => {
  property.prop([anyText], { numRuns: 400 })('covers every non-space character of any text, in order, once', (text) => {
    expectTrueCover(text);
  });

  property.prop([
    fc.array(fc.constantFrom('Acme grew.', 'It fell!', 'Did it?', 'He said "No."'), { minLength: 1, maxLength: 8 }),
  ])('finds plain sentences whatever their number', (sentences) => {
    expect(sentencesOf(sentences.join(' '))).toEqual(sentences);
  });

  it.each(pathological.map((text) => [JSON.stringify(text.slice(0, 8)), text]))(
    'reads 10,000 characters of %s',
    (_, text) => {
      expectTrueCover(text);
    },
  );

  it('answers nothing for a text of white space', () => {
    expect(splitSentences(' \n\t\u00a0\u2028 ')).toEqual([]);
  });

  it('gives the same spans after many other texts were read', () => {
    const text = 'Zorblax Inc. employs 350 quuxers in Foobaria. It was founded by J. K. Wugglefish.';
    const before = splitSentences(text);
    for (let round = 0; round < 50; round += 1)
      splitSentences(`Word${round}q xyz${'q'.repeat(round)} ran. Next ${round}.`);
    expect(splitSentences(text)).toEqual(before);
  });

  describe('complaint 8: stops that end nothing', () => {
    it.each([
      'Dr. Smith met Mr. Jones and Mrs. Brown at 3 p.m. on Monday.',
      'The U.S. Senate and the U.K. government signed.',
      'Some fruits, e.g. apples, i.e. round ones, are red.',
      'No. 5 is the best of all.',
      'It costs 3.14 dollars, or $3.5 million a year.',
      'J. K. Rowling wrote it.',
      'See Smith et al. (2010) for the proof.',
      'The firm (est. 1990) employs approx. 50 people, see Fig. 3 in Vol. 2.',
      'He was born on Jan. 5 in St. Louis.',
      'Acme Inc. was sold to Foo Ltd. of Delaware.',
      'Version 1.2.3 of node.js came from example.com yesterday.',
      'U.S.-based firms grew.',
      'Yahoo! was sold to Verizon.',
      '"Stop!" he said.',
      'He paused ... then left.',
      'It does two things: 1. cells divide; 2. cells die.',
      'She weighs 6 lbs. and is 7 in. tall.',
    ])('%s', (sentence) => {
      expect(sentencesOf(sentence)).toEqual([sentence]);
    });
  });

  describe('stops that do end', () => {
    it.each([
      [['He has cats, dogs, etc.', 'They bark.']],
      [['Apes, cats, etc.', 'Research shows more.']],
      [['He lives in the U.S.', 'He is fine.']],
      [['See https://x.com/a?b=1.', 'Next comes more.']],
      [['Visit https://x.com/a.', 'It is new.']],
      [['They met at 5 p.m.', 'He left.']],
      [['It was sold by Acme Inc.', 'The firm grew.']],
      [['He said "Stop."', 'Then he left.']],
      [['He said “Stop.”', 'They left.']],
      [['(See below.)', 'It is done.']],
      [['It was founded in 1990.[1]', 'It grew.[2][3]', 'It fell.']],
      [['<b>Acme grew.</b>', 'It <i>fell</i>.']],
      [['**Acme grew.**', '_It fell._', 'It rose.']],
      [['It was sold...', 'Then it grew.']],
      [['What?!', 'Really!', 'OK.']],
      [['She took vitamin C.', 'It helped.']],
      [['東京は日本の首都です。', '人口は1400万人です！', '本当？']],
      [['Acme grew. 🎉', 'It fell.']],
      [['1. First item', '2. Second item', '3. Third one']],
    ])('%j', (sentences) => {
      expect(sentencesOf(sentences.join(' '))).toEqual(sentences);
    });

    it('keeps a number that begins a line with its item, whatever it counts from', () => {
      expect(sentencesOf('7. Seventh item. It is red.')).toEqual(['7. Seventh item.', 'It is red.']);
    });

    it('sets marks, lone tags and markers that end a text to the sentence before', () => {
      expect(sentencesOf('It grew. </s>')).toEqual(['It grew. </s>']);
      expect(sentencesOf('The steps are these: it grew. 1[12].')).toEqual(['The steps are these: it grew. 1[12].']);
    });

    it('sees a stop whose space was lost', () => {
      expect(sentencesOf('The firm was sold.It grew.')).toEqual(['The firm was sold.', 'It grew.']);
    });

    it('cuts East Asian sentences without spaces and keeps closing quotes with theirs', () => {
      expect(sentencesOf('「そうです。」次です。')).toEqual(['「そうです。」', '次です。']);
    });
  });
});
