import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { auroc, confidenceAuroc, supportedConfidenceAuroc } from '../../src/evaluation/metrics.ts';
import { outcome } from '../support/outcomes.ts';

const supported = (score: number) => outcome('SUPPORTED', 'SUPPORTED', 0.5, score);
const other = (score: number) => outcome('UNCERTAIN', 'UNCERTAIN', 0.5, score);

describe('auroc', () => {
  it('is 1 for a perfect ranking and 0 for its reverse', () => {
    expect(auroc([supported(0.9), supported(0.8), other(0.2)])).toBe(1);
    expect(auroc([supported(0.1), other(0.2), other(0.3)])).toBe(0);
  });

  it('counts a tie as half a win', () => {
    expect(auroc([supported(0.5), other(0.5)])).toBe(0.5);
    // Pairs: 0.7 beats 0.5 and 0.2; 0.5 ties with 0.5 and beats 0.2: 3.5 of 4.
    expect(auroc([supported(0.7), supported(0.5), other(0.5), other(0.2)])).toBe(3.5 / 4);
  });

  it('is NaN when one side has no rows', () => {
    expect(auroc([supported(0.7)])).toBeNaN();
  });

  const scores = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 30 });
  test.prop([scores, scores], { numRuns: 100 })('equals the share of pairs won, counted one by one', (wins, losses) => {
    const pairs = wins.flatMap((win) => losses.map((loss) => (win > loss ? 1 : win === loss ? 0.5 : 0)));
    const expected = pairs.reduce<number>((sum, value) => sum + value, 0) / pairs.length;
    expect(auroc([...wins.map(supported), ...losses.map(other)])).toBeCloseTo(expected, 12);
  });
});

describe('AUROC of confidence', () => {
  const rows = [
    outcome('SUPPORTED', 'SUPPORTED', 0.9),
    outcome('UNCERTAIN', 'SUPPORTED', 0.6),
    outcome('NOT_SUPPORTED', 'SUPPORTED', 0.9),
    outcome('NOT_SUPPORTED', 'UNSUPPORTED', 0.7),
    outcome('SUPPORTED', 'UNCERTAIN', 0.95),
  ];

  it('is the share of pairs in which the right answer has more confidence than the wrong one', () => {
    // Right 0.9 and 0.7 against wrong 0.6, 0.9 and 0.95: won, tied, lost; won, lost, lost.
    expect(confidenceAuroc(rows)).toBeCloseTo(2.5 / 6, 12);
    // Among SUPPORTED, right 0.9 against wrong 0.6 and 0.9.
    expect(supportedConfidenceAuroc(rows)).toBe(0.75);
  });

  it('is NaN when all answers are right or all are wrong', () => {
    expect(confidenceAuroc(rows.slice(1, 3))).toBeNaN();
    expect(supportedConfidenceAuroc(rows.slice(0, 1))).toBeNaN();
    expect(supportedConfidenceAuroc(rows.slice(3))).toBeNaN();
  });
});
