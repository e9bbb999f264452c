import { describe, expect, it } from 'vitest';
import { namesOf, sharingNames, sharingOf, subjectsOf } from '../../../src/verify/examine/subjects.ts';
import { readSurface } from '../rules/support/compare-surface.ts';
import { pieceOf } from '../support/plain-source.ts';

function subjects(claim: string) {
  const found = subjectsOf(pieceOf(claim, { start: 0, end: claim.length }), readSurface(claim));
  return found && [...found];
}

describe('the subjects of a claim', () => {
  it.each([
    ['Acme employs 350 people.', ['acm', 'peopl']],
    ['The contract ends after 30 days.', ['contract']],
    ['You can cancel within 30 days.', []],
  ])('are its nouns and names without values and their units: %s', (claim, expected) => {
    expect(subjects(claim)).toEqual(expected);
  });

  it('are not known of a claim that names nothing and refers to something', () => {
    expect(subjects('It opened in 2014.')).toBeUndefined();
  });
});

describe('the names of a claim', () => {
  it.each([
    ['The Lyon plant employs 350 people.', ['lyon']],
    ['Plants in Lyon employ 350 people.', ['lyon']],
    ['The X4 charges in 48 minutes.', ['x4']],
    ['It opened in 2014.', []],
  ])('are its subjects with a capital and what has a digit: %s', (claim, expected) => {
    const read = pieceOf(claim, { start: 0, end: claim.length });
    expect([...namesOf(read, subjectsOf(read, readSurface(claim)))]).toEqual(expected);
  });

  it('are shared by sentences that hold all of those that others hold', () => {
    const words = { sentences: [new Set(['lyon', 'plant']), new Set(['turin', 'plant'])], places: new Map() };
    const shares = sharingNames(new Set(['lyon', 'x4']), words);
    expect(shares([0], [1])).toBe(false);
    expect(shares([1], [0])).toBe(true);
    expect(shares([0], [1, 0])).toBe(true);
  });
});

describe('two premises share a subject', () => {
  const words = {
    sentences: [new Set(['acm', 'grow']), new Set(['acm', 'sell']), new Set(['beta'])],
    places: new Map(),
  };
  const at = (...sentences: number[]) => ({ kind: 'sentence' as const, sentences });

  it('where both hold the same word of the claim', () => {
    const shares = sharingOf(new Set(['acm', 'beta']), words);
    expect(shares(at(0), at(1))).toBe(true);
    expect(shares(at(0), at(2))).toBe(false);
    expect(shares(at(0), at(1, 2))).toBe(true);
  });

  it('never where the claim is about nothing that it names, always where that is not known', () => {
    expect(sharingOf(new Set(), words)(at(0), at(1))).toBe(false);
    expect(sharingOf(undefined, words)(at(0), at(2))).toBe(true);
  });
});
