import { test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { quotedSpans } from '../../../src/answer/quotations/quotation-marks.ts';
import { anyText, pathological } from '../../text/arbitrary-text.ts';

function quoted(text: string): string[] {
  return quotedSpans(text).map(({ start, end }) => text.slice(start, end));
}

const MARKS = '"“”„«»‘’「」『』';

describe('text in quotation marks', () => {
  it.each([
    ['"', '"'],
    ['“', '”'],
    ['„', '“'],
    ['„', '”'],
    ['«', '»'],
    ['« ', ' »'],
    ['»', '«'],
    ['‘', '’'],
    ['「', '」'],
    ['『', '』'],
  ])('is found between %s and %s, wherever it stands', (open, close) => {
    const words = 'we close the plant';
    for (const [before, after] of [
      ['', ''],
      ['He said ', '.'],
      ['He said: ', ' and left.'],
      ['(', ')'],
      ['Reported—', '—twice, '],
    ])
      expect(quoted(`${before}${open}${words}${close}${after}`)).toEqual([words]);
    const other = 'we are not closing it';
    expect(quoted(`A ${open}${words}${close} and ${open}${other}.${close} B`)).toEqual([words, `${other}.`]);
  });

  it.each([
    ['the “plain” plan'],
    ['a "fair" deal'],
    ["the firms' results, and the owners' plans for it"],
    ['the firm’s results and the owners’ plans for it'],
    ['in the ’90s and the ’80s it was'],
    ['rock ’n’ roll is here'],
    ['a 5" pipe and a 6" pipe of steel'],
    ['He said “we close the plant and went on.'],
    ['He said "we close the plant and went on.'],
    ['“He said.\n\nWe close the plant” he'],
    ['- "we close\n- the plant" it'],
    ['"" “” «»'],
  ])('is not %s', (text) => {
    expect(quoted(text)).toEqual([]);
  });

  it('has two words, or fifteen characters', () => {
    expect(quoted('“no”, “no way”, “antidisestablish”, “antidisestabli”')).toEqual(['no way', 'antidisestablish']);
  });

  it('may hold apostrophes, lines and other quotations', () => {
    expect(quoted('‘It’s the firms’ best year,’ he said')).toEqual(['It’s the firms’ best year,']);
    expect(quoted('‘we close the plants’ he said')).toEqual(['we close the plants']);
    expect(quoted('He said “the firm\nis here” today')).toEqual(['the firm\nis here']);
    expect(quoted('“He told me ‘we close the plant’ today”')).toEqual(['He told me ‘we close the plant’ today']);
    expect(quoted('"He told me “we close the plant” today"')).toEqual(['He told me “we close the plant” today']);
  });

  it('is found behind one that does not end', () => {
    expect(quoted('He said “so. She said “we close the plant” then')).toEqual(['we close the plant']);
    expect(quoted('He said "so.\n\nShe said "we close the plant" then')).toEqual(['we close the plant']);
  });

  property.prop([anyText])('is a trimmed part of any text, with a mark before it and behind it', (text) => {
    let from = 0;
    for (const { start, end } of quotedSpans(`${text} “we close the plant” ${text}`)) {
      const whole = `${text} “we close the plant” ${text}`;
      expect(start).toBeGreaterThanOrEqual(from);
      expect(whole.slice(start, end)).toBe(whole.slice(start, end).trim());
      expect(MARKS).toContain(whole.slice(0, start).trimEnd().at(-1));
      expect(MARKS).toContain(whole.slice(end).trimStart()[0]);
      from = end;
    }
  });

  it.each(
    [
      ...pathological,
      '“'.repeat(10_000),
      '“a'.repeat(5_000),
      '" "a'.repeat(2_500),
      '‘s’ a'.repeat(2_000),
      '\n '.repeat(5_000),
    ].map((text) => [text]),
  )('is looked for in 10,000 characters of %.20j', (text) => {
    expect(quoted(text).join('').length).toBeLessThanOrEqual(text.length);
  });
});
