import { expect, it } from 'vitest';
import { compareSurface } from '../../../../src/verify/rules/index.ts';

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
