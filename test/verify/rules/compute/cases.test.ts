import { describe, expect, it } from 'vitest';
import { proseClaim } from '../../../../src/verify/rules/index.ts';
import { readSurface } from '../support/compare-surface.ts';

const PARCELS = 'Parcels up to 2 kg cost 4.50 to send. Heavier parcels cost 7.90.';
const DELIVERY = 'There is no delivery charge on orders over $50; otherwise it is $4.99.';
const REPAIRS = 'Repairs up to 80 euros are paid by the tenant, larger ones by the landlord.';
const GROUPS = 'Groups of ten or more pay half. Smaller groups pay the full price.';
const PARKING = 'Parking in the courtyard is free for the first 20 minutes. After that it costs 2 euros an hour.';
const TRAM = 'Children under 6 ride the tram without a ticket. Others need a ticket.';
const VISA = 'Trips of up to 90 days need no visa. Longer trips need a visa.';
const BILLS = 'Bills under 100 euros are paid in cash, larger ones by card.';
const EITHER = 'Bills under 100 euros can be paid by card or in cash, larger ones by card.';
const ALSO =
  'Invoices of up to 500 euros are signed by the team leader. Higher amounts are also signed by the manager.';
const CALLS = 'Calls of up to 30 minutes are free. Longer calls cost 5 cents a minute.';
const PARTIES = 'Parties of up to six sit in the garden, larger ones in the hall.';
const FLIGHTS = 'Bags of up to 23 kg are free on long flights. Heavier bags cost 30 euros.';
const ISLANDS = 'Parcels up to 2 kg cost 4.50 to send. Heavier parcels cost 7.90, except to islands.';
const CLASSES =
  'Tickets cost 12 euros for groups of up to 10 people and 9 euros for larger groups. School groups pay 6 euros.';
const RESIDENTS = 'Guests park free for up to 2 hours. Longer stays cost 3 euros, but residents pay 1 euro.';
const WISH = 'Customers wish that parcels up to 2 kg cost 4.50 and heavier ones 7.90.';

function stance(claim: string, source: string) {
  const document = { reading: readSurface(source), start: 0, end: source.length, tables: [], moved: 0 };
  return proseClaim(readSurface(claim), document)?.stance;
}

describe('a claim about a value for which a rule has a case', () => {
  it.each([
    ['Sending a parcel of 1.5 kg costs 4.50.', PARCELS],
    ['A parcel of 3 kg costs 7.90.', PARCELS],
    ['For a $30 order you pay delivery.', DELIVERY],
    ['Delivery of an $80 order is free.', DELIVERY],
    ['The landlord pays for a repair of 200 euros.', REPAIRS],
    ['A group of six pays the full price.', GROUPS],
    ['If you park for ten minutes, you pay nothing.', PARKING],
    ['A child of 8 needs a ticket.', TRAM],
    ['You need a visa for a trip of six months.', VISA],
    ['You may pay a bill of 300 euros by card.', BILLS],
  ])('is for %s', (claim, source) => {
    expect(stance(claim, source)).toBe('for');
  });

  it.each([
    ['Sending a parcel of 1.5 kg costs 7.90.', PARCELS],
    ['Delivery of a $30 order is free.', DELIVERY],
    ['The landlord pays for a repair of 50 euros.', REPAIRS],
    ['A group of twelve pays the full price.', GROUPS],
    ['Parking for 15 minutes costs 2 euros.', PARKING],
    ['A child of 4 needs a ticket.', TRAM],
    ['A trip of two weeks needs a visa.', VISA],
    ['A party of ten sits in the garden.', PARTIES],
  ])('is against %s', (claim, source) => {
    expect(stance(claim, source)).toBe('against');
  });

  it.each([
    ['A parcel of 3 kg to Norway costs 7.90.', PARCELS],
    ['A parcel of 3 kg does not cost 7.90.', PARCELS],
    ['Ann sent a parcel of 3 kg for 7.90.', PARCELS],
    ['The parcel weighs 3 kg.', PARCELS],
    ['A call of 50 minutes costs 5 cents.', CALLS],
    ['A parcel of 3 kg costs 7.90.', ISLANDS],
    ['A parcel of 3 kg costs 7.90.', WISH],
    ['The tenant may refuse a repair of 200 euros.', REPAIRS],
    ['A dog of 5 kg needs a ticket.', TRAM],
    ['You pay a bill of 30 euros by card.', EITHER],
    ['The team leader signs an invoice of 700 euros.', ALSO],
    ['A resident pays 3 euros for a stay of 4 hours.', RESIDENTS],
  ])('leaves %s to the model', (claim, source) => {
    expect(stance(claim, source)).toBeUndefined();
  });

  it.each([
    ['A bag of 20 kg is free.', FLIGHTS],
    ['A school group of 15 people pays 9 euros.', CLASSES],
    ['A bag of 20 kg costs 30 euros.', FLIGHTS],
  ])('is open for %s, which leaves out a condition', (claim, source) => {
    expect(stance(claim, source)).toBe('open');
  });
});
