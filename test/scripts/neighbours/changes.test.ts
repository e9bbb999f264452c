import { expect, it } from 'vitest';
import { changesReport, type Judged, type MeasuredClaim } from '../../../scripts/neighbours/changes.ts';

const judged = (verdict: Judged['verdict'], confidence: number): Judged => ({ verdict, confidence });
const claim = (id: string, alone: Judged, ...among: readonly Judged[]): MeasuredClaim => ({
  ...{ id, group: 'claims', claim: `Claim ${id}.`, label: 'SUPPORTED' },
  ...{ alone, among },
});

it('lists the verdicts that change and counts them, the sure ones by the greater confidence', () => {
  const supported = judged('SUPPORTED', 0.9);
  const report = changesReport([
    claim('a', supported, supported, judged('SUPPORTED', 0.4)),
    claim('b', supported, judged('UNCERTAIN', 0.3), judged('UNSUPPORTED', 0.5)),
    claim('c', judged('UNCERTAIN', 0.6), supported, judged('UNCERTAIN', 0.65)),
    claim('d', judged('UNCERTAIN', 0.69), judged('UNCERTAIN', 1), judged('SUPPORTED', 0.6)),
  ]);
  expect(report.split('\n')).toEqual([
    'b (SUPPORTED): SUPPORTED 0.90 -> UNCERTAIN 0.30: Claim b.',
    'b (SUPPORTED): SUPPORTED 0.90 -> UNSUPPORTED 0.50: Claim b.',
    'c (SUPPORTED): UNCERTAIN 0.60 -> SUPPORTED 0.90: Claim c.',
    'd (SUPPORTED): UNCERTAIN 0.69 -> SUPPORTED 0.60: Claim d.',
    '4 of 8 verdicts change, of 3 of 4 claims; 3 with a confidence of 0.7 or more before or after',
    'right: alone 2 of 4, among others 4 of 8',
  ]);
});
