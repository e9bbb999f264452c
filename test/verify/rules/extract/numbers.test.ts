import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { cardinalWords, fractionWords, ordinalWords } from '../../../support/number-words.ts';
import { extractFacts } from '../support/extract-facts.ts';

const values = (text: string) => extractFacts(text).map(({ low, high }) => (low === high ? low : [low, high]));
const kinds = (text: string) => extractFacts(text).map(({ kind }) => kind);
const HOUR = 1 / 24;

describe('numbers written in words', () => {
  property.prop([fc.integer({ min: 2, max: 999_999_999 })])('cardinals are read back', (value) => {
    expect(values(`It sold ${cardinalWords(value)} copies.`)).toEqual([value]);
  });

  property.prop([fc.integer({ min: 1, max: 9_999 })])('ordinals are read back', (value) => {
    const facts = extractFacts(`It was the ${ordinalWords(value)} edition.`);
    expect(facts.map(({ kind, low }) => [kind, low])).toEqual([['ordinal', value]]);
  });

  const fraction = fc
    .integer({ min: 3, max: 20 })
    .chain((parts) => fc.tuple(fc.integer({ min: 1, max: parts - 1 }), fc.constant(parts)));
  property.prop([fraction])('fractions are read back as percentages', ([count, parts]) => {
    fc.pre(!(parts === 4 && count === 2));
    const [fact, ...others] = extractFacts(`It helped ${fractionWords(count, parts)} of them.`);
    expect(others).toEqual([]);
    expect(fact?.unit).toBe('%');
    expect(fact?.low).toBeCloseTo((100 * count) / parts, 9);
  });

  property.prop([fraction])('so are "n in m" and its digits', ([count, parts]) => {
    for (const text of [`${cardinalWords(count)} in ${cardinalWords(parts)}`, `${count} in ${parts}`])
      expect(extractFacts(`It helped ${text} patients.`)[0]?.low).toBeCloseTo((100 * count) / parts, 9);
  });
});

describe('ordinals', () => {
  it.each([
    ['the twenty-first edition', 21],
    ['the twenty first edition', 21],
    ['the 21st edition', 21],
    ['the one hundred and third edition', 103],
    ['the hundredth edition', 100],
    ['his twenty-second goal', 22],
  ])('%s', (text, value) => {
    expect(values(text)).toEqual([value]);
    expect(kinds(text)).toEqual(['ordinal']);
  });

  it('the second as a unit of time is none', () => {
    expect(kinds('a twenty-second delay')).toEqual(['duration']);
    expect(kinds('the speed per second')).toEqual([]);
  });
});

describe('fractions and halves', () => {
  it.each([
    ['one in five adults', 20],
    ['every fifth household', 20],
    ['seven in ten', 70],
    ['one in every hundred houses', 1],
    ['nine out of ten doctors', 90],
    ['half of them', 50],
    ['one-fifth of them', 20],
  ])('%s is %d %%', (text, percentage) => {
    const [fact] = extractFacts(text);
    expect([fact?.unit, fact?.low]).toEqual(['%', percentage]);
  });

  it.each(['one in 2014', 'two in three days', '5 in 10 minutes', 'two quarters of the year'])('%s is none', (text) => {
    expect(extractFacts(text).filter(({ unit }) => unit === '%')).toEqual([]);
  });

  it.each([
    ['an hour and a half', 1.5 * HOUR],
    ['one and a half hours', 1.5 * HOUR],
    ['2½ hours', 2.5 * HOUR],
    ['half an hour', HOUR / 2],
    ['three quarters of an hour', 0.75 * HOUR],
    ['two years and a half', 2.5 * 365.2425],
    ['1 h 52 min', HOUR + 52 / 1440],
    ['two hours and ten minutes', 2 * HOUR + 10 / 1440],
  ])('%s', (text, days) => {
    const [fact, ...others] = extractFacts(`It took ${text} to finish.`);
    expect(others).toEqual([]);
    expect(fact?.kind).toBe('duration');
    expect(fact?.low).toBeCloseTo(days, 6);
  });

  it.each([
    ['It lasts a year.', 365.2425],
    ['Reply within a week.', 7],
    ['The notice period is a fortnight.', 14],
    ['It took an hour.', HOUR],
  ])('%s', (text, days) => {
    const [fact, ...others] = extractFacts(text);
    expect(others).toEqual([]);
    expect(fact?.kind).toBe('duration');
    expect(fact?.high).toBeCloseTo(days, 6);
  });

  it.each([
    'It meets twice a week.',
    'It begins a year later.',
    'She ran for a second term.',
    'It has a week-long break.',
  ])('%s', (text) => {
    expect(extractFacts(text).filter(({ kind }) => kind === 'duration')).toEqual([]);
  });

  it('a time after an amount of money', () => {
    expect(extractFacts('It was $5 million a year earlier.').map(({ unit }) => unit)).toEqual(['USD']);
    expect(extractFacts('It earns $5 million a year.').map(({ unit }) => unit)).toEqual(['USD/day']);
  });

  it('two and a half million', () => {
    expect(values('It sold two and a half million copies.')).toEqual([2_500_000]);
  });
});

describe('ranges', () => {
  it.each(['3-5 days', 'three to five days', 'between 3 and 5 days', '3 to 5 days', 'a three-to-five-day trip'])(
    '%s',
    (text) => {
      expect(values(text)).toEqual([[3, 5]]);
    },
  );

  it.each(['It takes 3-5.', '3-5 working days'])('%s counts, and is no score', (text) => {
    expect(values(text)).toEqual([[3, 5]]);
  });

  it.each(['They won 3-1.', 'They lost 1-3 at home.'])('%s is a score', (text) => {
    expect(kinds(text)).toEqual(['identifier']);
  });
});

describe('units', () => {
  it.each([
    ['5 km2', 'm2', 5e6],
    ['5 km²', 'm2', 5e6],
    ['10 m²', 'm2', 10],
    ['12 cubic metres', 'm3', 12],
    ['10 m/s', 'm/day', 864_000],
    ['60 km/h', 'm/day', 1_440_000],
    ['-18 °C', 'degC', -18],
    ['-40 °F', 'degC', -40],
    ['£25', 'GBP', 25],
    ['5 €', 'EUR', 5],
    ['12 stone', 'kg', 76.20351816],
  ])('%s', (text, unit, value) => {
    const [fact, ...others] = extractFacts(`It is ${text}.`);
    expect(others).toEqual([]);
    expect(fact?.unit).toBe(unit);
    expect(fact?.low).toBeCloseTo(value, 6);
  });

  it.each(['the 5G network', '20 MS patients', 'a man in his 60s', '12 bars in town', 'Gate 5A', '3 bits of advice'])(
    '%s has none',
    (text) => {
      expect(extractFacts(text).filter(({ kind }) => kind === 'measure' || kind === 'duration')).toEqual([]);
    },
  );

  it('has prefixes on marked symbols only, in their case', () => {
    const units = ['3 MW', '3 mW', '3 mw', '5 Mm', '9 pm', '2 kt', '5 hm'].map((text) => {
      const [fact] = extractFacts(text);
      return [fact?.unit, fact?.low];
    });
    expect(units).toEqual([
      ['W', 3e6],
      ['W', 0.003],
      ['W', 3e6],
      ['m', 0.005],
      ['minute of day', 21 * 60],
      ['kg', 2e6],
      ['', 5],
    ]);
  });

  it('houses of stone weigh nothing, and what is second-hand takes no time', () => {
    expect(kinds('12 stone houses')).toEqual(['number']);
    expect(kinds('1,200 second-hand cars')[0]).toBe('number');
  });

  it('shares a unit that is written once', () => {
    expect(extractFacts('highs of 17 and 15 degrees').map(({ unit, low }) => [unit, low])).toEqual([
      ['degree', 17],
      ['degree', 15],
    ]);
  });
});
