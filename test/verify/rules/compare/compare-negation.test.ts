import { expect, it } from 'vitest';
import { compareSurface } from '../support/compare-surface.ts';

it.each([
  ['The firm paid the fine.', 'The firm did not pay the fine.', true],
  ['The firm paid the fine.', "The firm didn't pay the fine.", true],
  ['The firm paid the fine.', 'The firm refused to pay the fine.', true],
  ['The firm paid the fine.', 'The firm failed to pay the fine.', true],
  ['The firm never paid the fine.', 'The firm paid the fine.', true],
  ['The firm did not pay the fine.', 'The firm never paid the fine.', false],
  ['The firm paid the fine.', 'The firm paid the fine.', false],
  ['The firm paid the fine.', 'The firm paid the fine, though it was not large.', false],
  ['The firm paid the fine.', 'No trains ran on Sunday.', false],
  ['The firm paid the fine.', 'The firm paid the fine and had no other debts in Norway.', false],
  ['The firm did not go unpaid, it never lost.', 'The firm lost.', false],
  ['The firm has 300 people.', 'The firm has no more than 300 people.', false],
])('%s | %s: one denies what the other states: %s', (claim, source, expected) => {
  expect(compareSurface(claim, source).negation).toBe(expected);
});

it.each([
  ['The soup does not have enough salt.', 'The soup has too little salt.'],
  ['The club meets if it does not rain.', 'The club meets unless it rains.'],
  ['No arch was longer than the north arch.', 'The north arch was the longest arch.'],
  ['The firm bought the mill from the town.', 'The town sold the mill to the firm.'],
  ['The ticket does not include the museum.', 'The ticket includes all sights except the museum.'],
  ['The rent does not exceed 8 euros.', 'The rent is between 2 and 8 euros.'],
  ['Nobody but Ada came to the fair.', 'Only Ada came to the fair.'],
  ['The mill is not open on Sunday.', 'The mill is closed on Sunday.'],
  ['The exam takes no longer than two hours.', 'The exam takes two hours.'],
  ['The museum will close in May.', 'The museum may close.'],
])('other words may say what a negation says: %s | %s', (one, other) => {
  expect(compareSurface(one, other).negation).toBe(false);
  expect(compareSurface(other, one).negation).toBe(false);
});

it('no longer is a negation', () => {
  expect(compareSurface('The mill is open on Sunday.', 'The mill is no longer open on Sunday.').negation).toBe(true);
});
