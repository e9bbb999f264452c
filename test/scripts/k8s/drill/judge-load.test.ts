import { describe, expect, it } from 'vitest';
import type { Failure, LoadReport } from '../../../../scripts/k8s/drill/in-cluster/load.ts';
import { judgeLoad } from '../../../../scripts/k8s/drill/judge-load.ts';

const failure = (outcome: string, atMs: number): Failure => ({
  outcome,
  atMs,
  afterMs: 30,
  code: 'why',
  retryAfter: null,
});

function report(answered: number, failures: readonly Failure[] = []): LoadReport {
  const outcomes: Record<string, number> = answered === 0 ? {} : { 200: answered };
  for (const { outcome } of failures) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  const times = { medianMs: 100, p95Ms: 250, longestGapMs: 900, gapAtMs: 0, lastMs: 60_000 };
  return { total: answered + failures.length, outcomes, failures, ...times };
}

const KILLED = { outcomes: ['ECONNRESET', 'ECONNREFUSED'], fromMs: 10_000, toMs: 15_000, atMost: 2 };

describe('judgeLoad', () => {
  it('passes when every request was answered with 200', () => {
    expect(judgeLoad(report(800))).toEqual({ result: 'passed', detail: '800 × 200; p95 250 ms' });
  });

  it('fails for a single request that was lost or refused', () => {
    expect(judgeLoad(report(800, [failure('ECONNRESET', 12_000)]))).toEqual({
      result: 'failed',
      detail:
        '1 not answered with 200, first ECONNRESET "why" at 12.0 s after 30 ms (800 × 200, 1 × ECONNRESET; p95 250 ms)',
    });
    expect(judgeLoad(report(800, [failure('503', 12_000)])).result).toBe('failed');
  });

  it('fails when nothing was answered', () => {
    expect(judgeLoad(report(0, [failure('ECONNREFUSED', 12_000)]), [KILLED]).detail).toContain(
      'no request was answered',
    );
    expect(judgeLoad(report(0)).result).toBe('failed');
  });

  it('allows what a check provokes: these outcomes, at that time, no more of them', () => {
    const one = failure('ECONNRESET', 10_000);
    expect(judgeLoad(report(800, [one, failure('ECONNREFUSED', 15_000)]), [KILLED]).result).toBe('passed');
    expect(judgeLoad(report(800, [failure('ECONNRESET', 9_999)]), [KILLED]).result).toBe('failed');
    expect(judgeLoad(report(800, [failure('ECONNRESET', 15_001)]), [KILLED]).result).toBe('failed');
    expect(judgeLoad(report(800, [failure('500', 12_000)]), [KILLED]).result).toBe('failed');
    expect(judgeLoad(report(800, [one, one, one]), [KILLED]).detail).toContain(
      '3 × ECONNRESET/ECONNREFUSED, at most 2 expected',
    );
  });

  it('fails when what a check provokes did not show, or nothing was answered after it', () => {
    const away = { outcomes: ['503'], fromMs: 10_000, toMs: 20_000, atLeast: 1 };
    expect(judgeLoad(report(800), [away]).detail).toContain('0 × 503, at least 1 expected');
    const refused = report(800, [failure('503', 12_000)]);
    expect(judgeLoad(refused, [away]).result).toBe('passed');
    expect(judgeLoad({ ...refused, lastMs: 20_000 }, [away]).detail).toContain('no 200 after 20000 ms');
  });
});
