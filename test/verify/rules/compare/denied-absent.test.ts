import { describe, expect, it } from 'vitest';
import { deniesUnlisted, deniesUnnamed, surfaceReading } from '../../../../src/verify/rules/index.ts';

const holds = (claim: string, sentence: string) =>
  deniesUnnamed(surfaceReading(claim), surfaceReading(sentence), (word) => sentence.toLowerCase().includes(word));

describe('a denial of something', () => {
  it.each([
    ['The hotel has no pool.', 'The hotel has a bar and a gym.'],
    ['Acme does not offer a mobile app.', 'Acme offers a web app and a desktop app.'],
    ['The course does not cover statistics.', 'The course covers algebra and geometry.'],
    ['Brix does not operate in Spain.', 'Brix operates in France and Italy.'],
    ['The report does not mention safety.', 'The report describes costs and schedules.'],
    ['The camera has no viewfinder.', 'The camera comes with a sensor and a flip screen.'],
    ['The tablet does not come with a charger.', 'The box contains the tablet, a cable and a manual.'],
    ['The firm does not make tyres.', 'Halden Works produces brake pads and filters.'],
    ['The plan does not include phone support.', 'The plan comes with e-mail support and 50 GB of storage.'],
    ['The school does not have a library.', 'The school has a gym.'],
  ])('that the document never names: %s against %s', (claim, sentence) => expect(holds(claim, sentence)).toBe(true));

  it.each([
    ['The hotel has no gym.', 'The hotel has a bar and a gym.'],
    ['Brix does not operate in Italy.', 'Brix operates in France and Italy.'],
    ['Brix does not operate in Spain.', 'Brix operates only in France and Italy.'],
    ['The dog did not sleep.', 'The dog barked all night.'],
    ['Efraim had no relation to the industry.', 'Efraim was an arms dealer.'],
    ['Neeson was never nominated for a British award.', 'He has been nominated for a BAFTA Award.'],
    ['The hotel has a pool.', 'The hotel has a bar and a gym.'],
    ['Nina did not pass the exam.', 'Nina and Tom failed the test.'],
    ['He does not have a job.', 'He has been unemployed since March.'],
    ['The village has no water.', 'The wells have dried up.'],
    ['The firm does not make tyres.', 'The firm was founded in 1932 by two brothers.'],
    ['The report had no bearing on how much was paid.', 'It compared costs and schedules.'],
  ])('that it names, closes or says nothing like: %s against %s', (claim, sentence) =>
    expect(holds(claim, sentence)).toBe(false),
  );
});

it('is left to a model that is sure where only a list is there', () => {
  const isOpen = (claim: string, sentence: string) =>
    deniesUnnamed(
      surfaceReading(claim),
      surfaceReading(sentence),
      (word) => sentence.toLowerCase().includes(word),
      true,
    );
  expect(isOpen('The kit has no cutlery.', 'The kit comes with forks, knives and two plates.')).toBe(false);
  expect(isOpen('The hotel has no pool.', 'The hotel has a bar and a gym.')).toBe(true);
});

describe('a denial of one thing', () => {
  const isUnlisted = (claim: string, sentence: string) =>
    deniesUnlisted(surfaceReading(claim), surfaceReading(sentence), (word) => sentence.toLowerCase().includes(word));

  it.each([
    ['Brix does not operate in Spain.', 'Brix operates in France and Italy.'],
    ['Kern does not export to Japan.', 'Kern exports its lamps to Norway and Chile.'],
    ['The hotel has no pool.', 'The hotel has a bar and a gym.'],
    ['Tessa never speaks Danish.', 'Tessa speaks Polish and Greek.'],
  ])('by the verb of a list: %s against %s', (claim, sentence) => expect(isUnlisted(claim, sentence)).toBe(true));

  it.each([
    ['Brix does not operate in Spain.', 'Brix operates only in France and Italy.'],
    ['Trucks do not take the tunnel.', 'Trucks still take the mountain road.'],
    ['No tyres.', 'The firm makes brake pads and filters.'],
    ['There is no way to play alone.', 'It is a game for two to four.'],
    ['They did not get to the top on that climb.', 'She turned back 200 metres below the top.'],
    ['A cursor is no longer good after an hour.', 'A cursor is valid for ten minutes.'],
    ['Acme does not offer what people want.', 'Acme offers a web app.'],
    ['Acme does not offer an app that people want.', 'Acme offers a web site.'],
  ])('is not: %s against %s', (claim, sentence) => expect(isUnlisted(claim, sentence)).toBe(false));
});
