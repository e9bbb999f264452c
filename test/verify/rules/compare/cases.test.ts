import { describe, expect, it } from 'vitest';
import { factFindings } from '../../../../src/verify/rules/compare/compare-facts.ts';
import { PairBudget } from '../../../../src/verify/rules/compare/compare-qualifiers.ts';
import { objectionsIn, surfaceReading } from '../../../../src/verify/rules/index.ts';

const CLAIMS =
  'Claims must be reported within seven days, or within thirty days if the insured person was in hospital.';
const RENT = 'The contract runs for two years, and three for business customers.';
const NOTICE = "It may be ended with three months' notice, or with six months' notice by business customers.";
const TICKETS = 'Tickets cost 12 euros, or 8 euros for students.';
const FRAME = 'The warranty covers the frame for ten years and all other parts for two.';

const isExchanged = (claim: string, sentence: string) =>
  objectionsIn(surfaceReading(claim), surfaceReading(sentence)).has('parts_exchanged');

describe('a value that a sentence has for a case of its own', () => {
  it.each([
    ['Those who were in hospital have thirty days to report a claim.', CLAIMS],
    ['For business customers, the contract lasts three years.', RENT],
    ['Students pay 8 euros.', TICKETS],
  ])('is that of a claim about the case: %s against %s', (claim, sentence) => {
    const [finding] = factFindings(surfaceReading(claim), surfaceReading(sentence), new PairBudget());
    expect(finding?.status).toBe('match');
  });

  it.each([
    ["Business customers can end the contract with three months' notice.", NOTICE],
    ['For business customers, the contract lasts two years.', RENT],
    ['Students pay 12 euros.', TICKETS],
    ['Children pay 12 euros.', 'Adults pay 12 euros, and children 8 euros.'],
  ])('contradicts a claim of the case with the other value: %s against %s', (claim, sentence) =>
    expect(isExchanged(claim, sentence)).toBe(true),
  );

  it.each([
    ['Students pay 8 euros.', TICKETS],
    ['Adults pay 12 euros.', TICKETS],
    ['Students pay less than 12 euros.', TICKETS],
    ['Tickets cost 12 euros, and 8 euros for students.', TICKETS],
    ['The frame is covered for ten years and other parts for two.', FRAME],
    ['Students pay 12 euros.', 'Tickets cost between 12 and 15 euros for students.'],
    ['Guests have two rooms.', 'There are two or three rooms for guests.'],
  ])('does not contradict: %s against %s', (claim, sentence) => expect(isExchanged(claim, sentence)).toBe(false));
});
