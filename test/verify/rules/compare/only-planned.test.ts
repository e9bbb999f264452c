import { describe, expect, it } from 'vitest';
import { objectionsIn, surfaceReading } from '../../../../src/verify/rules/index.ts';

const isObjected = (claim: string, sentence: string) =>
  objectionsIn(surfaceReading(claim), surfaceReading(sentence)).has('overstated');

const SAILING = 'The company is considering an additional sailing at noon next summer.';
const ROSES = 'Mr. Eliot reported hearing from a gardener that the rose beds will be replaced with grass.';

describe('a claim of what a sentence only plans or reports', () => {
  it.each([
    ['There is an additional sailing at noon.', SAILING],
    ['The theater has a rooftop bar.', 'The trust plans to add a rooftop bar to the theater.'],
    ['The rose beds are replaced with grass.', ROSES],
    [
      'Demolition had started behind the fence.',
      'A neighbor told this paper that demolition had started behind the fence.',
    ],
    ['The new model has a belt drive.', 'I have heard that the new model has a belt drive.'],
  ])('says more than it: %s against %s', (claim, sentence) => expect(isObjected(claim, sentence)).toBe(true));

  it.each([
    ['The company is considering a sailing at noon.', SAILING],
    ['According to a gardener, the rose beds will be replaced with grass.', ROSES],
    ['The old bar is on the roof.', 'The trust plans to close the old bar on the roof.'],
    ['The landlord provides a parking space.', 'The landlord will provide a parking space.'],
    ['The theater opened in 1911.', 'The theater, which opened in 1911, plans to add a rooftop bar.'],
    ['A man had been arrested.', 'Police said on Tuesday that a man had been arrested.'],
    ['Attacks fell by a third.', 'A study reports that attacks fell by a third.'],
  ])('does not: %s against %s', (claim, sentence) => expect(isObjected(claim, sentence)).toBe(false));
});
