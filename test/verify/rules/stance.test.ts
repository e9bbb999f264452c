import { describe, expect, it } from 'vitest';
import { compareSurface } from '../../../src/verify/rules/index.ts';

const stanceOf = (claim: string, source: string) => compareSurface(claim, source).stance;

describe('words that the source has without stating them', () => {
  it.each([
    ['The bridge is safe.', 'Is the bridge safe? Nobody knows.', 'questioned'],
    ['The company hid losses.', 'Did the company hide losses last year?', 'questioned'],
    ['Lena Ortiz resigned.', 'A paper wrote that Lena Ortiz had resigned. The report was wrong.', 'negated_after'],
    ['The company will cut jobs.', 'If the merger is approved, the company will cut jobs.', 'conditional'],
    ['The company will cut jobs.', 'The company will cut jobs if the merger is approved.', 'conditional'],
    ['The ship stopped.', 'Had the pilot seen the light, the ship would have stopped.', 'conditional'],
    ['The drug lowers pressure.', 'The drug might lower pressure.', 'hypothetical'],
    ['The cream removes wrinkles.', 'The advert promised that the cream removes wrinkles.', 'reported'],
    ['The city banned cars.', 'The city tried to ban cars.', 'unrealised'],
    ['The committee approved the budget.', 'The committee refused to approve the budget.', 'unrealised'],
    ['He broke the record.', 'He almost broke the record.', 'unrealised'],
    ['The firm makes bicycles.', 'The firm stopped making bicycles in 2009.', 'past'],
    ['Ada Koch is president of the club.', 'The former president of the club is Ada Koch.', 'past'],
    ['Ada Koch is president of the club.', 'Ada Koch was president of the club until 2015.', 'past'],
    ['The tower is the tallest building.', 'The tower used to be the tallest building.', 'past'],
    ['The law is in force.', 'The law will come into force in 2031.', 'unrealised'],
    ['The mayor took bribes.', 'Prosecutors accuse the mayor of taking bribes.', 'reported'],
    ['The drug was recommended for children.', 'The drug was no longer recommended for children.', 'past'],
    ['In 2023 the school was teaching Latin.', 'The school stopped teaching Latin in 2023.', 'past'],
    ['The drug can cure malaria.', 'Researchers hope to cure malaria with the drug.', 'unrealised'],
    ['The city banned cars.', 'The city is set to ban cars after Oslo banned cars.', 'unrealised'],
    ['The club signed Mbeki.', 'The club tried to sign Mbeki after it signed Ruiz.', 'unrealised'],
    ['Acme will close the plant.', 'Some analysts expect Acme to close the plant.', 'expected'],
    ['The pilot saw the light.', 'Had the pilot seen the light, the ship would have stopped.', 'conditional'],
    [
      'The fine is waived.',
      'The fine is waived when the form arrives on time; otherwise it is 50 euros.',
      'conditional',
    ],
  ])('%s / %s', (claim, source, stance) => {
    expect(stanceOf(claim, source)).toBe(stance);
  });
});

describe('words that are stated', () => {
  it.each([
    ['The bridge is safe.', 'The bridge is safe.'],
    ['The bridge is safe.', 'Is the bridge safe? Engineers found that the bridge is safe.'],
    ['Unemployment fell last year.', 'The minister said that unemployment fell last year.'],
    ['The city tried to ban cars.', 'The city tried to ban cars.'],
    ['The drug may lower pressure.', 'The drug may lower pressure.'],
    ['Ada Koch was president of the club.', 'Ada Koch was president of the club until 2015.'],
    ['Prosecutors accused the mayor of taking bribes.', 'Prosecutors accuse the mayor of taking bribes.'],
    ['The committee refused to approve the budget.', 'The committee refused to approve the budget.'],
    ['Ada Koch is the former president.', 'Ada Koch, the former president, lives in Bern.'],
    ['Prices rose.', 'Prices rose even if demand fell.'],
    ['The roof leaked.', 'Is the bridge safe?'],
    ['Judges reflect the people.', 'Judges reflect the people, to uphold the rule of law rather than rule of people.'],
    ['Ada Koch placed a bug on Rolf.', 'Ada Koch placed a bug on Rolf, but once again Rolf noticed nothing.'],
    ['A win would make Ada Koch champion.', 'A win would make me champion, said Ada Koch.'],
    ['The hall was the largest theatre.', 'The hall used to be the largest theatre.'],
    ['Acme is expected to close the plant.', 'Analysts expect Acme to close the plant.'],
    ['The hotel is cheap.', 'The hotel is quite cheap.'],
    ['The dose is 5 mg.', 'The existing dose is 5 mg.'],
    ['Profits rose.', 'Exxon profits rose.'],
  ])('%s / %s', (claim, source) => {
    expect(stanceOf(claim, source)).toBeUndefined();
  });
});
