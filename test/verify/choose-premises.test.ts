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

it('takes windows around the three best sentences only', () => {
  const { windows, skippedWindows } = choosePremises(sentences([0, 0.9, 0, 0, 0, 0, 0, 0]), 2);
  expect(windows).toContainEqual([0, 1]);
  expect(windows).toContainEqual([1, 2]);
  expect(windows.length + skippedWindows).toBe(7);
});

it('makes a digest of the best sentences when they do not stand together', () => {
  expect(choosePremises(sentences([0.9, 0, 0, 0.8, 0, 0.7]), 3).digest).toEqual([0, 3, 5]);
  expect(choosePremises(sentences([0, 0.8, 0.9, 0.7, 0]), 3).digest).toBeUndefined();
  expect(choosePremises(sentences([0.9]), 3)).toEqual({ windows: [], digest: undefined, skippedWindows: 0 });
});

test.prop([fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }), fc.integer({ min: 1, max: 5 })], {
  numRuns: 60,
})(
  'every window is a run of neighbours no longer than asked, none twice, and all windows are accounted for',
  (worth, size) => {
    const { windows, skippedWindows } = choosePremises(sentences(worth), size);
    for (const window of windows) {
      expect(window.length).toBeGreaterThanOrEqual(2);
      expect(window.length).toBeLessThanOrEqual(size);
      expect(window.at(-1)! - window[0]!).toBe(window.length - 1);
      expect(window.at(-1)!).toBeLessThan(worth.length);
    }
    expect(new Set(windows.map((window) => window.join())).size).toBe(windows.length);
    const longest = Math.min(size, worth.length);
    const all = Array.from({ length: Math.max(0, longest - 1) }, (_, i) => worth.length - (i + 1));
    expect(windows.length + skippedWindows).toBe(all.reduce((sum, count) => sum + count, 0));
  },
);
