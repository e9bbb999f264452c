import { describe, expect, it } from 'vitest';
import { objectionsIn, surfaceReading } from '../../../../src/verify/rules/index.ts';

const OFFICES = 'The firm has offices in Rome, Oslo and New York.';

describe('a number of things that a sentence names', () => {
  it.each([
    ['The firm has offices in four cities.', OFFICES, true],
    ['The firm has two offices.', OFFICES, true],
    ['The firm has offices in three cities.', OFFICES, false],
    ['The firm opened offices in four cities.', OFFICES, false],
    ['The firm has offices in three cities.', 'The firm has offices in cities such as Rome, Oslo and Bonn.', true],
    ['The firm has offices in four cities.', 'The firm has offices in Rome, Oslo and Bonn, and in others.', false],
    ['Two people attended.', 'Anna, Ben and Carl attended.', true],
    ['Two people attended.', 'However, Anna and Ben attended.', false],
    ['Two people did not attend.', 'Anna, Ben and Carl attended.', false],
    ['The bus leaves every 20 minutes.', 'Buses leave four times an hour.', true],
    ['The bus leaves every 15 minutes.', 'Buses leave four times an hour.', false],
  ])('%s of %s: %s', (claim, sentence, isOther) => {
    expect(objectionsIn(surfaceReading(claim), surfaceReading(sentence)).has('other_value')).toBe(isOther);
  });
});
