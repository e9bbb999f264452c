import { describe, expect, it } from 'vitest';
import { isOfOtherPart } from '../../../../src/verify/rules/compare/said-of-part.ts';
import { surfaceReading } from '../../../../src/verify/rules/index.ts';

const holds = (claim: string, sentence: string) => isOfOtherPart(surfaceReading(claim), surfaceReading(sentence));
const [FIRM, SCHOOL, PEOPLE] = [
  'The firm has 50 employees, most of them in Hamburg.',
  'The school bought 30 laptops, ten of them for teachers.',
  'Five people were injured, one of them badly.',
];

describe('a claim about the whole or a part', () => {
  it.each([
    ['The firm has 50 employees in Hamburg.', FIRM],
    ['There are 12 flats with a balcony.', 'The house has 12 flats, four of which have a balcony.'],
    ['Five people were injured badly.', PEOPLE],
    ['The hotel has 40 double rooms.', 'The hotel has 40 rooms, including 12 double rooms.'],
    ['The school bought 30 laptops for teachers.', SCHOOL],
    ['The school bought ten laptops.', SCHOOL],
  ])('is of the other one: %s against %s', (claim, sentence) => expect(holds(claim, sentence)).toBe(true));

  it.each([
    ['The firm has 50 employees.', FIRM],
    ['Most of the 50 employees are in Hamburg.', FIRM],
    ['The school bought ten laptops for teachers.', SCHOOL],
    ['Ten of the 30 laptops are for teachers.', SCHOOL],
    ['All 200 members voted.', 'All 200 members, 80 of them women, voted.'],
    ['One person was injured badly.', PEOPLE],
    ['One of the five people was badly hurt.', PEOPLE],
    ['Two men were killed.', 'Police shot at 40 men, two of whom died.'],
  ])('is not: %s against %s', (claim, sentence) => expect(holds(claim, sentence)).toBe(false));
});
