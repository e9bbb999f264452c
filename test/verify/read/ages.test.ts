import { describe, expect, it } from 'vitest';
import { ageGroupIn } from '../../../src/verify/read/ages.ts';
import { surfaceReading } from '../../../src/verify/rules/index.ts';

const written = (claim: string, source: string) => ageGroupIn(surfaceReading(claim), surfaceReading(source))?.written;
const CHILDREN = 'Children under 12 must be accompanied by an adult.';

describe('someone of an age', () => {
  it.each([
    ['A ten-year-old must be accompanied.', CHILDREN, 'A child under 12'],
    ['A boy of 11 must be accompanied.', CHILDREN, 'A child under 12'],
    ['Ten-year-olds must be accompanied.', CHILDREN, 'Children under 12'],
    ['A 70-year-old gets a discount.', 'People over 65 get a discount.', 'A person over 65'],
    ['A 12-year-old may not use the sauna.', 'The sauna is not open to children up to 12.', 'A child up to 12'],
  ])('is one of a group: %s against %s', (claim, source, expected) => expect(written(claim, source)).toBe(expected));

  it.each([
    ['older', 'A 12-year-old must be accompanied.', CHILDREN],
    ['between two ages', 'A 10-year-old to 12-year-old must be accompanied.', CHILDREN],
    ['beside two groups', 'A ten-year-old pays half.', `${CHILDREN} Children under six enter free.`],
    ['beside a weight', 'A ten-year-old needs a seat.', 'Children under 36 kg need a seat.'],
    ['beside no group', 'A ten-year-old must be accompanied.', 'All guests must be accompanied.'],
  ])('is none: %s', (_, claim, source) => expect(written(claim, source)).toBeUndefined());
});
