import { type Finding, failed, unless } from './finding.ts';
import type { Failure, LoadReport } from './in-cluster/load.ts';

/** Failures that a check provokes itself: no one can answer a request whose process is killed. */
export interface Allowance {
  /** Statuses, or codes of connections' errors. */
  readonly outcomes: readonly string[];
  /** Since the start of the load; a failure counts by its end. */
  readonly fromMs: number;
  readonly toMs: number;
  /** More than so many fail the check. */
  readonly atMost?: number;
  /** Fewer than so many do too: then the check has tested nothing. */
  readonly atLeast?: number;
}

/** Passes when every request but the allowed ones was answered with 200, also after the last allowed moment. */
export function judgeLoad(report: LoadReport, allowances: readonly Allowance[] = []): Finding {
  const figures = describe(report);
  if ((report.outcomes['200'] ?? 0) === 0) return failed(`no request was answered (${figures})`);
  const problems: string[] = [];
  const left = report.failures.filter((failure) => !allowances.some((allowance) => covers(allowance, failure)));
  if (left.length > 0) problems.push(`${left.length} not answered with 200, first ${describeFailure(left[0]!)}`);
  for (const allowance of allowances) {
    const { outcomes, toMs, atMost = Infinity, atLeast = 0 } = allowance;
    const count = report.failures.filter((failure) => covers(allowance, failure)).length;
    if (count > atMost) problems.push(`${count} × ${outcomes.join('/')}, at most ${atMost} expected`);
    if (count < atLeast) problems.push(`${count} × ${outcomes.join('/')}, at least ${atLeast} expected`);
    if (toMs < Infinity && report.lastMs <= toMs) problems.push(`no 200 after ${toMs} ms`);
  }
  return unless(problems, figures);
}

const covers = ({ outcomes, fromMs, toMs }: Allowance, { outcome, atMs }: Failure) =>
  outcomes.includes(outcome) && atMs >= fromMs && atMs <= toMs;

const describeFailure = ({ atMs, afterMs, outcome, code }: Failure) =>
  `${outcome} "${code}" at ${(atMs / 1000).toFixed(1)} s after ${afterMs} ms`;

/** Text such as "813 × 200, 2 × ECONNRESET; p95 610 ms". */
export function describe({ outcomes, p95Ms }: LoadReport): string {
  const counts = Object.entries(outcomes).map(([outcome, count]) => `${count} × ${outcome}`);
  return `${counts.join(', ')}; p95 ${p95Ms} ms`;
}
