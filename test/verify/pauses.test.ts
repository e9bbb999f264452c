import { describe, expect, it } from 'vitest';
import { type Pausing, pausingPieces, pausingSentences, pausingSurfaceIndex } from '../../src/text/index.ts';
import { PairBudget, pausingComparison, pausingReading } from '../../src/verify/rules/index.ts';
import { readSurface } from './rules/support/compare-surface.ts';

const LONGEST = 10_000;
const filled = (unit: string, length = LONGEST) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
const numbered = (sentence: (i: number) => string, count: number) =>
  Array.from({ length: count }, (_, i) => sentence(i)).join(' ');

function pausesIn(work: Pausing<unknown>): number {
  let pauses = 0;
  while (!work.next().done) pauses += 1;
  return pauses;
}

const comparing = (claim: string, source: string) =>
  pausingComparison(readSurface(claim), readSurface(source), new PairBudget());

/** What is done over and over for one long text, and how often. */
const LOOPS: readonly (readonly [string, Pausing<unknown>, number])[] = [
  ['lines', pausingSentences(filled('a\n')), LONGEST / 2],
  ['characters in which words are looked for', pausingSurfaceIndex(filled('中')), LONGEST / 256 - 1],
  ['tokens that open facts', pausingReading(filled('1 ')), 2_000],
  [
    'facts of a claim',
    comparing(
      numbered((i) => `${i}.5 kg,`, 60),
      numbered((i) => `${i}.5 kg,`, 1_000),
    ),
    60,
  ],
  [
    'names of a claim',
    comparing(
      numbered((i) => `A${i} Zq,`, 60),
      numbered((i) => `A${i} Zq,`, 1_000),
    ),
    60,
  ],
  ['pieces of a sentence', pausingPieces(filled('a '), { start: 0, end: LONGEST }, (piece) => piece.length <= 500), 20],
];

describe('work on one long text', () => {
  it.each(LOOPS)('pauses after each of its %s', (_, work, times) => {
    expect(pausesIn(work)).toBeGreaterThanOrEqual(times);
  });
});
