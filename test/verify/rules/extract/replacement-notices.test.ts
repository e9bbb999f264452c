import { describe, expect, it } from 'vitest';
import { replacementNotice } from '../../../../src/verify/rules/extract/replacement-notices.ts';

describe('a notice of replacement', () => {
  it.each([
    'This edition has been replaced by the edition of 1 March 2024.',
    'SUPERSEDED',
    'Price list 2023 (no longer valid)',
    'Note: this page is outdated.',
    'These rules were withdrawn on 3 April 2022.',
    'Archived; do not use.',
    'This information is no longer current; see the new page.',
  ])('is read in "%s"', (sentence) => {
    expect(replacementNotice([sentence]).isReplaced).toBe(true);
  });

  it.each([
    'The battery has been replaced by a stronger one in this model.',
    'Deprecated: the keyword sep, to be replaced by delimiter.',
    'The offer for the roof was withdrawn.',
    'Bus line 7 replaces line 5 on Sundays.',
  ])('is not read in "%s"', (sentence) => {
    expect(replacementNotice([sentence])).toEqual({ isReplaced: false, replaces: [] });
  });

  it('names what a document replaces', () => {
    expect(replacementNotice(['It supersedes the schedule of 2019.']).replaces).toEqual(['schedule of 2019']);
  });

  it('is read at the start of a document only', () => {
    const text = ['One.', 'Two.', 'Three.', 'Four.', 'This page is outdated.'];
    expect(replacementNotice(text).isReplaced).toBe(false);
  });
});
