import { beforeAll, describe, expect, it } from 'vitest';
import type { Verifier } from '../../src/index.ts';
import { bundledModels } from '../support/bundled-models.ts';
import { fillerWithout } from './documents.ts';

let verifier: Verifier;
beforeAll(async () => {
  verifier = await bundledModels();
});

async function checked(claim: string, ...texts: string[]) {
  const sources = texts.map((text, i) => ({ id: String(i + 1), text }));
  const { verdict, sentences } = await verifier.verifyAnswer({ answer: claim, sources });
  return { verdict, codes: sentences.flatMap(({ reasons }) => reasons.map(({ code }) => code)) };
}

const TRAM = 'The new tram line starts next month. It has eleven stops.';
const ROAD = 'The road will be closed tomorrow from eight to noon. Buses take another route.';
const UNEMPLOYMENT = 'Unemployment fell to 4 percent last year. Wages rose a little.';
const VOLCANO = 'The volcano erupted last month. Ash fell on the villages around it.';
const EXPORTS = 'Exports fell by 3 percent last year. Imports rose.';

describe('an UNCERTAIN claim whose time depends on when the source was written', () => {
  it.each([
    ['The new tram line starts in March 2024.', TRAM],
    ['The road will be closed on 2 June.', ROAD],
    ['Unemployment fell to 4 percent in 2020.', UNEMPLOYMENT],
    ['The volcano erupted in August 2020.', VOLCANO],
    ['Exports fell by 3 percent in 2019.', EXPORTS],
  ])('has the reason needs_date: %s', async (claim, source) => {
    const { verdict, codes } = await checked(claim, source);
    expect(verdict).toBe('UNCERTAIN');
    expect(codes).toContain('needs_date');
  });

  it('is read with the date of its source', async () => {
    const source = `Monthly figures, 12 January 2021. ${UNEMPLOYMENT}`;
    const { verdict, codes } = await checked('Unemployment fell to 4 percent in 2020.', source);
    expect(verdict).toBe('SUPPORTED');
    expect(codes).not.toContain('needs_date');
  });

  it.each([
    ['that is dated', 'The volcano erupted in August 2020.', `News of 12 September 2020\n\n${VOLCANO}`],
    ['with a date in its heading', 'The new tram line starts in March 2024.', `# Tram news, February 2024\n\n${TRAM}`],
    ['without such a phrase', 'The road will be closed on 2 June.', ROAD.replace('tomorrow', 'for repairs')],
    ['with the phrase of the claim', 'Exports to Norway fell last year.', EXPORTS],
  ])('does not have it beside a source %s', async (_, claim, source) => {
    const { verdict, codes } = await checked(claim, source);
    expect(verdict).toBe('UNCERTAIN');
    expect(codes).not.toContain('needs_date');
  });
});

const MILL = 'Sales of the mill were 100 million euros in 2019 and 136 million euros in 2023. The mill is in Aden.';
const INJURIES =
  'In 2020 there were 46 injuries in 2.3 million hours worked, in 2023 there were 39 injuries in 3.0 million hours worked.';
const PROFIT =
  'Revenue was 42.6 million euros in 2023 and 40.2 million in 2022. Costs were 36.1 million euros in 2023 and 35.1 million in 2022.';
const FERRY =
  'In 2021 the ferry made 1,240 trips and carried 48,360 cars. In 2023 it made 1,180 trips and carried 50,150 cars.';
const POLLS =
  'Four institutes published polls this week. They put the Liberals at 31, 28, 33 and 30 per cent. All four asked about a thousand people by telephone.';

describe('an UNCERTAIN claim that asks for a calculation', () => {
  it.each([
    ['Sales grew by 8 % a year on average between 2019 and 2023.', MILL],
    ['The rate of injuries fell by 35 % between 2020 and 2023.', INJURIES],
    ['Profit rose by 27 % in 2023.', PROFIT],
    ['The ferry carried 9 percent more cars per trip than in 2021.', FERRY],
    ['On average the four polls put the Liberals at 30.5 per cent.', POLLS],
  ])('has the reason needs_arithmetic: %s', async (claim, source) => {
    const { verdict, codes } = await checked(claim, source);
    expect(verdict).toBe('UNCERTAIN');
    expect(codes).toContain('needs_arithmetic');
  });

  it.each([
    ['The mill is 8 km from the station.', MILL],
    ['There were 46 injuries in 2020.', INJURIES],
    ['Revenue grew by 6 % in 2023.', PROFIT],
    ['The ferry is 90 metres long.', FERRY],
    ['The Liberals received 32 per cent at the last election.', POLLS],
  ])('does not have it where no words ask for one, or it is clear: %s', async (claim, source) => {
    expect((await checked(claim, source)).codes).not.toContain('needs_arithmetic');
  });
});

const ESKILD = [
  'Eskild has 4,100 inhabitants. Its mayor since 2020 is Britta Holm.',
  'Britta Holm joined the Green Party as a student. She is a vet.',
];
const GAZETTE = [
  'The Kelso Gazette is edited by Piet Vos. It appears on Fridays.',
  'Piet Vos grew up in Malta. His parents were fishermen.',
];
const HOTEL = [
  'The Hotel Amsel has belonged to Josef Thaler for ten years. It has 40 rooms.',
  'Josef Thaler makes wine at his vineyard in Kaltern. He exports it to Japan.',
];
const BOAT = [
  'The Skua boat is driven by a Marlin engine. It seats six.',
  'Every Marlin engine is made in Gdansk. A Marlin engine lasts for 9,000 hours.',
];
const BAKERY = [
  'The Hallgrim bakery buys all its flour from Birk Mill. It opens at six.',
  'Birk Mill is in Skagen. Birk Mill grinds rye and spelt.',
];
const SCHOOL = [
  'The Ravn School is part of the Nordhus Campus. It teaches carpentry.',
  'The Moltke Library is open to everyone on the Nordhus Campus. It closes at ten.',
];
const MINE = [
  'The Falster mine closed in 1987. It had 300 miners.',
  'Ole Brandt became minister in 1990. He had been a teacher.',
];
const SUBSTANCE = [
  'Corvasin tablets contain the substance Lemotrel. They are taken in the evening.',
  'People who take Lemotrel must avoid grapefruit. Lemotrel is broken down in the liver.',
];

describe('an UNCERTAIN claim whose names and numbers are in two passages', () => {
  it.each([
    ['The mayor of Eskild is a member of the Green Party.', ESKILD],
    ['The editor of the Kelso Gazette grew up in Malta.', GAZETTE],
    ['The owner of the Hotel Amsel also owns a vineyard in Kaltern.', HOTEL],
    ['The engine of the Skua boat is made in Gdansk.', BOAT],
    ['The Hallgrim bakery buys flour from a mill in Skagen.', BAKERY],
    ['The engine of the Skua boat is made in Gdansk.', [BOAT.join(` ${fillerWithout('', 2_000)} `)]],
  ])('has the reason needs_two_passages: %s', async (claim, sources) => {
    const { verdict, codes } = await checked(claim, ...sources);
    expect(verdict).toBe('UNCERTAIN');
    expect(codes).toContain('needs_two_passages');
  });

  it.each([
    ['one passage has all of them', 'Britta Holm wants a harbour for Eskild.', ESKILD],
    ['one passage has all of them and another some', 'The Ravn School has a workshop on the Nordhus Campus.', SCHOOL],
    ['nothing links the two passages', 'Ole Brandt owned the Falster mine.', MINE],
    ['no passage has one of them', 'The Skua boat is built in Ystad.', BOAT],
    ['there is only one', 'Lemotrel can cause headaches.', SUBSTANCE],
  ])('does not have it where %s', async (_, claim, sources) => {
    const { verdict, codes } = await checked(claim, ...sources);
    expect(verdict).toBe('UNCERTAIN');
    expect(codes).not.toContain('needs_two_passages');
  });

  it('is not a reason of a claim that one source supports', async () => {
    const { verdict, codes } = await checked('The Skua boat seats six and has a Marlin engine.', ...BOAT);
    expect(verdict).toBe('SUPPORTED');
    expect(codes).not.toContain('needs_two_passages');
  });
});
