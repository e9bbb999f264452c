import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { surfaceIndex, surfaceNeedle } from '../../src/text/index.ts';
import { anyText, pathological } from './arbitrary-text.ts';

const findSurface = (needle: string, haystack: string) => surfaceIndex(haystack).findAll(surfaceNeedle(needle), 1)[0];
const found = (needle: string, haystack: string) => {
  const span = findSurface(needle, haystack);
  return span && haystack.slice(span.start, span.end);
};

describe('a surface index', () => {
  it.each([
    ['Acme grew.', 'Last year ACME\n   Grew. Then', 'ACME\n   Grew.'],
    ['Acme grew.', 'and acme grew by 5', 'acme grew'],
    ['Acme grew', 'and **Acme** `grew`', 'Acme** `grew'],
    ['**999** million', 'all 999 million of', '999 million'],
    ['- Acme grew', 'so Acme grew', 'Acme grew'],
    ['“Hi” – he’s in', 'say "Hi" - he\'s in', '"Hi" - he\'s in'],
    ['he\u02bcs in', "so he's in", "he's in"],
    ["he's in", 'so he\u02bcs in', 'he\u02bcs in'],
    ['founded in 1990', '> founded\n> in 1990', 'founded\n> in 1990'],
    ['in 2014', 'It was in 2014.', 'in 2014'],
    ['5', 'not 1.5 or 5% or 15 but 5', '5'],
    ['caf\u00e9', 'a CAFE\u0301 b', 'CAFE\u0301'],
    ['🎉', 'so 🎉!', '🎉'],
    ['東京', 'は東京都', '東京'],
    ['Привет', 'скажи привет', 'привет'],
    ['İstanbul', 'in İSTANBUL now', 'İSTANBUL'],
    ['snake_case', 'a snake_case b', 'snake_case'],
    ['from 5 MW', 'From 5 mw on', 'From 5 mw'],
    ['holds 5 KB', 'holds **5** kB', 'holds **5** kB'],
    ['ask Ms Hay', 'ask MS Hay', 'ask MS Hay'],
  ])('%j stands in %j', (needle, haystack, slice) => {
    expect(found(needle, haystack)).toBe(slice);
  });

  it.each([
    ['5 million', 'It has 15 million.'],
    ['5 million', 'It has 1.5 million.'],
    ['in 201', 'in 2014'],
    ['2014', 'from 2014-2015'],
    ['grew 5', 'grew 5%'],
    ['makes 5 MW', 'makes 5 mW'],
    ['holds 5Gb', 'holds 5GB'],
    ['has 5 mΩ', 'has 5 MΩ'],
    ['has **5** mW', 'has **5** MW'],
    ['grew 5', 'grew 5.5'],
    ['known', 'a well-known firm'],
    ['35', '3*5'],
    ['👍', '👍🏽'],
    ['👩', '👩‍👧'],
    ['cafe', 'café'],
    ['.', 'a.'],
    ['', 'text'],
    [' ** ', 'text'],
    ['text', ''],
  ])('%j does not stand in %j', (needle, haystack) => {
    expect(found(needle, haystack)).toBeUndefined();
  });

  property.prop([anyText, fc.constantFrom('Acme employs 350 people', 'es sind “gut” 5,5 Äpfel', '東京'), anyText])(
    'finds words set between any texts, and gives a true span',
    (before, needle, after) => {
      const haystack = `${before}\n\n${needle.toUpperCase()}\n\n${after}`;
      const slice = found(needle, haystack);
      expect(slice?.toLowerCase().includes(needle.toLowerCase().slice(1, -1))).toBe(true);
    },
  );

  it.each(pathological.map((text) => [JSON.stringify(text.slice(0, 8)), text]))(
    'searches 10,000 characters of %s',
    (_, text) => {
      expect(found('Acme', text)).toBeUndefined();
      expect(found(text.slice(0, 500), 'Acme')).toBeUndefined();
    },
  );
});

describe('a text indexed for searches', () => {
  it('finds all places in order, up to the number asked for', () => {
    const text = 'Acme grew. He denied that acme grew. ACME GREW!';
    const index = surfaceIndex(text);
    const places = index.findAll(surfaceNeedle('Acme grew.'), 8);
    expect(places.map(({ start, end }) => text.slice(start, end))).toEqual(['Acme grew.', 'acme grew.', 'ACME GREW']);
    expect(index.findAll(surfaceNeedle('Acme grew.'), 2)).toEqual(places.slice(0, 2));
  });
});
