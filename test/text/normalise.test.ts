import { test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { normaliseForModel } from '../../src/text/index.ts';
import { anyText, pathological } from './arbitrary-text.ts';

describe('normaliseForModel', () => {
  property.prop([anyText], { numRuns: 500 })('changes nothing the second time', (text) => {
    const once = normaliseForModel(text);
    expect(normaliseForModel(once)).toBe(once);
  });

  it.each(pathological.map((text) => [JSON.stringify(text.slice(0, 8)), text]))(
    'reads 10,000 characters of %s',
    (_, text) => {
      expect(typeof normaliseForModel(text)).toBe('string');
    },
  );

  it.each([
    ['complaint 3: **999** million', 'complaint 3: 999 million'],
    ['**Acme grew. It', 'Acme grew. It'],
    ['It has 5.**', 'It has 5.'],
    ['*one* _two_ __three__ ***four*** `five`', 'one two three four five'],
    ['## Heading', 'Heading'],
    ['- [x] **done** now', 'done now'],
    ['1. First item', 'First item'],
    ['> quoted\n> lines', 'quoted lines'],
    ['[Acme](https://x.com "t") and ![logo](a.png)', 'Acme and logo'],
    ['| Name | Staff |\n|---|---|', 'Name | Staff'],
    ['It was founded in 1990.[1][2]', 'It was founded in 1990.'],
    ['a\u00a0b\u200b\nc\u00ad\td', 'a b c d'],
    ['Min. 40 min, max. 2 h, incl. a break', 'at least 40 min, at most 2 h, including a break'],
    ['5 min 30 s; Max 30', '5 min 30 s; Max 30'],
    ['Wi-Fi: ✔️ Parking: ❌', 'Wi-Fi: yes Parking: no'],
    ['1,200 of 1\u00a0200\u202f000 or 1,234,567.89', '1200 of 1200000 or 1234567.89'],
    ['“Smart” ‘quotes’ – and — dashes…', '"Smart" \'quotes\' - and - dashes...'],
    ['１２３ ＡＢＣ ﬁne', '123 ABC fine'],
    ['A &amp; B&nbsp;C &amp;lt; D', 'A & B C < D'],
    ['cafe\u0301', 'café'],
    ['a<br>b <b>c</b>', 'a b c'],
  ])('%j is read as %j', (raw, read) => {
    expect(normaliseForModel(raw)).toBe(read);
  });

  it.each([
    'It rose 1,2 or 3,14 percent.',
    'In 2014, 2015 and 2016,2017.',
    '2,014 , 5',
    'Sums: 2 ** 3, 2**3, 3*4*5 and 3 * 4.',
    'The snake_case_name and a 5* hotel.',
    'p < 0.05 and x > 3',
    'It fell by -5 to 10.5.',
    'That is ~~900~~ 800.',
    '10² and 1½',
  ])('leaves %j as it is', (text) => {
    expect(normaliseForModel(text)).toBe(text);
  });

  it('keeps a span of nothing but marks, so that no text is read as empty', () => {
    expect(normaliseForModel(' --- ')).toBe('---');
  });
});
