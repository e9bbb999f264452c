import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finished, tokensOf } from '../../src/text/index.ts';

const tokenize = (text: string) => finished(tokensOf(text));
const texts = (text: string) => tokenize(text).map((token) => token.text);
const sentences = (text: string) => 1 + tokenize(text).at(-1)!.sentence;

describe('tokens', () => {
  it.each([
    ['COVID-19 and H1N1', ['COVID-19', 'and', 'H1N1']],
    ['1,200.50 or 3.14', ['1,200.50', 'or', '3.14']],
    ['a **bold** word', ['a', 'bold', 'word']],
    ['the 21st', ['the', '21', 'st']],
    ['a five-year deal', ['a', 'five', '-', 'year', 'deal']],
    ['in the U.S. today', ['in', 'the', 'U.S.', 'today']],
    ['2018-06-30T07:00', ['2018-06-30', 'T07', ':', '00']],
  ])('%s', (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  it('folds case, accents, possessives and the dots of abbreviations', () => {
    expect(tokenize("Zoë's U.S. café").map((token) => token.lower)).toEqual(['zoe', 'us', 'cafe']);
  });

  it.each([
    ['Dr. Moss met Mr. Berg. They left.', 2],
    ['It cost 3.14 euros. He paid.', 2],
    ['J. Smith came.', 1],
    ['One line\nAnother line', 2],
  ])('%s has %i sentences', (text, count) => {
    expect(sentences(text)).toBe(count);
  });

  it('points into the text it came from, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        let last = 0;
        for (const token of tokenize(text)) {
          expect(text.slice(token.start, token.end)).toBe(token.text);
          expect(token.start).toBeGreaterThanOrEqual(last);
          last = token.end;
        }
      }),
      { numRuns: 200 },
    );
  });
});
