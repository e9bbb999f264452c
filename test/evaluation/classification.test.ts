import { describe, expect, it } from 'vitest';
import {
  accuracy,
  balancedAccuracy,
  classScores,
  macroF1,
  supportedPrecision,
  supportedRecall,
} from '../../src/evaluation/classification.ts';
import { outcome, repeat } from '../support/outcomes.ts';

// Gold SUPPORTED 4 (3 found), UNSUPPORTED 2 (1 found, 1 called UNCERTAIN), UNCERTAIN 4 (2 found, 2 called SUPPORTED).
const threeWay = [
  ...repeat(3, outcome('SUPPORTED', 'SUPPORTED')),
  outcome('SUPPORTED', 'UNCERTAIN'),
  outcome('UNSUPPORTED', 'UNSUPPORTED'),
  outcome('UNSUPPORTED', 'UNCERTAIN'),
  ...repeat(2, outcome('UNCERTAIN', 'UNCERTAIN')),
  ...repeat(2, outcome('UNCERTAIN', 'SUPPORTED')),
];

const twoWay = [
  outcome('SUPPORTED', 'SUPPORTED'),
  outcome('SUPPORTED', 'UNSUPPORTED'),
  outcome('NOT_SUPPORTED', 'UNSUPPORTED'),
  outcome('NOT_SUPPORTED', 'UNCERTAIN'),
  outcome('NOT_SUPPORTED', 'UNCERTAIN'),
  outcome('NOT_SUPPORTED', 'SUPPORTED'),
];

describe('a three-way set', () => {
  it('has the accuracy, macro-F1 and balanced accuracy worked out by hand', () => {
    expect(accuracy(threeWay)).toBeCloseTo(0.6, 12);
    // F1: 6/9, 2/3, 4/8.
    expect(macroF1(threeWay)).toBeCloseTo((6 / 9 + 2 / 3 + 4 / 8) / 3, 12);
    // SUPPORTED 3 of 4; the rest 4 of 6 were not called SUPPORTED.
    expect(balancedAccuracy(threeWay)).toBeCloseTo((3 / 4 + 4 / 6) / 2, 12);
  });

  it('has precision and recall per label', () => {
    const [supported, , uncertain] = classScores(threeWay);
    expect(supported).toEqual({ label: 'SUPPORTED', rows: 4, precision: 3 / 5, recall: 3 / 4, f1: 6 / 9 });
    expect(uncertain).toEqual({ label: 'UNCERTAIN', rows: 4, precision: 2 / 4, recall: 2 / 4, f1: 0.5 });
  });

  it('averages F1 over the labels that have rows, so that a set without UNCERTAIN is not punished for it', () => {
    const rows = [outcome('SUPPORTED', 'SUPPORTED'), outcome('UNSUPPORTED', 'UNSUPPORTED')];
    expect(macroF1(rows)).toBe(1);
  });
});

describe('a two-way set', () => {
  it('lets UNSUPPORTED and UNCERTAIN both satisfy NOT_SUPPORTED', () => {
    expect(accuracy(twoWay)).toBeCloseTo(4 / 6, 12);
    expect(classScores(twoWay).map(({ label, rows, recall }) => [label, rows, recall])).toEqual([
      ['SUPPORTED', 2, 0.5],
      ['NOT_SUPPORTED', 4, 0.75],
    ]);
    expect(macroF1(twoWay)).toBeCloseTo((2 / 4 + 6 / 8) / 2, 12);
    expect(balancedAccuracy(twoWay)).toBeCloseTo((1 / 2 + 3 / 4) / 2, 12);
  });
});

describe('answers SUPPORTED', () => {
  it('are as often right, and find as much, as counted by hand', () => {
    expect([supportedPrecision(threeWay), supportedRecall(threeWay)]).toEqual([3 / 5, 3 / 4]);
    expect([supportedPrecision(twoWay), supportedRecall(twoWay)]).toEqual([1 / 2, 1 / 2]);
  });
});

describe('too little to measure', () => {
  it('is NaN, never a flattering number', () => {
    expect(accuracy([])).toBeNaN();
    expect(balancedAccuracy([outcome('SUPPORTED', 'SUPPORTED')])).toBeNaN();
    expect(classScores([outcome('SUPPORTED', 'UNCERTAIN')])[0]!.precision).toBeNaN();
    expect(supportedPrecision([outcome('SUPPORTED', 'UNCERTAIN')])).toBeNaN();
    expect(supportedRecall([outcome('UNCERTAIN', 'SUPPORTED')])).toBeNaN();
  });
});
