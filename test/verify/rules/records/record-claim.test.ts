import { describe, expect, it } from 'vitest';
import { readStructured } from '../../../../src/structured/index.ts';
import { recordClaim } from '../../../../src/verify/rules/index.ts';
import { readSurface } from '../support/compare-surface.ts';

const FLATS = JSON.stringify({
  listings: [
    { id: 'L-1', street: 'Elm Road 5', rent: 1150, balcony: true },
    { id: 'L-2', street: 'Kiln Lane 22', rent: 890, balcony: false },
  ],
});
const INVOICE = JSON.stringify({ invoice: 'INV-4471', customer: 'Dorn Textiles', paid: false, reminders_sent: 2 });
const RUN = JSON.stringify({
  suite: 'checkout',
  slowest: { name: 'refund flow', seconds: 48.2 },
  flaky: ['applies voucher', 'expired card'],
});
const PEOPLE = JSON.stringify([
  { employee_id: 'E101', name: 'Tom Becker', department: 'Logistics' },
  { employee_id: 'E102', name: 'Asha Rao', department: 'Finance' },
]);

function stanceOf(claim: string, text: string) {
  const { objects } = readStructured(text, 'json');
  return recordClaim(readSurface(claim), { objects, start: 0 })?.stance;
}

describe('a statement about a record', () => {
  it.each([
    ['finds the item by a part of its text', 'The rent for the Kiln Lane apartment is 890.', FLATS, 'for'],
    ['compares the value of that item', 'The rent for the Kiln Lane apartment is 1,150.', FLATS, 'against'],
    ['denies the state and not the number behind it', 'Dorn Textiles has not paid invoice INV-4471.', INVOICE, 'for'],
    ['denies a state that the record has', 'Dorn Textiles has paid invoice INV-4471.', INVOICE, 'against'],
    ['is not supported by names alone', 'Dorn Textiles disputes the invoice.', INVOICE, undefined],
    ['reads what a named value is', 'The slowest test is "refund flow".', RUN, 'for'],
    ['contradicts the text of another value', 'The slowest test is "expired card".', RUN, 'against'],
    ['needs the value that its verb is about', 'Asha Rao manages the finance department.', PEOPLE, undefined],
    ['needs no verb for a value', 'Asha Rao works in the finance department.', PEOPLE, 'for'],
  ])('%s: %s', (_, claim, text, stance) => {
    expect(stanceOf(claim, text)).toBe(stance);
  });
});
