import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { choosePremises } from '../../src/verify/choose-premises.ts';
import type { ScoredPremise } from '../../src/verify/premises.ts';
import { scores } from '../support/fake-encoder.ts';

function sentences(worth: readonly number[]): ScoredPremise[] {
  return worth.map((coverage, i) => ({
    sentences: [i],
    span: { start: i, end: i + 1 },
    scores: scores('neutral', 1),
    coverage,
  }));
}

it('takes windows around the two best sentences only', () => {
  const { windows, skippedWindows } = choosePremises(sentences([0, 0, 0.9, 0, 0, 0, 0.8, 0, 0.7]), 3);
  expect(windows).toEqual([
    [1, 2, 3],
    [5, 6, 7],
  ]);
  expect(skippedWindows).toBe(5);
});

it('moves the window of a sentence at the border inwards', () => {
  expect(choosePremises(sentences([0.9, 0, 0, 0, 0.8]), 3).windows).toEqual([
    [0, 1, 2],
    [2, 3, 4],
  ]);
});

it('makes a digest of the best sentences unless a window holds them', () => {
  expect(choosePremises(sentences([0.9, 0, 0, 0.8, 0, 0.7]), 3).digest).toEqual([0, 3, 5]);
  expect(choosePremises(sentences([0, 0.8, 0.9, 0.7, 0]), 3).digest).toBeUndefined();
  expect(choosePremises(sentences([0, 0.9, 0.7, 0.8, 0]), 3).digest).toEqual([1, 2, 3]);
  expect(choosePremises(sentences([0.9]), 3)).toEqual({ windows: [], digest: undefined, skippedWindows: 0 });
});

test.prop([fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }), fc.integer({ min: 1, max: 5 })], {
  numRuns: 60,
})(
  'every window is a run of as many neighbours as asked, none twice, and all windows are accounted for',
  (worth, size) => {
    const { windows, skippedWindows } = choosePremises(sentences(worth), size);
    const length = Math.min(size, worth.length);
    for (const window of windows) {
      expect(window.length).toBe(length);
      expect(window.at(-1)! - window[0]!).toBe(length - 1);
      expect(window[0]!).toBeGreaterThanOrEqual(0);
      expect(window.at(-1)!).toBeLessThan(worth.length);
    }
    expect(new Set(windows.map((window) => window.join())).size).toBe(windows.length);
    expect(windows.length + skippedWindows).toBe(length < 2 ? 0 : worth.length - length + 1);
  },
);
