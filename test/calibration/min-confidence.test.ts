import { describe, expect, it } from 'vitest';
import { fitMinConfidence } from '../../src/calibration/fit-calibration.ts';
import type { Outcome } from '../../src/evaluation/labelled-rows.ts';

/** So many SUPPORTED rows of a confidence, right or wrong. */
function rows(count: number, confidence: number, label: Outcome['label'] = 'SUPPORTED'): Outcome[] {
  return new Array<Outcome>(count).fill({ label, verdict: 'SUPPORTED', confidence, supported: confidence });
}

describe('the least confidence that passes', () => {
  it('is the smallest hundredth at which 93 % of those that pass are right', () => {
    const sure = [...rows(93, 0.8), ...rows(7, 0.8, 'UNCERTAIN')];
    expect(fitMinConfidence([...sure, ...rows(1, 0.634, 'UNSUPPORTED')])).toBe(0.64);
    expect(fitMinConfidence(sure)).toBe(0);
  });

  it('lets 40 % of the correct SUPPORTED pass where 93 % cannot be had with them', () => {
    const poor = [...rows(4, 0.9), ...rows(6, 0.6), ...rows(4, 0.9, 'NOT_SUPPORTED')];
    expect(fitMinConfidence(poor)).toBe(0.9);
    expect(fitMinConfidence([...poor, ...rows(1, 0.95)])).toBe(0.9);
  });

  it('is of SUPPORTED rows only, and none where no row is rightly SUPPORTED', () => {
    const refuted: Outcome = { label: 'SUPPORTED', verdict: 'UNSUPPORTED', confidence: 0.9, supported: 0.1 };
    expect(fitMinConfidence([refuted])).toBeUndefined();
    expect(fitMinConfidence(rows(3, 0.9, 'UNCERTAIN'))).toBeUndefined();
    expect(fitMinConfidence([...rows(1, 0.3), refuted])).toBe(0);
  });
});
