import { describe, expect, it } from 'vitest';
import { type Steps, sentenceSteps, surfaceIndex, tokenSteps } from '../../src/text/index.ts';
import { atOnce } from '../../src/text/steps.ts';
import { writtenSteps } from '../../src/verify/read/written-text.ts';
import { factSteps } from '../../src/verify/rules/extract/facts.ts';
import { compareSteps, copyDifferences, PairBudget } from '../../src/verify/rules/index.ts';
import { compareSurface, readSurface } from './rules/support/compare-surface.ts';

const LONGEST = 10_000;
const filled = (unit: string, length = LONGEST) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
const numbered = (sentence: (i: number) => string, count: number) =>
  Array.from({ length: count }, (_, i) => sentence(i)).join(' ');

function pausesIn(steps: Steps<unknown>): number {
  let pauses = 0;
  while (!steps.next().done) pauses += 1;
  return pauses;
}

const tokens = (text: string) => atOnce(tokenSteps(text));
const comparing = (claim: string, source: string) =>
  compareSteps(readSurface(claim), readSurface(source), new PairBudget());
const copying = (claim: string, source: string) =>
  copyDifferences(readSurface(claim), readSurface(source), compareSurface(claim, source));

/** What is done over and over for one long text, how often, and after how many times it pauses at the latest. */
const LOOPS: readonly (readonly [string, Steps<unknown>, { readonly times: number; readonly atOnce: number }])[] = [
  ['lines', sentenceSteps(filled('a\n')), { times: 4 * (LONGEST / 2), atOnce: 64 }],
  ['places tried', atOnce(surfaceIndex(filled('7'))).findAll(filled('7', 500), 8), { times: 9_500, atOnce: 64 }],
  ['tokens that open facts', factSteps(filled('1 '), tokens(filled('1 '))), { times: 2_000, atOnce: 8 }],
  // Read 64 at a time, then compared 256 at a time.
  [
    'facts',
    comparing(
      'It weighs 5 kg.',
      numbered((i) => `${i}.5 kg,`, 1_000),
    ),
    { times: 1_000, atOnce: 50 },
  ],
  [
    'names',
    comparing(
      'Ada Berg ran.',
      numbered((i) => `A${i} Zq,`, 1_000),
    ),
    { times: 3 * 1_000, atOnce: 64 },
  ],
  ['words of a copy', copying(filled('a b ', 500), filled('a b ', 1_000)), { times: 250, atOnce: 16 }],
  ['words of one part', writtenSteps(filled('Ann-')), { times: LONGEST / 4, atOnce: 64 }],
  ['characters without a space', writtenSteps(filled('ﬁ')), { times: LONGEST, atOnce: 2_000 }],
];

describe('work on one long text', () => {
  it.each(LOOPS)('pauses often: %s', (_, steps, { times, atOnce: most }) => {
    expect(pausesIn(steps)).toBeGreaterThanOrEqual(Math.floor(times / most));
  });
});
