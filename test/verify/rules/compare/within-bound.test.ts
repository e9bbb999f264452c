import { describe, expect, it } from 'vitest';
import { isWithinLimit, surfaceReading } from '../../../../src/verify/rules/index.ts';

const isWithin = (claim: string, sentence: string) => isWithinLimit(surfaceReading(claim), surfaceReading(sentence));

describe('a value within the limit of a sentence', () => {
  it.each([
    ['You can stay for two weeks.', 'Guests may stay for up to three weeks.'],
    ['The ticket costs 20 euros.', 'Tickets cost up to 50 euros.'],
    ['Returns are accepted for a month.', 'You may return items within 30 days.'],
    ['It has 400 seats.', 'It has at least 350 seats.'],
    ['It has 348 seats.', 'It has about 350 seats.'],
    ['The parcel weighs 2.2 lb.', 'The parcel weighs about 1 kg.'],
  ])('%s against: %s', (claim, sentence) => {
    expect(isWithin(claim, sentence)).toBe(true);
  });

  it.each([
    ['You can stay for a month.', 'Guests may stay for up to three weeks.'],
    ['You cannot stay for two weeks.', 'Guests may stay for up to three weeks.'],
    ['You bring 2 dogs.', 'The hall holds up to 300 people.'],
    ['The ticket costs 20 euros.', 'The ticket costs 50 euros.'],
    ['It has 410 seats.', 'It has about 350 seats.'],
    ['The battery lasts for 20 hours.', 'The battery was empty after 13 hours.'],
    ['Visits must be announced 48 days ahead.', 'Visits are announced at least 48 hours ahead.'],
    ['The ticket costs 20 euros.', 'Tickets cost up to 50 euros, children pay 10 euros.'],
    ['It has 400 seats and 3 doors.', 'It has at least 350 seats and 2 doors.'],
  ])('none: %s against: %s', (claim, sentence) => {
    expect(isWithin(claim, sentence)).toBe(false);
  });
});
