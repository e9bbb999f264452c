import { describe, expect, it } from 'vitest';
import { objectionsIn, surfaceReading } from '../../../../src/verify/rules/index.ts';

const isOther = (claim: string, sentence: string) =>
  objectionsIn(surfaceReading(claim), surfaceReading(sentence)).has('other_name');

describe('a name that looks like another one', () => {
  it.each([
    ['Maria Hall signed the letter.', 'Marie Hall signed the letter.'],
    ['The book is by Peter Jansen.', 'The book is by Peter Janssen.'],
    ['Robert Hall Jr. spoke.', 'Robert Hall Sr. spoke.'],
  ])('may be of another person: %s against %s', (claim, sentence) => expect(isOther(claim, sentence)).toBe(true));

  it.each([
    ['Johann Mueller spoke.', 'Johann Müller spoke.'],
    ['Dan Hall spoke.', 'Daniel Hall spoke.'],
    ['Maria Hall spoke.', 'Maria Hall and Marie Hall spoke.'],
    ['The Labour Party won.', 'The Labor Party won.'],
    ['Bill Thornton spoke.', 'William Thornton spoke.'],
    ['Hall spoke.', 'Hail fell.'],
  ])('is the same, or no like name: %s against %s', (claim, sentence) => expect(isOther(claim, sentence)).toBe(false));
});
