import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareSurface } from '../support/compare-surface.ts';

interface Row {
  readonly id: string;
  readonly relation: 'equal' | 'unequal' | 'other';
  readonly claim: string;
  readonly grounding_source: string;
}

const ROWS = readFileSync(new URL('../../../regression/quantities.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): Row => JSON.parse(line));

describe('pairs of test/regression/quantities.jsonl', () => {
  it.each(ROWS)('$id: $claim | $grounding_source', ({ relation, claim, grounding_source: source }) => {
    const statuses = compareSurface(claim, source).facts.map(({ status }) => status);
    if (relation === 'equal') expect(new Set(statuses)).toEqual(new Set(['match']));
    else expect(statuses.includes('conflict')).toBe(relation === 'unequal');
  });
});

describe('tolerances are left to the model', () => {
  it.each([
    ['match', 'The beam is 3 m ± 2 cm long.', 'The beam is 3 m ± 20 mm long.'],
    ['match', 'The beam is 3 m ± 2 cm long.', 'The beam is 3 m long and 2 cm wide.'],
  ])('%s: %s | %s', (expected, claim, source) => {
    expect(compareSurface(claim, source).facts.map(({ status }) => status)).toEqual(expected.split(' '));
  });
});

describe('facts of other notations', () => {
  it.each([
    ['match', 'The wall is 2 m 40 high.', 'The wall is 2.4 m high.'],
    ['match', 'Take at most three tablets.', 'Do not take more than three tablets.'],
    ['conflict', 'Take at most four tablets.', 'Do not take more than three tablets.'],
    ['match', 'It keeps for up to three days.', 'It must not be kept for longer than three days.'],
    ['match', 'The ferry had not run for more than two weeks.', 'The ferry had not run for three weeks.'],
    ['match', 'It burns 0.3 liters of diesel per mile.', 'It burns 0.3 liters of diesel for every mile.'],
    ['match', 'It burns 0.3 liters of diesel per mile.', 'It burns 0.3 liters of diesel fuel per mile.'],
    ['match', 'Guests get up to 200 euros.', 'Guests get up to 50 euros a day and 200 euros in total.'],
    ['match', 'Trout have at least 30 cm.', 'You may keep trout, none shorter than 30 cm.'],
    ['match', 'Branches of more than 10 cm are refused.', 'Branches thicker than 10 cm are refused.'],
    ['match', 'Children younger than 12 ski free.', 'Children under the age of 12 ski free.'],
    ['match', 'The store costs 90,000 pounds annually.', 'The store costs 90,000 pounds a year.'],
    ['match', 'The store costs 90,000 pounds each year.', 'The store costs 90,000 pounds per annum.'],
    ['conflict', 'The store costs 90,000 pounds monthly.', 'The store costs 90,000 pounds a year.'],
    ['match', 'The daily dose was 100 milligrams.', 'They took 100 mg daily.'],
    ['absent', 'A bag costs 26 euros more than online.', 'A bag costs 34 euros online.'],
    ['conflict', 'The wall is 2 m 40 high.', 'The wall is 2.6 m high.'],
    ['match', 'She is 5 ft 6 in tall.', 'She is 168 cm tall.'],
    ['match', 'He weighed 7 lb 8 oz at birth.', 'He weighed 3.4 kg at birth.'],
    ['match', 'A coffee costs 3 euros 50.', 'A coffee costs €3.50.'],
    ['match', 'A coffee costs 3 euros and 20 cents.', 'A coffee costs €3.20.'],
    ['match', 'The hike takes 2 hours 30.', 'The hike takes two and a half hours.'],
    ['match', 'It fell to -5 °C.', 'It fell to minus five degrees Celsius.'],
    ['conflict', 'It fell to 5 °C.', 'It fell to minus five degrees Celsius.'],
    ['conflict', 'The oven is heated to 180 °F.', 'Preheat the oven to 180 °C.'],
    ['match', 'The sample contained 5 ppm of lead.', 'The sample contained 5 mg/kg of lead.'],
    ['conflict', 'Tickets cost 10 to 20 euros.', 'Tickets cost 10 to 30 euros.'],
    ['match', 'The call starts at 15:00 UTC.', 'The call starts at 16:00 CET.'],
    ['conflict', 'The call starts at 15:00 UTC.', 'The call starts at 15:00 CET.'],
    ['match', 'The call starts at 15:00.', 'The call starts at 15:00 CET.'],
    ['conflict', 'The call starts at 23:30 UTC.', 'The call starts at 0:30 CET.'],
    ['match', 'The train arrives at 23:00.', 'The train leaves Ulm at 9:00 and arrives in Rome at 23:00.'],
    ['conflict', 'The train arrives at 9:00.', 'The train leaves Ulm at 9:00 and arrives in Rome at 23:00.'],
    ['absent', 'The shop is open at 11:00.', 'The shop is open from 9:00 to 17:00.'],
    ['match', 'It was 5 degrees below freezing.', 'It was minus five degrees.'],
    ['match', 'The tax is 20 %.', 'The pay is 2,000 euros minus 20 % tax.'],
    ['match', 'They ran for 2 h.', 'They ran for 2 h 15 of 40 times.'],
    ['match', 'It was down until 14:45 UTC.', 'It was down until 15:45 CET.'],
    ['match', 'It closes at 6 in the evening.', 'It closes at 18:00.'],
    ['conflict', 'The shop closes at 6 in the morning.', 'The shop closes at 18:00.'],
    ['match', 'There were 15 in the morning.', 'There were 15 in the morning.'],
    ['match', 'The train leaves at 0:15.', 'The train leaves at quarter past midnight.'],
    ['conflict', 'The train leaves at 12:15 pm.', 'The train leaves at quarter past midnight.'],
    ['conflict', 'The hall may not fall below 30 degrees.', 'The hall may not rise above 30 degrees.'],
    ['conflict', 'The stock never drops below 50 boxes.', 'The stock is at most 20 boxes.'],
    ['match', 'The price cannot go over 20 euros.', 'The price is at most 20 euros.'],
    ['match', 'The hall may not fall below 30 degrees.', 'The hall has at least 30 degrees.'],
    ['conflict', 'The ferry leaves at 8:30 p.m.', 'The ferry leaves at 0830.'],
    ['match', 'The ferry leaves at 8:30 a.m.', 'The ferry leaves at 0830 hours.'],
    ['match', 'The ferry leaves at 5:45 p.m.', 'The ferry leaves at 1745 hours.'],
    ['match', 'The price of a menu is 19 €.', 'Price of a menu: 19 € ½ portion: 11 €'],
    ['match', 'The mast is 48 metres high.', 'The mast is 48⁷ metres high.'],
    ['conflict', 'The mast is 487 metres high.', 'The mast is 48⁷ metres high.'],
    ['match', 'It holds 52 million tonnes.', 'It holds 52⁴,⁵ million tonnes.'],
    ['match', 'The field has 350 m².', 'The field has 350 m².'],
    ['match', 'It was sold in 1745.', 'It was sold in 1745.'],
    ['match', 'It ran for around 1500 hours.', 'It ran for about 1,500 hours.'],
    ['match', 'The rent is 1.250,50 €.', 'The rent is €1,250.50.'],
    ['match', 'The rent is EUR 1 250,50.', 'The rent is €1,250.50.'],
    ['conflict', 'The rent is 1.250,50 €.', 'The rent is €1,250.05.'],
    ['match', 'The bolt is 0,5 mm thick.', 'The bolt is 0.5 mm thick.'],
    ['conflict', 'The bolt is 0,5 mm thick.', 'The bolt is 5 mm thick.'],
    ['conflict', 'The bolt weighs 0,125 g.', 'The bolt weighs 125 g.'],
    ['conflict', 'The tank holds 5 hl.', 'The tank holds 5 litres.'],
    ['match', 'The tank holds 5 hl.', 'The tank holds 500 litres.'],
    ['match', 'The fee is 40 zloty.', 'The fee is PLN 40.'],
    ['match', 'The firm raised $12MM.', 'The firm raised $12 million.'],
    ['conflict', 'The yard has 40 km^2.', 'The yard has 40 m².'],
    ['match', '2/3 of the beds are free.', 'Two thirds of the beds are free.'],
    ['conflict', '2/3 of the beds are free.', 'A third of the beds are free.'],
    ['match', 'The film lasts 1 1/2 hours.', 'The film lasts 90 minutes.'],
    ['match', 'The alloy has 5,000 ppm of tin.', 'The alloy has 0.5% of tin.'],
    ['conflict', 'The mix has 3% of chlorine.', 'The mix has 3 ppm of chlorine.'],
    ['conflict', 'The mix has 3 ppm of chlorine.', 'The mix has 3% of chlorine.'],
    ['match', 'The limit is no lower than 21 kg.', 'The limit is at least 21 kg.'],
    ['conflict', 'The bag is no heavier than 21 kg.', 'The bag is at least 21 kg.'],
    ['conflict', 'The load is 500 kg maximum.', 'The load is at least 500 kg.'],
    ['conflict', 'Prices start at 200 euros.', 'Prices are at most 200 euros.'],
    ['match', 'More than the 300 people came.', 'More than 300 people came.'],
  ])('%s: %s | %s', (expected, claim, source) => {
    expect(compareSurface(claim, source).facts.map(({ status }) => status)).toEqual([expected]);
  });
});
