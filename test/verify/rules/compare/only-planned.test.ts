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
    ['There is a parking permit.', 'The parking permit has been requested but not granted yet.'],
    ['There is a playground.', 'Residents asked for a playground.'],
    ['The patient has a new kidney.', 'The patient is waiting for a new kidney.'],
    ['The new model has a belt drive.', 'I have heard that the new model has a belt drive.'],
  ])('says more than it: %s against %s', (claim, sentence) => expect(isObjected(claim, sentence)).toBe(true));

  it.each([
    ['The company is considering a sailing at noon.', SAILING],
    ['According to a gardener, the rose beds will be replaced with grass.', ROSES],
    ['The old bar is on the roof.', 'The trust plans to close the old bar on the roof.'],
    ['The landlord provides a parking space.', 'The landlord will provide a parking space.'],
    ['The theater opened in 1911.', 'The theater, which opened in 1911, plans to add a rooftop bar.'],
    ['The town has a pool.', 'The town has ordered a new cover for its pool.'],
    ['She has a new bike.', 'She ordered a new bike, which arrived on Monday.'],
    ['The firm has applied for a license.', 'The firm has applied for a license.'],
    ['The town has a pool.', 'The town needs a new pool because the pool from 1962 leaks.'],
    ['Rita has a lawyer.', 'Rita asked for her lawyer.'],
    ['There is a concert on 5 May.', 'A concert is planned for 5 May in the park.'],
    ['She has a twin brother.', 'She was looking for a twin brother for years and found him in Peru.'],
    ['Nicki has left her agency.', 'A news report reveals that Nicki has left her agency.'],
    ['A man had been arrested.', 'Police said on Tuesday that a man had been arrested.'],
    ['Attacks fell by a third.', 'A study reports that attacks fell by a third.'],
  ])('does not: %s against %s', (claim, sentence) => expect(isObjected(claim, sentence)).toBe(false));
});
