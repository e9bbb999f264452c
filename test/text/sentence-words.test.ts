import { test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { sentenceWords } from '../../src/text/index.ts';
import { anyText } from './arbitrary-text.ts';

describe('sentenceWords', () => {
  it.each([
    ['The Café, well-known in OSLO.', ['the', 'cafe', 'well', 'known', 'in', 'oslo']],
    ['cafe\u0301', ['cafe']],
    ['Rates: 3.5 % of 1,200 at 10:30', ['rates', '3.5', 'of', '1200', 'at', '10', '30']],
    [
      'on 2018-06-30 in the U.S., 1 200 000 °C, x² or ½',
      [...['on', '2018', '06', '30', 'in', 'the', 'us', '1200000', 'c', 'x²', 'or', '½']],
    ],
    [
      "Don't take Acme’s or the dogs' bone from O'Neill",
      ["don't", 'take', 'acme', 'or', 'the', 'dogs', 'bone', 'from', "o'neill"],
    ],
    ['covid19 COVID-19 b2b 3rd 2.5bn', ['covid19', 'covid', '19', 'b2b', '3rd', '2.5bn']],
    ['東京 is Привет', ['東', '京', 'is', 'привет']],
    ['... 🎉 !', []],
  ])('%j has the words %j', (text, words) => {
    expect(sentenceWords(text)).toEqual(words);
  });

  property.prop([anyText, anyText])('reads each of two paragraphs as if it stood alone', (one, other) => {
    expect(sentenceWords(`${one}\n\n${other}`)).toEqual([...sentenceWords(one), ...sentenceWords(other)]);
  });
});
