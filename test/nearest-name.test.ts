import { expect, it } from 'vitest';
import { missingColumns } from '../src/contract/input-error.ts';
import { nearestName } from '../src/nearest-name.ts';

it.each([
  ['Statment', 'Statement'],
  ['claim', 'Claim'],
  ['Sta', undefined],
  ['quotation', undefined],
])('takes %s for %s', (name, meant) => {
  expect(nearestName(name, ['id', 'Statement', 'Claim'])).toBe(meant);
});

it('takes no name for one of none', () => {
  expect(nearestName('a', [])).toBeUndefined();
});

it('suggests the column that a misspelled one was meant for, and no other that is needed', () => {
  const suggestion = (needed: string[], found: string[]) =>
    /Did you mean (.*?)\?/.exec(missingColumns(needed, found))?.[1];
  expect(suggestion(['Statment', 'Source'], ['id', 'Statement', 'Source'])).toBe('Statement');
  expect(suggestion(['claim', 'grounding_source'], ['Claim', 'Grounding_Source'])).toBe('Claim and Grounding_Source');
  expect(suggestion(['claim', 'claims'], ['claims'])).toBeUndefined();
  expect(suggestion(['claim'], ['Statement'])).toBeUndefined();
});
