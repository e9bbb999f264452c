import { describe, expect, it } from 'vitest';
import { derivedClaim } from '../../../../src/verify/rules/index.ts';
import { readSurface } from '../support/compare-surface.ts';

const REPORT =
  'Norvik Shipping carried 8.4 million tonnes in 2024, compared with 8.0 million tonnes in 2023. ' +
  'Net debt was USD 120 million after USD 150 million a year earlier. ' +
  'The fleet has 48 ships, 12 of them tankers.';
const STORES = 'The store in Rowan Street takes $42,000 a week, the store in Mill Lane $35,000 a week.';
const SURVEY = 'In 2020, 31.5 % of pupils cycled to school; in 2024 it was 36.0 %.';
const NOVELIST =
  'Rita Malone was born in 1948 and published her first novel, Tin Rain, in 1975. She won the Harrow Prize in 1990.';
const CLUB =
  'Club membership stood at 1,480 at the end of June, against 1,850 twelve months earlier. ' +
  'The annual fee was raised from 80 to 92 pounds.';
const BRIDGE =
  'The bridge cost $312 million, $72 million more than the original estimate. It had 22,000 users, 3,000 fewer than in 2022.';
const PRESS = 'The press prints 8,000 sheets an hour and runs 12 hours a day.';
const CLINIC = 'The practice vaccinated 240 patients on Monday, 310 on Tuesday and 275 on Wednesday.';
const SURVEYED = 'Of 1,200 commuters 690 drive and 420 take the train.';
const WAITS = 'The wait for a test fell from 66 minutes to 26. Support has climbed from 18 percent to 41 percent.';
const POWER = 'Of the 520 gigawatts, wind supplied 140, solar 65 and gas 91.';
const WARDS = 'The hospital has 450 beds and employs 1,800 people, among them 270 doctors.';
const FUND =
  'The fund held assets of $2.4 billion, $600 million in bonds and $1.5 billion in shares; the rest was cash.';
const BOATS = 'North sold 160 boats, South 100 boats.';
const MACHINES =
  'It sold 5,200 machines last year, up from 2,750 the year before, and expects to sell 7,000 this year.';
const TICKET = 'The upgrade cost 4,200 crowns. A single ticket is 24 crowns.';
const SEASON = 'Vestby finished the season with 19 wins, 4 draws and 7 losses.';
const APPEAL = 'The appeal raised £60,000 from 1,500 donors.';

const CONDUCTOR =
  'Karl Eddington was born on 3 May 1911. He joined the orchestra in 1934. His son joined the choir in 1950. He died on 20 April 1988.';
const FORMS = 'Of the 640 forms that we sent out, 416 were returned.';
const REGISTRY = 'In 2022, 391 children were born and 437 residents died.';
const FARES =
  'The express takes 2 hours, the bus takes 4 hours. A ticket costs 48 euros on the express and 31 euros on the bus.';

const BAKERY =
  'The bakery sold 1,250 loaves in March and 1,500 in May. It has two ovens, and each bakes 24 loaves at a time.';
const TRIP =
  'The 16 riders pay 640 euros each, a price with meals; last year it was 560 euros. Of 45 planned seats, 36 are filled.';
const GARDEN =
  'Admission is 12 euros for adults and 7 euros for children. A tour takes 40 minutes in May and 50 in April.';

function derived(claim: string, source: string) {
  const document = { reading: readSurface(source), start: 0, end: source.length, tables: [], moved: 0 };
  return derivedClaim(readSurface(claim), document);
}

describe('a number that follows from two numbers of the source', () => {
  it.each([
    ['Net debt fell by USD 30 million.', REPORT, 'difference', '-30 million'],
    ['Net debt fell by 20 %.', REPORT, 'percentage_change', '-20 %'],
    ['Norvik Shipping carried 5 % more tonnes in 2024 than in 2023.', REPORT, 'percentage_change', '5 %'],
    ['A quarter of the ships are tankers.', REPORT, 'share', '25 %'],
    ['The store in Rowan Street takes $7,000 a week more than the store in Mill Lane.', STORES, 'difference', '7000'],
    [
      'Pupils who cycled to school rose by 4.5 percentage points from 2020 to 2024.',
      SURVEY,
      'percentage_points',
      '4.5',
    ],
    ['Donors gave the appeal £40 each on average.', APPEAL, 'ratio', '40'],
    ['Malone was 27 years old when her first novel came out.', NOVELIST, 'difference', '27 years'],
    ['Fifteen years lie between Tin Rain and the Harrow Prize.', NOVELIST, 'difference', '15 years'],
    ['The club lost 370 members.', CLUB, 'difference', '-370'],
    ['Membership dropped by a fifth over the year.', CLUB, 'percentage_change', '-20 %'],
    ['The fee went up 15 percent.', CLUB, 'percentage_change', '15 %'],
    ['The original estimate was $240 million.', BRIDGE, 'difference', '240 million'],
    ['In 2022 the bridge had 25,000 users.', BRIDGE, 'sum', '25000'],
    ['The press prints 96,000 sheets a day.', PRESS, 'product', '96000'],
    ['The practice vaccinated 825 patients.', CLINIC, 'sum', '825'],
    ['90 commuters do not take the train or drive.', SURVEYED, 'difference', '90'],
    ['The wait fell by 40 minutes.', WAITS, 'difference', '-40'],
    ['Support is up by 23 percentage points.', WAITS, 'percentage_points', '23'],
    ['More than a fifth of the ships are tankers.', REPORT, 'share', '25 %'],
    ['Wind and solar together generated 205 gigawatts.', POWER, 'sum', '205'],
    ['Four people are employed for each bed.', WARDS, 'ratio', '4'],
    ['$300 million of the assets were cash.', FUND, 'difference', '0.3 billion'],
    ['Sales of loaves rose by 20 % from March to May.', BAKERY, 'percentage_change', '20 %'],
    ['Nine seats are vacant.', TRIP, 'difference', '9'],
    ['Nine seats are unfilled.', TRIP, 'difference', '9'],
    ['A tour was 20 % faster in May than in April.', GARDEN, 'percentage_change', '-20 %'],
    ['224 forms were never returned.', FORMS, 'difference', '224'],
    ['Deaths exceeded births by 46.', REGISTRY, 'difference', '46'],
    ['The express is twice as fast as the bus.', FARES, 'ratio', '2'],
    ['The bus is 17 euros cheaper than the express.', FARES, 'difference', '-17'],
  ])('supports: %s', (claim, source, operation, result) => {
    expect(derived(claim, source)?.computed).toMatchObject({ stance: 'for', operation, result });
  });

  it.each([
    ['another result', 'Net debt fell by USD 40 million.', REPORT],
    ['the other direction', 'Net debt rose by USD 30 million.', REPORT],
    ['the later value as the base', 'Net debt fell by 25 %.', REPORT],
    ['a bound', 'More than half of the ships are tankers.', REPORT],
    ['a multiple that is not near', 'North sold twice as many boats as South.', BOATS],
    ['the year before', 'It expects to sell more than twice as many machines this year as last year.', MACHINES],
    ['another share', 'Half of the ships are tankers.', REPORT],
    ['how fast something is, whatever it costs', 'The express is 1.5 times as fast as the bus.', FARES],
    ['the sides exchanged', 'The store in Mill Lane takes $7,000 a week more than the store in Rowan Street.', STORES],
  ])('contradicts: %s', (_, claim, source) => {
    const { computed } = derived(claim, source)!;
    expect(computed?.stance).toBe('against');
    expect(claim.slice(computed!.found!.start, computed!.found!.end)).toMatch(/\d|half|twice/i);
  });

  it('names the operands and a place for each, as the source writes them', () => {
    const { operands, places } = derived('Net debt fell by USD 30 million.', REPORT)!.computed!;
    expect(operands.map(({ start, end }) => REPORT.slice(start, end))).toEqual(operands.map(({ value }) => value));
    expect(places.map(({ start, end }) => REPORT.slice(start, end))).toEqual([
      'Net debt was USD 120 million',
      'after USD 150 million a year earlier.',
    ]);
  });
});

describe('no calculation is clear', () => {
  it.each([
    ['the subject is another one', 'Port fees fell by 20 %.', REPORT],
    ['the earlier value is not given', 'The ticket costs 3 crowns more than before the upgrade.', TICKET],
    ['the whole is not given', 'Vestby won fewer than half of its matches.', SEASON],
    ['the year is another one', 'Net debt fell by 20 % in 2021.', REPORT],
  ])('where %s', (_, claim, source) => {
    expect(derived(claim, source)).toHaveProperty('computed', undefined);
  });

  it.each(['a month', 'one month'])('where the change takes %s', (time) => {
    expect(derived(`Net debt fell by 20 % within ${time}.`, REPORT)?.computed).toBeUndefined();
  });

  it.each([
    ['Bo Lind was 29 when he left.', 'He left in 2005.'],
    ['Noor was 29 when she left.', 'Their drummer, Bo Lind, left in 2005.'],
  ])('of the age of another one: %s', (claim, more) => {
    expect(derived(claim, `Ada Noor, born in 1976, sings. ${more}`)?.computed).toBeUndefined();
  });

  it.each([
    ['Net debt fell by 20 %.', true],
    ['Port fees fell by 23 %.', false],
    ['The share of tankers fell by 17 percentage points.', false],
  ])('and says whether any numbers give the result: %s', (claim, isGiven) => {
    expect(derived(claim, REPORT)?.isGiven).toBe(isGiven);
  });
});

describe('a number that replaces one of the source', () => {
  const derivedInPlace = (claim: string, source: string) => {
    const document = { reading: readSurface(source), start: 0, end: source.length, tables: [], moved: 0 };
    return derivedClaim(readSurface(claim), document, { isChanged: true });
  };

  it('is supported where its digits leave little room for chance', () => {
    expect(derivedInPlace('The press prints 96,000 sheets a day.', PRESS)?.computed?.stance).toBe('for');
  });

  it('is not a result with few digits', () => {
    const found = derivedInPlace('The ward has 8 nurses.', 'The ward has 12 nurses, 4 of them at night.');
    expect(found).toEqual({ computed: undefined, isAsked: false, isGiven: true, mayFollow: true });
  });
});

describe('a number in the words of another calculation', () => {
  it.each([
    ['Sales of loaves rose by 25 % from March to May.', BAKERY],
    ['The bakery sold 250 fewer loaves in May than in March.', BAKERY],
  ])('contradicts: %s', (claim, source) => {
    expect(derived(claim, source)?.computed?.stance).toBe('against');
  });
});

describe('nothing is calculated', () => {
  it.each([
    ['an age of somebody else', 'He was 38 when he joined the choir.', CONDUCTOR],
    ['a number that the source states', 'Norvik Shipping has 48 ships.', REPORT],
    ['a denial', 'Net debt did not fall by 20 %.', REPORT],
  ])('for %s', (_, claim, source) => {
    expect(derived(claim, source)).toBeUndefined();
  });
});

it('leaves a bound open that the other part of the whole is within', () => {
  const source = 'Just 3 of the 60 parcels arrived late.';
  expect(derived('More than half of the parcels arrived on time.', source)!.computed).toBeUndefined();
  expect(derived('More than half of the parcels arrived late.', source)!.computed!.stance).toBe('against');
});

describe('a bound on the share of a named part', () => {
  const ROUND =
    'Kumo Health has closed a round of $24 million. Alder Ventures led the round with $15 million; two others paid the rest.';
  it.each([
    ['against', "Alder Ventures put up less than half of Kumo Health's round.", ROUND],
    [undefined, "Investors other than Alder Ventures put up less than half of Kumo Health's round.", ROUND],
    [undefined, "Less than half of Ms. Hall's voters were women.", "Of Ms. Hall's 500 voters 300 were men."],
  ])('%s: %s', (stance, claim, source) => {
    expect(derived(claim, source)?.computed?.stance).toBe(stance);
  });
});

it('supports no value that only numbers with other words give, and contradicts none', () => {
  const source =
    'Sales were 200 tonnes in 2023 and 210 tonnes in 2024. Scrap was 50 tonnes in 2023 and 60 tonnes in 2024.';
  expect(derived('Sales rose by 20 % in 2024.', source)).toEqual({
    ...{ computed: undefined, isAsked: true, isGiven: true, mayFollow: false },
  });
  expect(derived('Scrap rose by 20 % in 2024.', source)?.computed?.stance).toBe('for');
});

describe('a number that the source does not state', () => {
  it.each([
    ['is asked for by no words', 'Norvik Shipping has 51 ships.'],
    ['is no range behind "to"', 'Norvik Shipping is up to 51 ships.'],
    ['is one of two', 'Net debt fell by 21 % to USD 118 million.'],
  ])('%s: %s', (_, claim) => {
    expect(derived(claim, REPORT)).toMatchObject({ computed: undefined, isAsked: false });
  });

  it.each([
    [
      'the end of a range',
      'The school teaches grades one to nine.',
      'The school has 7 teachers, 3 of them for grades 1 to 4.',
    ],
    [
      'an age until today',
      'The vase is more than 2,400 years old.',
      'The vase was found in 1934 and left to the museum in 1961.',
    ],
  ])('is no calculation where it is %s', (_, claim, source) => {
    expect(derived(claim, source)).toBeUndefined();
  });
});

describe('an exact amount that nothing in the source gives', () => {
  it.each([
    ['of money', 'A pitch is 14 euros.', 'A pitch is 52 euros a night, electricity 6 euros.'],
    ['of several digits', 'Migration brought 29,500 people.', 'There were 7,000 births; the rest is due to migration.'],
  ])('is unproven: %s', (_, claim, source) => {
    expect(derived(claim, source)).toEqual({
      ...{ computed: undefined, isAsked: false, isGiven: false, mayFollow: false },
    });
  });

  it.each([
    ['small counts', 'The trail has 3 huts.', 'The trail is 54 km long and has huts in Lona, Mirk and Dorf.'],
    ['rounded ones', 'A pitch is about 50 euros.', 'A pitch is 52 euros a night.'],
    ['ones for a time', 'A pitch is 52 euros.', 'A pitch is 52 euros a night.'],
  ])('but for %s', (_, claim, source) => {
    expect(derived(claim, source)).toBeUndefined();
  });
});

describe('a sum', () => {
  const dinner = 'The meal cost 54 euros, and we left a tip of 6 euros.';

  it('is not stated by the number of a part', () => {
    expect(derived('In total we paid 54 euros.', dinner)).toMatchObject({ isGiven: false, isAsked: false });
    expect(derived('All in all we paid 54 euros.', dinner)).toMatchObject({ isGiven: false, isAsked: false });
  });

  it.each([
    ['In total the meal cost 54 euros.', dinner],
    ['The choir has 20 members in all.', 'The choir has 20 members, 12 women and 8 men.'],
    ['The total bill was 80 euros.', 'The bill was 80 euros, 20 euros more than expected.'],
    ['In total 300 people came on Saturday.', '300 people came on Saturday and 200 on Sunday.'],
  ])('is stated where %s', (claim, source) => {
    expect(derived(claim, source)).toBeUndefined();
  });
});

describe('another share', () => {
  const isLeftToModel = (claim: string) =>
    derivedClaim(
      readSurface(claim),
      { ...{ start: 0, tables: [], moved: 0 }, reading: readSurface(MEMBERS), end: MEMBERS.length },
      { isChanged: true },
    ) === undefined;
  const MEMBERS = '62 % of the members are women.';

  it('is a changed number only where the source has its words', () => {
    expect(isLeftToModel('A third of the members are women.')).toBe(true);
    expect(isLeftToModel('Less than half of the members are men.')).toBe(false);
  });
});

describe('a change by a percentage', () => {
  it.each([
    ['that the source has as a level', 'Turnout dropped by 40 %.', 'Turnout dropped from 60 % to 40 %.', 'against'],
    ['that the source has', 'Turnout dropped by 40 %.', 'Turnout dropped by 40 % to 1,200.', undefined],
    ['that is a rate of growth', 'Profit grew by 5 %.', 'Profit growth slowed from 8 % to 5 %.', undefined],
  ])('%s', (_, claim, source, stance) => {
    expect(derived(claim, source)?.computed?.stance).toBe(stance);
  });
});

describe('what the numbers of a calculation are of', () => {
  const DIVISIONS =
    'Northern division: net sales of €312 million, operating profit of €46.8 million. Southern division: net sales of €275 million, operating profit of €22 million.';
  const RESERVOIR =
    'On 1 August the reservoir contained 15.6 million cubic meters, on 1 September 13.2 million. The reservoir was built in 1887 and enlarged in 2012.';
  const SHOES = 'The chain sold 640,000 pairs in the quarter, 352,000 of them online.';
  it.each([
    ['a margin', 'The operating margin of the Northern division was 15%.', DIVISIONS, 'for'],
    [
      'a time before',
      'On 1 September the reservoir contained 3.4 million cubic meters less than a month before.',
      RESERVOIR,
      'against',
    ],
    ['two dates', 'The reservoir was 125 years old in 2012.', RESERVOIR, 'for'],
    ['something else', 'One in ten pairs sold online was returned.', SHOES, undefined],
    [
      'one of several years',
      'Sales grew by 8 % a year.',
      'Sales were 100 million euros in 2019 and 136 million in 2023.',
      undefined,
    ],
    ['the change in a year', 'Net debt fell by 30 % in a year.', REPORT, 'against'],
    [
      'each of several years',
      'Sales grew by 36 % a year.',
      'Sales were 100 million euros in 2019 and 136 million in 2023.',
      undefined,
    ],
    [
      'each of them, said first',
      'Each year sales grew by 36 %.',
      'Sales were 100 million euros in 2019 and 136 million in 2023.',
      undefined,
    ],
    ['a bound of another number', 'Among those over 60, 35 fewer drive than take the train.', SURVEYED, undefined],
  ])('%s: %s', (_, claim, source, stance) => {
    expect(derived(claim, source)?.computed?.stance).toBe(stance);
  });
});

const HALL = 'The hall was planned to cost 30 million euros. It cost 36 million euros in the end.';
const RATE = 'The fund raised its fee from 1.20 % to 1.70 %.';
const PASS = 'A pass used to cost 90 euros and now costs 72 euros.';
const SHIPS = 'In 2021 the yard built 14 ships; in 2022 it built 19.';
const ZOO = 'The farm keeps 60 animals: 45 sheep, 8 goats and 7 pigs.';
const QUEUES = 'Of the 200 guests, 90 came by bus, 30 by car and 80 on foot.';

describe('which numbers a claim compares or sums', () => {
  it.each([
    ['The hall cost 6 million euros more than planned.', HALL, 'for'],
    ['The hall cost 9 million euros more than planned.', HALL, 'against'],
    ['The hall cost 6 million euros less than planned.', HALL, 'against'],
    ['The hall cost twice as much as planned.', HALL, 'against'],
    [
      'Sales were 6 million euros higher than planned.',
      'Sales were 30 million euros in 2020 and 36 in 2021.',
      undefined,
    ],
    ['The fund raised its fee by 50 basis points.', RATE, 'for'],
    ['The fund raised its fee by 20 basis points.', RATE, 'against'],
    ['The fund cut its fee by 50 basis points.', RATE, 'against'],
    ['The pass price fell by 18 euros.', PASS, 'for'],
    ['The pass price rose by 18 euros.', PASS, 'against'],
    ['Over the two years the yard built 33 ships.', SHIPS, 'for'],
    ['Over the two years the yard built 35 ships.', SHIPS, 'against'],
    ['Over the three years the yard built 33 ships.', SHIPS, undefined],
    ['Over the two years the yard built 33 ships.', `${SHIPS.slice(0, -1)}, and in 2023 it built 20.`, undefined],
    ['The club had 300 members in the two years.', 'The club had 140 members in 2021 and 160 in 2022.', undefined],
    ['The trains to Olten and Bern take 50 minutes.', 'The train to Olten takes 20 minutes, to Bern 30.', undefined],
    ['Ten boys and girls failed.', 'In May 6 boys failed. 4 girls passed.', undefined],
    [
      'The hall cost 6 million euros more than the school.',
      'The hall cost 36 million euros. The school was planned at 30 million.',
      undefined,
    ],
    ['About 20 % of the parcels arrive without a label.', 'Parcels that arrive without one lose 5 points.', undefined],
    ['The farm has 15 goats and pigs.', ZOO, undefined],
    ['The farm has 16 goats and pigs.', ZOO, undefined],
    ['The farm has 15 cows and pigs.', ZOO, undefined],
    ['40 % of the guests came on foot.', QUEUES, 'for'],
    ['Half of the guests came on foot.', QUEUES, 'against'],
  ])('%s', (claim, source, stance) => {
    expect(derived(claim, source)?.computed?.stance).toBe(stance);
  });
});

describe('a span between two times of day', () => {
  const OUTAGE =
    'The alarm rang at 13:52. Engineers found the broken valve at 14:07 and closed it at 14:31. The plant was running again at 15:10.';
  const SHIFT = 'The rehearsal is booked from 22:00 and will end at 02:30.';
  it.each([
    ['It took 78 minutes from the alarm until the plant was running again.', OUTAGE, 'for'],
    ['Engineers needed 39 minutes from the alarm to find the broken valve.', OUTAGE, 'against'],
    // 24 minutes lie between two others, which do not have the words of the claim.
    ['Engineers needed 24 minutes from the alarm to find the broken valve.', OUTAGE, 'against'],
    ['The rehearsal takes four and a half hours.', SHIFT, 'for'],
    ['The rehearsal takes three and a half hours.', SHIFT, 'against'],
    ['The rehearsal takes three hours.', 'Doors open at 10:05 UTC. The rehearsal ends at 12:50 CET.', undefined],
    [
      'Officers arrived 15 minutes after the report.',
      'The report came at 23:50. Officers arrived at 00:05.',
      undefined,
    ],
    ['The flight takes 170 minutes.', 'The flight leaves at 09:15 and lands at 12:05 local time.', undefined],
  ])('%s', (claim, source, stance) => {
    expect(derived(claim, source)?.computed?.stance).toBe(stance);
  });

  it('is unproven where no two times give it', () => {
    const found = derived('The tour, with a stop, took 5 hours.', 'We left Porto at 08:40 and reached Vigo at 12:10.');
    expect(found).toMatchObject({ computed: undefined, isAsked: false, isGiven: false });
  });

  it('is stated by a span of the source', () => {
    expect(
      derived('The tour took 5 hours.', 'We left at 08:40 and came at 12:10. The tour took 5 hours.'),
    ).toBeUndefined();
  });
});

describe('the value that another one is compared with', () => {
  const STAFF = 'Halden ended September with 1,140 employees, 60 fewer than at the end of June.';
  const PARCELS = 'In week 32 the hub handled 18,400 parcels, 15 % more than in week 31.';
  const TENT = 'The Trail 2 tent weighs 1.85 kg packed, 350 g less than the original Trail.';
  const RISE = 'The harbor counted 1,437 ships in May, 12 % more than in April.';
  it.each([
    ['Halden had 1,200 employees at the end of June.', STAFF, 'for'],
    ['Halden had 1,080 employees at the end of June.', STAFF, 'against'],
    ['Halden employed 1,080 people at the end of June.', STAFF, 'against'],
    ['The hub handled 16,000 parcels in week 31.', PARCELS, 'for'],
    ['The hub handled 15,640 parcels in week 31.', PARCELS, 'against'],
    ['The original Trail tent weighed 2.2 kg packed.', TENT, 'for'],
    ['The original Trail tent weighed 1.5 kg packed.', TENT, 'against'],
    ['The harbor counted 1,283 ships in April.', RISE, 'for'],
    // A share of 12 % is rounded.
    ['The harbor counted 1,280 ships in April.', RISE, undefined],
    ['The harbor counted 1,200 ships in April.', RISE, 'against'],
    ['The harbor counted 1,280 boats in May.', RISE, undefined],
    ['Carl ran 14 km.', 'Anna ran 12 km, 3 km more than Ben, who ran 2 km less than Carl.', undefined],
    [
      'The bank gave out 600 parcels in May.',
      'It gave out 540 parcels, 60 fewer than planned and 40 more than in May.',
      undefined,
    ],
    [
      'The firm employs 400 people in Linz.',
      'It employs 1,140 people, 60 fewer than before, and 380 in Graz, 20 more than in Linz.',
      'against',
    ],
    ['Halden has 1,080 employees this year.', 'Halden has 1,140 employees, 60 fewer than last year.', undefined],
    [
      'Halden raised $14 million.',
      'Halden raised $24 million, which brings the total to $38 million. Over the years it grew.',
      undefined,
    ],
  ])('%s', (claim, source, stance) => {
    expect(derived(claim, source)?.computed?.stance).toBe(stance);
  });
});

describe('a value that numbers with the words of the claim give', () => {
  const BUDGET =
    'The city adopted a budget of $212 million. Police and fire receive $85 million, of which fire gets $34 million.';
  it.each([
    ['Police receive $51 million of the city.', true],
    ['Police receive $53 million of the city.', false],
  ])('may follow: %s', (claim, mayFollow) => {
    expect(derived(claim, BUDGET)).toMatchObject({ computed: undefined, mayFollow });
  });
});

it('leaves an amount that the source does not have unproven in a claim of what would be', () => {
  const found = derived('With both a tenant would pay 1,185 euros.', 'Rent is 1,020 euros and parking 70 euros.');
  expect(found).toEqual({ computed: undefined, isAsked: false, isGiven: true, mayFollow: false });
});
