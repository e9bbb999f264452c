import { describe, expect, it } from 'vitest';
import { hasOtherPreposition } from '../../../../src/verify/rules/compare/other-relation.ts';
import { leavesOutRest, surfaceReading } from '../../../../src/verify/rules/index.ts';

const differs = (claim: string, sentence: string) =>
  hasOtherPreposition(surfaceReading(claim), surfaceReading(sentence));
const endsEarly = (claim: string, sentence: string) => leavesOutRest(surfaceReading(claim), surfaceReading(sentence));

describe('a preposition', () => {
  it.each([
    ['The price fell to 20 euros.', 'The price fell by 20 euros.'],
    ['The train from Ulm arrives at 9.', 'The train to Ulm arrives at 9.'],
    ['Mr Silva rents the shop from the florist.', 'The landlord, Mr Silva, rents the shop to a florist.'],
  ])('differs: %s against %s', (claim, sentence) => expect(differs(claim, sentence)).toBe(true));

  it.each([
    ['The price fell by 20 euros.', 'The price fell by almost 20 euros.'],
    ['He moved to Ulm.', 'He moved from Bonn to Ulm.'],
    ['The shop is open from 9.', 'The shop is open from 9 to 5.'],
    ['He works in Ulm.', 'He works from Ulm.'],
    ['The price did not fall to 20 euros.', 'The price fell by 20 euros.'],
  ])('does not: %s against %s', (claim, sentence) => expect(differs(claim, sentence)).toBe(false));
});

describe('a sentence that goes on where the claim ends', () => {
  it.each([
    ['The office is closed on Friday.', 'The office is closed on Friday afternoons.'],
    ['Visitors are not allowed to take photos.', 'Visitors are not allowed to take photos with a flash.'],
  ])('says less: %s against %s', (claim, sentence) => expect(endsEarly(claim, sentence)).toBe(true));

  it.each([
    ['The office is closed.', 'The office is closed on Friday.'],
    [
      'Visitors are not allowed to take photos.',
      'Visitors are not allowed to take photos, and children must be quiet.',
    ],
    ['The office is closed on Friday.', 'The office is closed on Friday.'],
    ['He bought a car.', 'He bought a car and sold his bike.'],
  ])('says as much: %s against %s', (claim, sentence) => expect(endsEarly(claim, sentence)).toBe(false));
});
