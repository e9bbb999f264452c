import { describe, expect, it } from 'vitest';
import { partsOfGroup } from '../../../../src/verify/read/group-counts.ts';
import { miscountsParts } from '../../../../src/verify/rules/compare/counted-parts.ts';
import { surfaceReading } from '../../../../src/verify/rules/index.ts';
import { compareSurface } from '../support/compare-surface.ts';

const pair = (claim: string, source: string) => [surfaceReading(claim), surfaceReading(source)] as const;

describe('a number of a group of which a text counts the parts', () => {
  it.each([
    ['The Bergs have three children.', 'The Bergs have two sons and a daughter.', 'two sons and a daughter'],
    ['Eva has three grandchildren.', 'Eva has a grandson and two granddaughters.', 'a grandson and two granddaughters'],
    ['Six vehicles were damaged.', 'Four cars and two vans were damaged.', 'Four cars and two vans'],
    ['She left three children.', 'She left a husband, a grown son and two daughters.', 'a grown son and two daughters'],
    ['The farm has 5 animals.', 'The farm has 2 cows, a horse and 2 goats.', '2 cows, a horse and 2 goats'],
  ])('%s is written as in: %s', (claim, source, written) => {
    expect(partsOfGroup(...pair(claim, source))?.written).toBe(written);
    expect(miscountsParts(...pair(claim, source))).toBe(false);
  });

  it.each([
    ['The Bergs have two children.', 'The Bergs have two sons and a daughter.'],
    ['The farm has four animals.', 'The farm keeps two cows, a horse and two goats.'],
  ])('%s has another number than: %s', (claim, source) => {
    expect(miscountsParts(...pair(claim, source))).toBe(true);
    expect(partsOfGroup(...pair(claim, source))).toBeUndefined();
  });

  it.each([
    ['The Bergs have two children.', 'The Bergs have two children, a son and a daughter.'],
    ['The Bergs have two children.', 'The Bergs have a son.'],
    ['The Bergs have two children.', 'The Bergs have sons and daughters.'],
    ['At least two children came.', 'A son and two daughters came.'],
    ['Two cars were damaged.', 'Two cars and a van were damaged.'],
    ['Two children came.', 'Two sons came in May, and a daughter and a son in June.'],
  ])('%s is left to the model by: %s', (claim, source) => {
    expect(partsOfGroup(...pair(claim, source))).toBeUndefined();
    expect(miscountsParts(...pair(claim, source))).toBe(false);
  });

  it('is not contradicted by one of the parts', () => {
    const { facts } = compareSurface(
      'Five people attended the course.',
      'Three women and two men attended the course in Bonn.',
    );
    expect(facts.map(({ status }) => status)).not.toContain('conflict');
  });
});
