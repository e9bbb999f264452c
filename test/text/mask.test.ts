import { test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../src/text/index.ts';
import { maskForWink } from '../../src/text/mask.ts';
import { isLexiconWord } from '../../src/text/wink.ts';
import { anyText, pathological } from './arbitrary-text.ts';

describe('maskForWink', () => {
  property.prop([anyText])('keeps every offset: the mask is as long as the text', (text) => {
    expect(maskForWink(text)).toHaveLength(text.length);
  });

  it('shows no word from outside the lexicon, and no number, to a reader that never forgets', () => {
    const masked = maskForWink('Zorblax Wugglefish quuxed 4711 frobnitzes in the city, zanging Wugglefish’s blorks.');
    expect(masked).toBe("Xxxxxxx Xxxxxxxxxx xxxxed 1111 xxxxxxxxxs in the city, xxxxing Xxxxxxxxxx's xxxxxs.");
    expect(isLexiconWord('city')).toBe(true);
    expect(isLexiconWord('wugglefish')).toBe(false);
    expect(isLexiconWord('__proto__')).toBe(false);
  });

  it('makes one word of letters and the digits behind them, and leaves a unit behind its number', () => {
    expect(maskForWink('Zorb19 and B2Zorb... 5km 2019')).toBe('Xxxxxx and Xxxxxx... 1km 1111');
  });

  it('splits a text alike however often it is read', () => {
    const text = 'Zorb1blax4... it says. Quux77... it adds.';
    const read = () => [...splitSentences(text)].map((sentence) => [sentence.start, sentence.end]);
    const first = read();
    expect(first.length).toBeGreaterThan(1);
    expect(read()).toEqual(first);
  });

  it('keeps the dots of short forms and drops those inside names and addresses', () => {
    expect(maskForWink('the U.S. on node.js at 3.14 p.m.')).toBe('the U.S. on node xs at 1.11 p.m.');
  });

  it.each(pathological.map((text) => [JSON.stringify(text.slice(0, 8)), text]))(
    'leaves no long run of %s',
    (_, text) => {
      expect(maskForWink(text)).not.toMatch(/\S{65}/);
    },
  );
});
