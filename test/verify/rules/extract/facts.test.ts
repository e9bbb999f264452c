import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fact } from '../../../../src/verify/rules/findings.ts';
import { extractFacts } from '../support/extract-facts.ts';

function only(text: string): Fact {
  const facts = extractFacts(text);
  expect(facts.map((fact) => fact.phrase)).toHaveLength(1);
  return facts[0]!;
}

const read = (text: string) => {
  const { kind, unit, low, high, bound } = only(text);
  return { kind, unit, low: Number(low.toPrecision(10)), high: Number(high.toPrecision(10)), bound };
};
const exact = (kind: string, unit: string, value: number) => ({ kind, unit, low: value, high: value, bound: 'exact' });

describe('plain counts', () => {
  it.each([
    ['It employs 350 people.', 350],
    ['It employs 1,200 people.', 1200],
    ['It employs 1 200 000 people.', 1_200_000],
    ['It employs two hundred and five people.', 205],
    ['It employs twenty-one people.', 21],
    ['It employs three thousand four hundred people.', 3400],
    ['It employs a dozen people.', 12],
    ['It employs two dozen people.', 24],
    ["It employs 1'200'000 people.", 1_200_000],
    ['It employs 10⁶ people.', 1_000_000],
    ['It employs 5 × 10⁶ people.', 5_000_000],
    ['It employs 5 x 10^3 people.', 5_000],
    ['It employs 10⁻² people.', 0.01],
    ['It employs 1.2 million people.', 1_200_000],
    ['It employs **999** million people.', 999_000_000],
    ['It employs half a million people.', 500_000],
    ['It employs 3bn people.', 3_000_000_000],
    ['It employs 2.25million people.', 2_250_000],
  ])('%s', (text, value) => {
    expect(read(text)).toEqual(exact('number', '', value));
  });

  it('keeps the place value of the last digit that is written', () => {
    expect(only('1.2 million people').step).toBe(100_000);
    expect(only('1,213,000 people').step).toBe(1);
    expect(only('1,213,000 people').roundStep).toBe(1000);
  });

  it('names what is counted by lemmas and their slot', () => {
    expect(only('It has 350 full-time employees.').nouns).toEqual(['full', 'time', 'employ']);
  });
});

describe('hedges', () => {
  it.each([
    ['more than 350 people', 'more_than'],
    ['over 350 people', 'more_than'],
    ['at least 350 people', 'at_least'],
    ['350 or more people', 'at_least'],
    ['no fewer than 350 people', 'at_least'],
    ['hundreds of people', 'at_least'],
    ['fewer than 350 people', 'less_than'],
    ['nearly 350 people', 'less_than'],
    ['up to 350 people', 'at_most'],
    ['not more than 350 people', 'at_most'],
    ['none older than 350 years', 'at_most'],
    ['Do not admit more than 350 people', 'at_most'],
    ['They must not be stored for longer than 350 days', 'at_most'],
    ['It cannot fall below 350 degrees', 'at_least'],
    ['It does not cover firms under 350 people', 'less_than'],
    ['It did not wane over 350 days', 'more_than'],
    ['boards thicker than 350 mm', 'more_than'],
    ['under the age of 35', 'less_than'],
    ['about 350 people', 'about'],
    ['approximately 350 people', 'about'],
    ['350 people', 'exact'],
  ])('%s is %s', (text, bound) => {
    expect(only(text).bound).toBe(bound);
  });

  it('reads no hedge where something is spread over a number', () => {
    expect(extractFacts('23 items are spread over six pages').map(({ bound }) => bound)).toEqual(['exact', 'exact']);
  });

  it('shares one hedge between two joined values of a unit', () => {
    expect(extractFacts('shares of more than 15% and 7%').map((fact) => fact.bound)).toEqual([
      'more_than',
      'more_than',
    ]);
  });

  it('puts the hedge into the phrase but not into the span', () => {
    const fact = only('It has more than 350 people.');
    expect(fact.phrase).toBe('more than 350 people');
    expect('It has more than 350 people.'.slice(fact.start, fact.end)).toBe('350');
  });
});

describe('money, percentages and ranges', () => {
  it.each([
    ['$3.5 million', exact('money', 'USD', 3_500_000)],
    ['US$ 4m', exact('money', 'USD', 4_000_000)],
    ['EUR 5', exact('money', 'EUR', 5)],
    ['£3bn', exact('money', 'GBP', 3_000_000_000)],
    ['999 million dollars', exact('money', 'USD', 999_000_000)],
    ['85 %', exact('percent', '%', 85)],
    ['85 per cent', exact('percent', '%', 85)],
    ['28 out of 100', exact('percent', '%', 28)],
    ['5 percentage points', exact('percent', 'pp', 5)],
    ['half of the patients', exact('percent', '%', 50)],
    ['between 80 and 90 %', { kind: 'percent', unit: '%', low: 80, high: 90, bound: 'exact' }],
    ['80-90%', { kind: 'percent', unit: '%', low: 80, high: 90, bound: 'exact' }],
    ['$3.5–4 million', { kind: 'money', unit: 'USD', low: 3_500_000, high: 4_000_000, bound: 'exact' }],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('reads a change and the level after it as two values', () => {
    expect(extractFacts('Sales rose by $2 million to $9 million.').map(({ low }) => low)).toEqual([2e6, 9e6]);
    expect(extractFacts('Sales rose by 5 to 7 percent.').map(({ high }) => high)).toEqual([7]);
  });

  it('reads a change from one value to another as two values', () => {
    expect(extractFacts('It rose from 3% to 5%.').map((fact) => fact.low)).toEqual([3, 5]);
  });

  it('leaves an ambiguous 1.200,5 as it is written', () => {
    expect(only('It weighs 1.200,5 units').kind).toBe('identifier');
    expect(only('It weighs 168,5 units').kind).toBe('identifier');
  });
});

describe('durations, measures and times', () => {
  it.each([
    ['three weeks', exact('duration', 'day', 21)],
    ['an 11-day siege', exact('duration', 'day', 11)],
    ['5 km', exact('measure', 'm', 5000)],
    ['100 miles', exact('measure', 'm', 160_934.4)],
    ['5 sq km', exact('measure', 'm2', 5_000_000)],
    ['60 km/h', exact('measure', 'm/day', 1_440_000)],
    ['-5 °C', exact('measure', 'degC', -5)],
    ['41 degrees Fahrenheit', exact('measure', 'degC', 5)],
    ['8.95/10', exact('measure', '/10', 8.95)],
    ['3:30 p.m.', exact('time', 'minute of day', 930)],
    ['at 15:30', exact('time', 'minute of day', 930)],
    ['twice', exact('measure', 'times', 2)],
    ['the 37th pick', exact('ordinal', 'ordinal', 37)],
    ['the third pick', exact('ordinal', 'ordinal', 3)],
    ['season one', exact('ordinal', 'ordinal', 1)],
  ])('%s', (text, expected) => {
    const fact = read(text);
    expect({ ...fact, low: Math.round(fact.low * 1e4) / 1e4, high: Math.round(fact.high * 1e4) / 1e4 }).toEqual(
      expected,
    );
  });
});

describe('what counts nothing', () => {
  it.each(['COVID-19', 'Section 5', 'No. 5', 'page 3', 'H1N1', 'B12', 'Apollo 11', 'a 2-1 win'])(
    '%s is an identifier',
    (text) => {
      expect(extractFacts(text).map((fact) => fact.kind)).toEqual(['identifier']);
    },
  );

  it.each([
    'one of the best',
    'no one came',
    'the Six Nations',
    'Brooklyn Nine-Nine',
    'as shown [12]',
    '1. Open the box',
  ])('%s holds no fact', (text) => {
    expect(extractFacts(text)).toEqual([]);
  });

  it.each(['Take 200 mg.', 'Add 5 ml of water.'])('a verb at the start of %j names nothing', (text) => {
    expect(extractFacts(text).map((fact) => fact.kind)).toEqual(['measure']);
  });

  it('still counts what follows a list number', () => {
    expect(extractFacts('2. Add 5 eggs').map((fact) => fact.phrase)).toEqual(['5 eggs']);
  });
});

describe('any text', () => {
  const piece = fc.constantFrom(
    '12',
    ' ',
    '%',
    '$',
    '-',
    'May',
    'one',
    'hundred',
    '.',
    ',',
    '(',
    '2014',
    'half',
    'a',
    'é',
    '\n',
    '🙂',
  );

  it('gives ordered facts inside the text whose ends are numbers in order', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const text = pieces.join('');
        let last = 0;
        for (const fact of extractFacts(text)) {
          expect(fact.start).toBeGreaterThanOrEqual(last);
          expect(fact.end).toBeGreaterThan(fact.start);
          expect(fact.end).toBeLessThanOrEqual(text.length);
          expect(fact.low).toBeLessThanOrEqual(fact.high);
          last = fact.end;
        }
      }),
      { numRuns: 300 },
    );
  });

  it('reads back every integer it is shown with separators', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10_000, max: 1_000_000_000 }), (value) => {
        expect(only(`It sold ${value.toLocaleString('en-US')} copies.`).low).toBe(value);
      }),
      { numRuns: 100 },
    );
  });
});

it('reads a chain of units of any length', () => {
  expect(extractFacts(`It moved 5 ${'km/'.repeat(40_000)}km.`)).toHaveLength(1);
});

it('reads the bound and the rate of an amount from the one before "or"', () => {
  const [, other] = extractFacts('Meals are paid up to 350 euros a week, or 700 euros in Paris.');
  expect({ unit: other!.unit, bound: other!.bound, high: other!.high }).toEqual({
    unit: 'EUR/day',
    bound: 'at_most',
    high: 100,
  });
});

it('reads a share behind the name of a group', () => {
  expect(only('In the placebo group 20% recovered.').kind).toBe('percent');
});
