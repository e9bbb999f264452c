import { describe, expect, it } from 'vitest';
import { derivedClaim } from '../../../../src/verify/rules/index.ts';
import { readSurface } from '../support/compare-surface.ts';

function stanceOn(claim: string, source: string) {
  const document = { reading: readSurface(source), start: 0, end: source.length, tables: [], moved: 0 };
  return derivedClaim(readSurface(claim), document)?.computed?.stance;
}

describe('a claim without numbers that orders the values of a source', () => {
  it.each([
    [
      'against',
      'In 2023 the farm sold more apples than pears.',
      'In 2023 the farm sold 40 tonnes of apples and 55 tonnes of pears.',
    ],
    [
      undefined,
      'In 2023 the farm sold more pears than apples.',
      'In 2023 the farm sold 40 tonnes of apples and 55 tonnes of pears.',
    ],
    ['against', 'Exports fell in 2023.', 'Exports were 40 million euros in 2022 and 45 million in 2023.'],
    [undefined, 'Exports rose in 2023.', 'Exports were 40 million euros in 2022 and 45 million in 2023.'],
    [undefined, 'Exports fell in 2022.', 'Exports were 40 million euros in 2022 and 45 million in 2023.'],
    [undefined, 'Exports to Spain fell in 2023.', 'Exports were 40 million euros in 2022 and 45 million in 2023.'],
    ['against', 'Cargo rose in June.', 'Cargo was 6,300 tonnes in June, after 7,000 tonnes a year before.'],
    [undefined, 'Cargo rose in July.', 'Cargo was 6,300 tonnes in June, after 7,000 tonnes a year before.'],
    [
      'against',
      'The theatre has more actors than musicians.',
      'The theatre has 24 actors, 31 musicians and 12 dancers.',
    ],
    [
      undefined,
      'The theatre has more musicians than dancers.',
      'The theatre has 24 actors, 31 musicians and 12 dancers.',
    ],
    [undefined, 'The theatre has more seats than visitors.', 'The theatre has 24 actors, 31 musicians and 12 dancers.'],
    [
      'against',
      'The north wing has fewer rooms than the south wing.',
      'The north wing has 40 rooms. The south wing has 32 rooms.',
    ],
    [
      undefined,
      'The south wing has fewer rooms than the north wing.',
      'The north wing has 40 rooms. The south wing has 32 rooms.',
    ],
    ['against', 'The bridge cost less than the tunnel.', 'The bridge cost $30 million and the tunnel $22 million.'],
    [undefined, 'The bridge cost less than planned.', 'The bridge was planned at $30 million and cost $22 million.'],
    ['against', 'The bridge cost more than planned.', 'The bridge was planned at $30 million. It cost $22 million.'],
    [
      undefined,
      'Per visitor the bridge cost more than the tunnel.',
      'The bridge cost $30 million and the tunnel $42 million.',
    ],
    [undefined, 'The lake is more popular than the river.', 'The lake had 300 visitors, the river 400.'],
    ['against', 'The lake had more visitors than the river.', 'The lake had 300 visitors, the river 400.'],
    [undefined, 'The lake had more young visitors than the river.', 'The lake had 300 visitors, the river 400.'],
    [
      'against',
      'Turnout was higher in Elm Street than in Oak Street.',
      'Turnout was 41 % in Elm Street and 47 % in Oak Street.',
    ],
    [
      undefined,
      'Turnout was lower in Elm Street than in Oak Street.',
      'Turnout was 41 % in Elm Street and 47 % in Oak Street.',
    ],
    [
      undefined,
      'Rents fell after the reform.',
      'Rents were 12 euros in May and 11 euros in June. The reform passed in April.',
    ],
    [
      'against',
      'The number of members increased over the year.',
      'The number of members went from 1,850 to 1,480 over the year.',
    ],
    [
      undefined,
      'The number of members decreased over the year.',
      'The number of members went from 1,850 to 1,480 over the year.',
    ],
    [
      undefined,
      'Profit declined.',
      'Profit was $4 million this year, after $5 million last year. In the quarter profit was $2 million, after $1 million.',
    ],
    [undefined, 'Rain fell in May.', 'Rain was 40 mm in May, after 20 mm in April.'],
    [undefined, 'The temperature fell overnight.', 'It was 12 degrees on Monday, after 10 on Sunday.'],
    [
      undefined,
      'The shops sold more pairs than a year earlier.',
      'The chain sold 640,000 pairs of shoes in the fourth quarter, 352,000 of them online and the rest in its shops. A year earlier it had sold 600,000 pairs, 270,000 of them online.',
    ],
    [undefined, 'More women than men applied.', 'In all, 120 men and 95 women applied.'],
    [undefined, 'More women than men passed.', 'In all, 120 men and 95 women applied.'],
    [undefined, 'More women than men passed.', 'In all, 120 men and 95 women applied; 60 men and 70 women passed.'],
    [
      'against',
      'The store has more branches in Italy than in Spain.',
      'The store has 12 branches in Italy and 15 in Spain.',
    ],
    [
      undefined,
      'The store plans more branches in Italy than in Spain.',
      'The store has 12 branches in Italy and 15 in Spain.',
    ],
    [
      undefined,
      'The store has more large branches in Italy than in Spain.',
      'The store has 12 branches in Italy, 9 of them large, and 15 in Spain, 4 of them large.',
    ],
    [
      'against',
      'Sales grew between 2019 and 2021.',
      'Sales were 50 million in 2019, 30 million in 2020 and 45 million in 2021.',
    ],
    [
      undefined,
      'Sales grew between 2020 and 2021.',
      'Sales were 50 million in 2019, 30 million in 2020 and 45 million in 2021.',
    ],
    [undefined, 'Sales grew in 2021.', 'Sales were 50 million in 2019, 30 million in 2020 and 45 million in 2021.'],
    [
      'against',
      'The ward employs more doctors than nurses.',
      'The ward employs 12 doctors. It also employs 30 nurses.',
    ],
    [
      undefined,
      'The new model is larger than the old one.',
      'The new model weighs 4 kg and is 50 cm long; the old one weighs 5 kg and is 40 cm long.',
    ],
    [
      undefined,
      'The village has fewer people than the town has cars.',
      'The village has 400 people, the town 300 people and 500 cars.',
    ],
    [
      undefined,
      'Last year more boys than girls came to the camp.',
      'This year 40 boys and 50 girls came to the camp. Last year it was 45 boys and 44 girls.',
    ],
    [
      undefined,
      'More people voted by post than in 2019.',
      'By post 400 people voted, in person 700. In 2019, 300 voted by post and 900 in person.',
    ],
  ])('%s: %s', (stance, claim, source) => {
    expect(stanceOn(claim, source)).toBe(stance);
  });
});

describe('a change by a percentage that the source has of another thing', () => {
  const AIRPORT =
    'The airport counted 1.32 million passengers, 10 % more than a year earlier. Its cargo volume was 6,300 tonnes in June, after 7,000 tonnes a year before. Of the flights, 64 % were on time, compared with 78 % in June 2023.';
  it.each([
    ['against', 'Cargo rose by 10 % in June.'],
    [undefined, 'Cargo fell by 10 % in June.'],
    [undefined, 'Passengers rose by 10 %.'],
    [undefined, 'Parking rose by 10 %.'],
  ])('%s: %s', (stance, claim) => {
    expect(stanceOn(claim, AIRPORT)).toBe(stance);
  });
});

it('reads no year of a compared number as that of the others', () => {
  const source =
    'Of 9,600 flights 71 % were on time, compared with 78 % in June 2023. Cargo was 6,300 tonnes, after 7,000 tonnes a year earlier.';
  expect(stanceOn('Cargo rose in 2023.', source)).toBeUndefined();
  expect(stanceOn('Cargo rose.', source)).toBe('against');
});
