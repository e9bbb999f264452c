import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareSurface } from '../support/compare-surface.ts';

const statuses = (claim: string, source: string) =>
  compareSurface(claim, source).facts.map((finding) => finding.status);

describe('how long before something', () => {
  it.each([
    ['Give notice at least three months before.', 'Give notice no later than three months before.', 'match'],
    ['Give notice at least seven weeks before.', 'Give notice no later than three months before.', 'conflict'],
    ['Give notice at least two weeks ahead.', 'Give notice not later than four weeks ahead.', 'conflict'],
    ['Cancel at least 24 hours before departure.', 'Cancel up to 24 hours before departure.', 'match'],
    ['Change it at most 24 hours before departure.', 'It can be changed up to 24 hours before departure.', 'conflict'],
    ['Book at most six months in advance.', 'Book up to six months in advance.', 'match'],
    ['A change takes at most two days before it shows.', 'A change takes up to two days before it shows.', 'match'],
    ['It ran at most twelve hours before it stopped.', 'It ran up to twelve hours before it stopped.', 'match'],
    ['Book at most 90 days before departure.', 'Book no earlier than 90 days before departure.', 'match'],
    ['Pay at least two weeks after the trip.', 'Pay no later than two weeks after the trip.', 'conflict'],
  ])('%s against %s: %s', (claim, source, status) => expect(statuses(claim, source)).toEqual([status]));
});

describe('a value in place of another one', () => {
  it.each([
    ['The plan includes two projects.', 'The plan now includes three projects instead of two.', 'conflict'],
    ['The plan includes three projects.', 'The plan now includes three projects instead of two.', 'match'],
    ['The plan used to include two projects.', 'The plan now includes three projects instead of two.', 'match'],
    ['A ticket used to cost 9.50 euros.', 'A ticket costs 9.50 euros (previously 8 euros).', 'conflict'],
    ['The limit was 50 km/h before.', 'The limit is now 30 km/h (was 50).', 'match'],
    ['The unit had 14 beds before.', 'The unit has 18 beds, up from 14.', 'match'],
    ['The unit has 14 beds.', 'The unit has 18 beds, up from 14.', 'conflict'],
    ['The price is 6 euros.', 'The price is 6 euros. If you order online, the price is 4 euros instead of 6.', 'match'],
  ])('%s | %s: %s', (claim, source, status) => expect(statuses(claim, source)).toEqual([status]));
});

describe('what an amount is paid for', () => {
  it.each([
    ['A pet costs 15 euros a night.', 'A pet costs 15 euros per stay.', 'conflict'],
    ['The fee is 5 euros per person.', 'The fee is 5 euros per group.', 'conflict'],
    ['The fee is 5 euros per guest.', 'The fee is 5 euros for each visitor.', 'match'],
    ['The fee is 5 euros per car.', 'The fee is 5 euros per vehicle.', 'match'],
    ['The fee is 5 euros.', 'The fee is 5 euros per person.', 'match'],
    ['It costs 9 euros a month.', 'It costs 9 euros per user per month.', 'absent'],
    ['The fee is 3 euros per night.', 'The fee is 3 euros per person and per night.', 'absent'],
    ['The fee is 3 euros per item.', 'The fee is 3 euros per day and item.', 'match'],
    ['The fee is 3 euros per stay.', 'The fee is 3 euros per person and night.', 'conflict'],
  ])('%s | %s: %s', (claim, source, status) => expect(statuses(claim, source)).toEqual([status]));
});

describe('entailment between values', () => {
  it.each([
    ['A class has 25 pupils.', 'A class has 20 pupils or more.', 'absent'],
    ['A class has 15 pupils.', 'A class has 20 pupils or more.', 'conflict'],
    ['The hall holds 300 people or more.', 'The hall holds 350 people.', 'match'],
    ['He has two cats.', 'He has two cats or more dogs.', 'match'],
    ['A fifth of the work remains.', '80 % of the work has been completed.', 'absent'],
    ['A fifth of the work has been completed.', '80 % of the work has been completed.', 'conflict'],
    ['Keep fish of at least 30 cm.', 'Keep none shorter than 30 cm.', 'match'],
    ['The daily maximum is three tablets.', 'Do not take more than three tablets.', 'match'],
    ['Closing it saves 90,000 euros annually.', 'We save the 90,000 euros a year that it costs.', 'match'],
    ['At the airport a bag costs 26 euros more than online.', 'Online, a bag costs 34 euros.', 'absent'],
    ['The firm employs more than 300 people.', 'The firm employs 350 people.', 'match'],
    ['The firm employs 350 people.', 'The firm employs more than 300 people.', 'absent'],
    ['The firm employs 350 people.', 'The firm employs three hundred and fifty people.', 'match'],
    ['The firm employs 530 people.', 'The firm employs 350 people.', 'conflict'],
    ['The firm has 530 employees.', 'The firm employs 350 people.', 'conflict'],
    ['The firm employs 530 people.', 'The firm has 350 workers.', 'conflict'],
    ['The firm trains 530 people.', 'The firm has 350 workers.', 'absent'],
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

describe('bounds', () => {
  it.each([
    ['The lamp burns up to 16 hours.', 'The lamp burns up to 13 hours.', 'conflict'],
    ['The lamp burns up to 13 hours.', 'The lamp burns up to 13 hours.', 'match'],
    ['Give at least 30 days of notice.', 'Give at least 90 days of notice.', 'conflict'],
    ['The insurer pays up to $5,000.', 'The insurer pays at most 5,000 dollars.', 'match'],
    ['The bag weighs over 10 kg.', 'The bag weighs over 20 kg.', 'absent'],
    ['The hall seats at most 16 people.', 'The hall seats 2 people.', 'absent'],
    ['The hall seats at most 16 people.', 'The hall seats 20 people.', 'conflict'],
    ['The trip takes no more than 8 hours.', 'The trip takes between 2 and 8 hours.', 'match'],
    ['The rent does not exceed 80 euros.', 'The rent does not exceed 50 euros.', 'conflict'],
    ['The road was closed until 2009.', 'The road was closed until 2007.', 'conflict'],
  ])('%s | %s: %s', (claim, source, status) => {
    expect(statuses(claim, source)).toEqual([status]);
  });

  it('say nothing where people are counted and money is given', () => {
    expect(statuses('The trust helped more than 4,000 people.', 'The trust helped with $412.6 million.')).toEqual([
      'absent',
    ]);
  });
});

describe('the same value in other words', () => {
  it.each([
    ['It was the 21st edition of the festival.', 'It was the twenty-first edition of the festival.'],
    ['The mill was built in the twenty-first century.', 'The mill was built in the 21st century.'],
    ['The mill closed on the third of March.', 'The mill closed on 3 March.'],
    ['One in five adults smoke.', '20 percent of adults smoke.'],
    ['The trip takes an hour and a half.', 'The trip takes 90 minutes.'],
    ['The repair takes 3-5 days.', 'The repair takes three to five days.'],
    ['In 2021 the number had fallen.', 'By 2021 the number had fallen.'],
    ['By 2021 the number had fallen.', 'In 2021 the number had fallen.'],
    ['The lake covers 5 km2.', 'The lake covers 500 hectares.'],
  ])('%s | %s', (claim, source) => {
    expect(statuses(claim, source)).toEqual(['match']);
  });

  it('does not round by more than a tenth', () => {
    expect(statuses('The laptop has a 1 TB disk.', 'The laptop has a 512 GB disk.')).toEqual(['conflict']);
  });
});

describe('another year, group or place', () => {
  it.each([
    ['The fund beat its benchmark in 2022.', 'The fund beat its benchmark in 2023.'],
    ['Sales in 2022 came to 5 million euros.', 'Sales in 2023 came to 7 million euros.'],
    ['In the stretching group two participants left.', 'Five participants in the walking group left.'],
    ['Lyon has 15 employees.', 'Ghent has 60 employees.'],
    ['The pool has 80 visitors on an average Sunday.', 'The pool has 40 visitors on an average weekday.'],
    ['Room 12 seats 40 people.', 'Room 14 seats 60 people.'],
  ])('is another matter: %s | %s', (claim, source) => {
    expect(statuses(claim, source)).not.toContain('conflict');
  });

  it('leaves the value of the same one to be compared', () => {
    const source = 'Invoice 1001 is for 150 euros. Invoice 1003 is for 350 euros.';
    const [, sum] = compareSurface('Invoice 1003 is for 99 euros.', source).facts;
    expect([sum?.status, sum?.source?.phrase]).toEqual(['conflict', '350 euros']);
    expect(statuses('Invoice 1003 is for 150 euros.', source)).toEqual(['match', 'conflict']);
    expect(statuses('Sales in 2023 came to 5 million euros.', 'Sales in 2023 came to 7 million euros.')).toEqual([
      'match',
      'conflict',
    ]);
  });

  it('is distinguished in one sentence', () => {
    const pressure = 'Pressure fell by 9 mmHg in the drug group and by 4 mmHg in the placebo group.';
    expect(statuses('Pressure fell by 9 mmHg in the placebo group.', pressure)).toEqual(['conflict']);
    expect(statuses('Pressure fell by 4 mmHg in the placebo group.', pressure)).toEqual(['match']);
    const rate = 'Unemployment fell from 7.2 % in 2021 to 5.9 % in 2023.';
    expect(statuses('Unemployment was 5.9 % in 2021.', rate)).toEqual(['conflict', 'match']);
    expect(statuses('Unemployment was 5.9 % in 2023.', rate)).toEqual(['match', 'match']);
    const phone = 'The phone costs 799 euros with 128 GB and 899 euros with 256 GB.';
    expect(statuses('The phone with 256 GB costs 799 euros.', phone)).toEqual(['match', 'conflict']);
    expect(statuses('The phone with 256 GB costs 899 euros.', phone)).toEqual(['match', 'match']);
  });

  it('of what happens once is a conflict', () => {
    expect(statuses('Private Lives is a 1930 comedy.', 'Private Lives is a 1940 comedy.')).toEqual(['conflict']);
    expect(statuses('The museum opened in 2015.', 'The museum opened in 2014.')).toEqual(['conflict']);
  });
});

describe('which way a value goes', () => {
  it.each([
    ['Revenue fell by 8 %.', 'Revenue rose 8 % to 54 million euros.', 'conflict'],
    ['Revenue was 8 % lower.', 'Revenue increased by 8 %.', 'conflict'],
    ['Revenue grew 8 %.', 'Revenue rose 8 % to 54 million euros.', 'match'],
    ['Revenue changed by 8 %.', 'Revenue rose 8 %.', 'match'],
    ['Revenue did not fall by 8 %.', 'Revenue rose 8 %.', 'match'],
    ['Revenue fell by 8 %.', 'Revenue rose 8 % in May and fell by 8 % in June.', 'match'],
  ])('%s | %s: %s', (claim, source, status) => {
    expect(statuses(claim, source)).toEqual([status]);
  });
});

it('leaves the size of a change to other changes', () => {
  const source = 'Net profit fell from 6.1 to 4.9 million euros.';
  expect(statuses('Net profit was 1.2 million euros lower.', source)).toEqual(['absent']);
  expect(statuses('Net profit fell by 1.2 million euros.', 'Net profit fell by 2 million euros.')).toEqual([
    'conflict',
  ]);
  expect(statuses('Net profit fell to 1.2 million euros.', source)).toEqual(['conflict']);
  expect(statuses('Net profit was 6.1 million euros before.', source)).toEqual(['match']);
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

  it('treats "over" a round number against the plain number as open', () => {
    expect(statuses('It sold over 100 million discs.', 'It sold 100 million discs.')).toEqual(['absent']);
  });

  it('takes a bare number for an amount of money when it proves the claim', () => {
    expect(statuses('The film grossed 516 million.', 'The film grossed $516 million.')).toEqual(['match']);
    expect(statuses('The film grossed 516 million.', 'The film grossed $300 million.')).toEqual(['absent']);
  });

  it('finds no conflict in the same state on two days', () => {
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

describe('two values of a sentence, each with its place', () => {
  const MEALS = 'Meals are paid up to 50 euros a day, or 80 euros in Paris and Rome.';
  it.each([
    ['Up to 80 euros a day are paid in Paris.', 'match'],
    ['Up to 80 euros a day are paid in Rome.', 'match'],
    ['In Paris, meals are paid up to 50 euros a day.', 'conflict'],
    ['Meals are paid up to 50 euros a day.', 'match'],
  ])('%s: %s', (claim, status) => expect(statuses(claim, MEALS)).toEqual([status]));
});

describe('a number of things of which something is denied', () => {
  it.each([
    ['31 patients did not complete the trial.', '281 patients completed the trial.', 'absent'],
    ['31 patients did not complete the trial.', '40 patients did not complete the trial.', 'conflict'],
    ['31 patients completed the trial.', '281 patients completed the trial.', 'conflict'],
    ['20 guests did not come.', 'Of the 60 guests, 48 came.', 'conflict'],
  ])('%s against %s: %s', (claim, source, status) => expect(statuses(claim, source)).toEqual([status]));
});

describe('how often each of two things of a sentence happens', () => {
  const WASTE = 'Waste paper is collected every other Wednesday; household rubbish is picked up weekly.';
  it.each([
    ['Household rubbish is collected once a week.', 'match'],
    ['Waste paper is collected once every two weeks.', 'match'],
  ])('%s: %s', (claim, status) => expect(statuses(claim, WASTE)).toEqual([status]));
});
