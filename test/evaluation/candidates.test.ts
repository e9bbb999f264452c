import { describe, expect, it } from 'vitest';
import { candidatesTable, scoreCandidates, timesOf } from '../../src/evaluation/candidates.ts';
import type { AuditEntry, JudgedRow, Outcome } from '../../src/evaluation/labelled-rows.ts';
import { judged, outcome } from '../support/outcomes.ts';

/** An entry that quotes [start, end) of the source for the claim's first ten characters. */
const entry = (quoted: readonly [number, number] | undefined, claimEnd = 10): AuditEntry => ({
  claimSpan: { start: 0, end: claimEnd },
  sourceSpan: quoted && { start: quoted[0], end: quoted[1] },
  matchType: quoted === undefined ? 'insufficient_evidence' : 'paraphrase_match',
});
const row = (id: string, answer: Outcome, ...auditTrail: AuditEntry[]): JudgedRow => {
  const { row: labelled, judgement } = judged('set', id, answer);
  return { row: labelled, judgement: { ...judgement, auditTrail } };
};
const run = (rows: readonly JudgedRow[]) => ({ candidates: 2, judged: rows, verdictPairs: 9, times: undefined });

describe('scoreCandidates', () => {
  it('counts the deciding premises of all pairs that decide with candidates too, at least in part', () => {
    const yes = outcome('SUPPORTED', 'SUPPORTED');
    const allPairs = [
      row('same', yes, entry([0, 20])),
      row('window', yes, entry([20, 60])),
      row('other', yes, entry([0, 20])),
      row('nothing', yes, entry(undefined)),
      row('two quotes', yes, entry([0, 20]), entry([40, 60])),
      row('other claim span', yes, entry([0, 20], 4)),
    ];
    const some = [
      row('same', yes, entry([0, 20])),
      row('window', yes, entry([50, 90])),
      row('other', yes, entry([20, 40])),
      row('nothing', yes, entry([0, 20])),
      row('two quotes', yes, entry([0, 20])),
      row('other claim span', yes, entry([0, 20], 10)),
    ];
    expect(scoreCandidates(run(some), allPairs).recall).toBe(3 / 6);
    expect(scoreCandidates(run(allPairs), allPairs).recall).toBe(1);
    expect(scoreCandidates(run(some.slice(3, 4)), allPairs.slice(3, 4)).recall).toBeNaN();
  });

  it('measures agreement by rows, the rest by sets, and three-way accuracy where a set is three-way', () => {
    const allPairs = [
      judged('a', '1', outcome('SUPPORTED', 'SUPPORTED', 0.9, 0.9)),
      judged('a', '2', outcome('UNSUPPORTED', 'UNCERTAIN', 0.9, 0.2)),
      judged('b', '1', outcome('NOT_SUPPORTED', 'UNCERTAIN', 0.9, 0.2)),
      judged('b', '2', outcome('SUPPORTED', 'SUPPORTED', 0.9, 0.8)),
    ];
    const some = allPairs.with(3, judged('b', '2', outcome('SUPPORTED', 'UNSUPPORTED', 0.9, 0.1)));
    const scores = scoreCandidates({ ...run(some), times: { medianMs: 1, p95Ms: 2 } }, allPairs);
    expect(scores).toMatchObject({ candidates: 2, agreement: 0.75, verdictPairs: 9 / 4, threeWayAccuracy: 0.5 });
    // Set a: SUPPORTED 1, UNSUPPORTED 0. Set b: SUPPORTED 0, NOT_SUPPORTED 2/3.
    expect(scores.macroF1).toBeCloseTo((1 / 2 + 1 / 3) / 2, 12);
    expect(scores.auroc).toBe(0.5);
    expect(scores.times).toEqual({ medianMs: 1, p95Ms: 2 });
  });
});

describe('timesOf', () => {
  it('takes times that were measured, in whatever order they come', () => {
    expect(timesOf(Array.from({ length: 100 }, (_, i) => 100 - i))).toEqual({ medianMs: 50, p95Ms: 95 });
    expect(timesOf([7])).toEqual({ medianMs: 7, p95Ms: 7 });
  });
});

describe('candidatesTable', () => {
  const scores = {
    ...{ candidates: 2, recall: 0.9, agreement: 0.95, macroF1: 0.5, auroc: Number.NaN },
    ...{ threeWayAccuracy: 0.6, verdictPairs: 7.25, times: undefined },
  };

  it('has a line a number of candidates, and times only where they were taken', () => {
    const timed = { ...scores, candidates: 0, times: { medianMs: 12.4, p95Ms: 99.6 } };
    expect(candidatesTable([scores])).not.toContain('median ms');
    const [first = '', second = ''] = candidatesTable([{ ...timed, candidates: 2 }, timed]).split('\n\n');
    expect(second.split('\n')[0]).toMatch(/verdict pairs per claim +median ms +p95 ms$/);
    const lines = first.split('\n');
    expect(lines[1]).toMatch(/^2 +0\.900 +0\.950 +0\.500 +- +0\.600$/);
    expect(second.split('\n')[1]).toMatch(/^2 +7\.3 +12 +100$/);
    expect(lines[2]).toMatch(/^all /);
  });
});
