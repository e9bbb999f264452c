import { describe, expect, it } from 'vitest';
import { compareSurface } from '../../../src/verify/rules/index.ts';

const quantityOf = (claim: string, source: string) => compareSurface(claim, source).quantity;

describe('more or fewer than the source speaks of', () => {
  it.each([
    ['All of the samples contained lead.', 'Some of the samples contained lead.'],
    ['Most of the samples contained lead.', 'Some of the samples contained lead.'],
    ['Many customers complained about the delay.', 'Few customers complained about the delay.'],
    ['All swans are white.', 'Not all swans are white.'],
    ['All three pumps failed.', 'One of the three pumps failed.'],
    ['The shop is always open on Sundays.', 'The shop is usually open on Sundays.'],
    ['The clinic treats only children.', 'The clinic treats children.'],
    ['All pupils may leave at lunch.', 'Only the oldest pupils may leave at lunch.'],
  ])('%s / %s', (claim, source) => {
    expect(quantityOf(claim, source)).toBe(true);
  });
});

describe('as many as the source speaks of', () => {
  it.each([
    ['All employees received a bonus.', 'Every employee received a bonus.'],
    ['Employees received a bonus.', 'All employees received a bonus.'],
    ['The clinic treats only children.', 'The clinic treats children only.'],
    ['A few customers complained.', 'Some customers complained.'],
    ['The most common disease is measles.', 'The most common disease there is measles.'],
    ['All of the samples contained lead.', 'Some of the samples contained lead. All of the samples contained lead.'],
    ['All swans are white.', 'Some otters sleep afloat.'],
  ])('%s / %s', (claim, source) => {
    expect(quantityOf(claim, source)).toBe(false);
  });
});
