import { describe, expect, it } from 'vitest';
import { dropsRestriction } from '../../../../src/verify/rules/compare/restricted.ts';
import { surfaceReading } from '../../../../src/verify/rules/index.ts';

const drops = (claim: string, sentence: string) => dropsRestriction(surfaceReading(claim), surfaceReading(sentence));

describe('a rule for all against a rule for some', () => {
  it.each([
    ['Employees can enroll in the plan.', 'Employees hired after May can enroll in the plan.'],
    ['Members can borrow tools.', 'Members with a gold card can borrow tools for up to a week.'],
    ['Students travel free.', 'Students under 18 travel free on weekdays.'],
    ['All passengers need a visa.', 'Passengers born outside the EU need a visa.'],
    ['Customers can return goods.', 'Customers who paid by card can return goods within 14 days.'],
    ['A customer can cancel.', 'A customer without a contract can cancel at any time.'],
    ['Vehicles are exempt.', 'Vehicles built before 1970 are exempt from the tax.'],
    ['Employees get a bonus.', 'Full-time employees get a bonus in December.'],
    ['Owners must register their dogs.', 'Owners of dogs over 20 kg must register their dogs.'],
    ['Trainees get a laptop.', 'Second-year trainees get a laptop and a phone.'],
    ['Users have to pay.', 'Registered users have to pay.'],
  ])('%s against %s', (claim, sentence) => expect(drops(claim, sentence)).toBe(true));

  it.each([
    ['Members can borrow tools.', 'All members can borrow tools for up to a week.'],
    ['Members can borrow tools.', 'Members of the library can borrow tools.'],
    ['Owners must register their dogs.', 'Owners of dogs must register their dogs with the town.'],
    ['Guests may use the sauna.', 'Guests at the hotel may use the sauna.'],
    ['Students need a card.', 'Students need a card, and students from abroad need a visa too.'],
    ['Members can vote.', 'Members, who pay 20 euros a year, can vote.'],
    ['Residents can park here.', 'Residents and their guests can park here.'],
    ['Two soldiers died.', 'Two soldiers wounded in the attack died.'],
    ['Workers went on strike.', 'Workers demanding higher wages went on strike.'],
    ['The guest may cancel.', 'The guest staying in room 4 may cancel.'],
    ['Members with a card can vote.', 'Members with a card can vote.'],
    ['New members get a discount.', 'New members get a discount.'],
    ['Guests can use the sauna.', 'Our valued guests can use the sauna again.'],
    ['Visitors must register.', 'Arriving visitors must register at the desk.'],
    ['Children can join.', 'Children can join, and children under 12 pay half.'],
  ])('%s not against %s', (claim, sentence) => expect(drops(claim, sentence)).toBe(false));
});
