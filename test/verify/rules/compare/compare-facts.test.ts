import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareSurface } from '../../../../src/verify/rules/index.ts';

const statuses = (claim: string, source: string) =>
  compareSurface(claim, source).facts.map((finding) => finding.status);

describe('entailment between values', () => {
  it.each([
    ['The firm employs more than 300 people.', 'The firm employs 350 people.', 'match'],
    ['The firm employs 350 people.', 'The firm employs more than 300 people.', 'absent'],
    ['The firm employs 350 people.', 'The firm employs three hundred and fifty people.', 'match'],
    ['The firm employs 530 people.', 'The firm employs 350 people.', 'conflict'],
    ['The firm employs more than 350 people.', 'The firm employs 350 people.', 'conflict'],
    ['The firm employs 350 people.', 'The firm employs about 350 people.', 'match'],
    ['The firm employs fewer than 340 people.', 'The firm employs nearly 350 people.', 'absent'],
    ['The firm employs about 350 people.', 'The firm employs 380 people.', 'absent'],
    ['The firm employs about 350 people.', 'The firm employs 700 people.', 'conflict'],
    ['The firm employs about 1.2 million people.', 'The firm employs 1,213,000 people.', 'match'],
    ['The firm employs 1.2 million people.', 'The firm employs 1,213,000 people.', 'match'],
    ['The firm employs 1,213,000 people.', 'The firm employs 1.2 million people.', 'absent'],
    ['The firm employs 12,000 people.', 'The firm employs 11,987 people.', 'absent'],
    ['The drug helped at least 80 % of patients.', 'The drug helped between 80 and 90 % of patients.', 'match'],
    ['The drug helped between 80 and 90 % of patients.', 'The drug helped 85 % of patients.', 'match'],
    ['The drug helped between 80 and 90 % of patients.', 'The drug helped 80-90% of patients.', 'match'],
    ['The drug helped 85 % of patients.', 'The drug helped between 80 and 90 % of patients.', 'absent'],
    ['The drug helped 70 % of patients.', 'The drug helped between 80 and 90 % of patients.', 'conflict'],
    ['The bridge is 100 metres long.', 'The bridge is 328 feet long.', 'match'],
    ['The bridge is 150 metres long.', 'The bridge is 328 feet long.', 'conflict'],
    ['The film earned $67 million.', 'The film earned $**999** million.', 'conflict'],
    ['The strike lasted two weeks.', 'The strike lasted 14 days.', 'match'],
    ['The strike lasted three weeks.', 'The strike lasted 14 days.', 'conflict'],
  ])('%s | %s: %s', (claim, source, status) => {
    expect(statuses(claim, source)).toEqual([status]);
  });
});

describe('entailment between dates', () => {
  it.each([
    ['The museum opened in 2014.', 'The museum opened on 2014-03-12.', 'match'],
    ['The museum opened in March 2014.', 'The museum opened on 12 March 2014.', 'match'],
    ['The museum opened on 12 March 2014.', 'The museum opened in 2014.', 'absent'],
    ['The museum opened in 2015.', 'The museum opened on 12 March 2014.', 'conflict'],
    ['The museum opened before 2015.', 'The museum opened in 2014.', 'match'],
    ['The museum opened before 2014.', 'The museum opened in 2014.', 'conflict'],
    ['The museum opened on March 12.', 'The museum opened on 12 March 2014.', 'match'],
    ['The museum opened on March 13.', 'The museum opened on 12 March 2014.', 'conflict'],
    ['The museum opened on 12 March 2014.', 'The museum opened on March 12.', 'absent'],
    ['The museum opened in the 1990s.', 'The museum opened in 1994.', 'match'],
    ['The museum opened in the 20th century.', 'The museum opened in 1994.', 'match'],
    ['The club stayed there in 1999.', 'The club stayed there between 1998 and 2001.', 'absent'],
    ['Ada Moss died in 1890.', 'Ada Moss (1844 – 1886) was a writer.', 'conflict'],
    ['Ada Moss died in 1886.', 'Ada Moss (1844 – 1886) was a writer.', 'match'],
  ])('%s | %s: %s', (claim, source, status) => {
    expect(statuses(claim, source)).toEqual([status]);
  });
});

describe('facts about something else', () => {
  it.each([
    ['The firm employs 350 people.', 'The firm opened in 2014.'],
    ['The firm employs 350 people.', 'The firm has 12 shops in Norway.'],
    ['The firm employs 350 people.', 'The firm employs 12 cooks.'],
    ['The firm employs 350 people.', 'Sales of bread rose by 4 % last year.'],
  ])('%s | %s', (claim, source) => {
    expect(statuses(claim, source)).toEqual(['absent']);
  });

  it('prefers the number of the same noun to an equal number of another', () => {
    const source = 'There were 500 cases and 12 deaths in the town.';
    expect(statuses('There were more than 400 deaths in the town.', source)).toEqual(['conflict']);
  });

  it('finds the one wrong number of a compound claim', () => {
    const claim = 'The club has 40 members and 12 boats.';
    expect(statuses(claim, 'The club has 40 members and 21 boats.')).toEqual(['match', 'conflict']);
  });

  it('calls no denied number a conflict', () => {
    expect(statuses('The museum did not open in 2015.', 'The museum opened in 2014.')).toEqual(['absent']);
  });

  it('lets no time frame contradict another', () => {
    expect(statuses('Sales rose in the last 35 years.', 'Sales rose in the last 10 years.')).toEqual(['absent']);
    expect(statuses('Sales rose 35 years ago.', 'Sales rose 10 years ago.')).toEqual(['absent']);
  });

  it('treats "over" a round number beside the plain number as open', () => {
    expect(statuses('It sold over 100 million discs.', 'It sold 100 million discs.')).toEqual(['absent']);
  });

  it('takes a bare number for an amount of money when it proves the claim', () => {
    expect(statuses('The film grossed 516 million.', 'The film grossed $516 million.')).toEqual(['match']);
    expect(statuses('The film grossed 516 million.', 'The film grossed $300 million.')).toEqual(['absent']);
  });

  it('lets a state as of one day stand beside the same state as of another', () => {
    expect(statuses('As of 28 March 2020 it held.', 'As of 29 March 2020 it held.')).toEqual(['absent']);
  });

  it('compares identifiers as they are written', () => {
    expect(statuses('The study was about COVID-19.', 'A COVID-19 study.')).toEqual(['match']);
    expect(statuses('The study was about H1N1.', 'A study of H5N1.')).toEqual(['absent']);
  });
});

describe('any number', () => {
  const count = fc.integer({ min: 11, max: 1300 });

  it('matches itself, and conflicts with another in the same sentence', () => {
    fc.assert(
      fc.property(count, count, (a, b) => {
        const sentence = (n: number) => `The firm employs ${n} people in Norway.`;
        expect(statuses(sentence(a), sentence(b))).toEqual([a === b ? 'match' : 'conflict']);
      }),
      { numRuns: 100 },
    );
  });

  it('is above a bound exactly when it is greater', () => {
    fc.assert(
      fc.property(count, count, (bound, said) => {
        fc.pre(bound % 100 !== 0);
        const finding = statuses(`The firm employs more than ${bound} people.`, `The firm employs ${said} people.`);
        expect(finding).toEqual([said > bound ? 'match' : 'conflict']);
      }),
      { numRuns: 100 },
    );
  });
});
