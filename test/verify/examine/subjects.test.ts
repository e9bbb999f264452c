import { describe, expect, it } from 'vitest';
import { namesHeld, namesOf, subjectsOf } from '../../../src/verify/examine/subjects.ts';
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

  it('are held by a range of sentences that has one of their places', () => {
    const places = new Map([
      ['lyon', [0, 5]],
      ['turin', [2]],
    ]);
    const heldIn = (first: number, end: number) => [
      ...namesHeld(new Set(['lyon', 'x4']), { first, end }, { sentences: [], places }),
    ];
    expect([heldIn(0, 2), heldIn(2, 5), heldIn(4, 6)]).toEqual([['lyon'], [], ['lyon']]);
  });
});
