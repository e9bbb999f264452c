import { expect, it } from 'vitest';
import { readStructured } from '../../../src/structured/index.ts';
import { absentAmounts } from '../../../src/verify/examine/absent-amounts.ts';
import { PairBudget, surfaceFindings } from '../../../src/verify/rules/index.ts';
import { readSurface } from '../rules/support/compare-surface.ts';

const RECORD = JSON.stringify({
  title: 'Planning',
  start: '2025-10-07T13:00:00+02:00',
  end: '2025-10-07T15:30:00+02:00',
  created: '2025-10-07T09:00:00+02:00',
  days: ['Monday', 'Thursday'],
  users: '48213',
});

function absentIn(claim: string): number {
  const { text, objects } = readStructured(RECORD, 'json');
  const findings = surfaceFindings(readSurface(claim), readSurface(text), new PairBudget(1_000));
  return absentAmounts(findings, { sources: [{ records: { objects, start: 0 } }] } as never);
}

it.each([
  ['a value', 'The planning has 48,213 users.', 0],
  ['a large number that is none', 'The planning has 42,813 users.', 1],
  ['a number that may count something', 'The planning has 3 users.', 0],
  ['the time between start and end', 'The planning takes two and a half hours.', 0],
  ['no time since it was made', 'The planning takes four hours.', 1],
  ['no time since it was made', 'The planning takes six and a half hours.', 1],
  ['another time', 'The planning takes two hours and 45 minutes.', 1],
  ['the length of a list', 'The planning takes two days.', 0],
])('a record has %s: %s', (_, claim, count) => {
  expect(absentIn(claim)).toBe(count);
});
