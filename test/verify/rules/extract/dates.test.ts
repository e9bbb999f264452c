import { describe, expect, it } from 'vitest';
import { extractFacts } from '../support/extract-facts.ts';

const iso = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);
const span = (text: string) => extractFacts(text).map((fact) => `${iso(fact.low)}..${iso(fact.high)}`);

describe('dates', () => {
  it.each([
    ['12 March 2014', '2014-03-12..2014-03-12'],
    ['March 12, 2014', '2014-03-12..2014-03-12'],
    ['the 12th of March 2014', '2014-03-12..2014-03-12'],
    ['Sept. 5, 2014', '2014-09-05..2014-09-05'],
    ['2014-03-12', '2014-03-12..2014-03-12'],
    ['25/12/2014', '2014-12-25..2014-12-25'],
    ['March 2014', '2014-03-01..2014-03-31'],
    ['in 2014', '2014-01-01..2014-12-31'],
    ['the 1990s', '1990-01-01..1999-12-31'],
    ['the 19th century', '1801-01-01..1900-12-31'],
    ['the nineteenth century', '1801-01-01..1900-12-31'],
    ['in the 70s', '1970-01-01..1979-12-31'],
    ['05/06/2014', '2014-01-01..2014-12-31'],
    ['the 2016 draft', '2016-01-01..2016-12-31'],
    ['the end of August 2024', '2024-08-22..2024-08-31'],
    ['mid-March 2024', '2024-03-11..2024-03-21'],
    ['early 2023', '2023-01-01..2023-05-02'],
    ['the second quarter of 2022', '2022-04-01..2022-06-30'],
    ['the last quarter of 2022', '2022-10-01..2022-12-31'],
    ['H1 2023', '2023-01-01..2023-06-30'],
    ['Q1/2023', '2023-01-01..2023-03-31'],
    ['the first half of May 2023', '2023-05-01..2023-05-16'],
    ['the second week of June 2023', '2023-06-08..2023-06-14'],
    ['the last week of June 2023', '2023-06-24..2023-06-30'],
    ['the last days of May 2023', '2023-05-22..2023-05-31'],
    ['the first half of the 19th century', '1801-01-01..1850-12-31'],
    ['the late 1990s', '1996-09-01..1999-12-31'],
  ])('%s', (text, expected) => {
    expect(span(text)).toEqual([expected]);
  });

  it('reads both ends of a period, short second years included', () => {
    expect(span('between 1998 and 2001')).toEqual(['1998-01-01..1998-12-31', '2001-01-01..2001-12-31']);
    expect(span('the 2015–16 season')).toEqual(['2015-01-01..2015-12-31', '2016-01-01..2016-12-31']);
  });

  it.each([
    ['12-15 July 2024', '2024-07-12', '2024-07-15'],
    ['from 12 to 15 July 2024', '2024-07-12', '2024-07-15'],
    ['July 12-15, 2024', '2024-07-12', '2024-07-15'],
    ['between 30 March and 2 April 2024', '2024-03-30', '2024-04-02'],
    ['from 30 December to 2 January 2024', '2023-12-30', '2024-01-02'],
  ])('%s has one month or year for both days', (text, first, last) => {
    expect(span(text)).toEqual([`${first}..${first}`, `${last}..${last}`]);
  });

  it.each([
    ['The fiscal second quarter of 2023 was weak.', ['ordinal', 'year']],
    ['They scored in the third quarter.', ['ordinal']],
    ['The first half was weak.', ['ordinal']],
    ['The end of the war was near.', []],
    ['She is at the end of her studies.', []],
    ['The early train is late.', []],
    ['The middle of the road is wet.', []],
    ['The last week was cold.', []],
    ['It is a mid-term review.', []],
    ['The start of the race is at noon.', ['time']],
  ])('reads no part of a month or year in "%s"', (text, kinds) => {
    expect(extractFacts(text).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('reads both ends of a period of parts with one year', () => {
    expect(span('from mid-March to the end of May 2024')).toEqual(['2024-03-11..2024-03-21', '2024-05-22..2024-05-31']);
  });

  it('reads no range into days that are counted or listed', () => {
    expect(extractFacts('On July 12 to 15 people it was shown.').map(({ unit }) => unit)).toEqual(['month-day', '']);
    expect(extractFacts('12 and 15 July').map(({ unit }) => unit)).toEqual(['', 'month-day']);
  });

  it.each([
    ['retired after the 2013 final', 'after the 2013'],
    ['opened before early 2014', 'before early 2014'],
    ['was repaired by the 3rd of May', 'by the 3rd of May'],
  ])('shows the bound of "%s" whole', (text, phrase) => {
    expect(extractFacts(text).map((fact) => fact.phrase)).toEqual([expect.stringMatching(`^${phrase}`)]);
  });

  it('takes two dates in brackets as birth and death', () => {
    const facts = extractFacts('Ada Moss (10 February 1844 – 29 December 1886) was a writer.');
    expect(facts.map((fact) => fact.implied)).toEqual([['birth'], ['die']]);
  });

  it('counts with four digits where something is counted', () => {
    expect(extractFacts('more than 2000 people').map((fact) => fact.kind)).toEqual(['number']);
    expect(extractFacts('1998 people').map((fact) => fact.kind)).toEqual(['number']);
  });

  it('does not take a name or a verb for a month', () => {
    expect(extractFacts('The Ides of March film may open; soldiers march')).toEqual([]);
    expect(extractFacts('Those who came last may rest.')).toEqual([]);
    expect(extractFacts('It opened in May.').map((fact) => fact.unit)).toEqual(['month-day']);
  });

  it('leaves ages and company names alone', () => {
    expect(extractFacts('a man in his 60s')).toEqual([]);
    expect(extractFacts('20th Century Fox').map((fact) => fact.unit)).not.toContain('date');
  });

  it('counts centuries before our era backwards', () => {
    const [third] = extractFacts('the 3rd century BC');
    const [late] = extractFacts('250 BC');
    expect(third!.low).toBeLessThan(late!.low);
    expect(third!.high).toBeGreaterThan(late!.high);
  });

  it('knows before and after', () => {
    expect(extractFacts('before 2015').map((fact) => fact.bound)).toEqual(['less_than']);
    expect(extractFacts('after January 14').map((fact) => fact.bound)).toEqual(['more_than']);
  });
});
