import { describe, expect, it } from 'vitest';
import { readStructured } from '../../../../src/structured/index.ts';
import { recordClaim } from '../../../../src/verify/rules/index.ts';
import { readSurface } from '../support/compare-surface.ts';

const INVOICE = JSON.stringify({ invoice: 'INV-4471', customer: 'Dorn Textiles', paid: false, reminders_sent: 2 });
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
    ['denies the state and not the number behind it', 'Dorn Textiles has not paid invoice INV-4471.', INVOICE, 'for'],
    ['denies a state that the record has', 'Dorn Textiles has paid invoice INV-4471.', INVOICE, 'against'],
    ['is not supported by names alone', 'Dorn Textiles disputes the invoice.', INVOICE, undefined],
    ['needs the value that its verb is about', 'Asha Rao manages the finance department.', PEOPLE, undefined],
    ['needs no verb for a value', 'Asha Rao works in the finance department.', PEOPLE, 'for'],
  ])('%s: %s', (_, claim, text, stance) => {
    expect(stanceOf(claim, text)).toBe(stance);
  });
});
