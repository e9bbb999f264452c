import type { Outcome, Verdict } from '../../index.ts';

export type OutcomeCounts = Record<Outcome, number>;

/** Error rows with different messages that are counted, and messages that are shown. */
const MAX_COUNTED = 1000;
const MAX_SHOWN = 3;

/** Written rows by what they got. */
export interface RowCounts {
  rows: number;
  errors: number;
  readonly verdicts: Record<Verdict, number>;
  readonly outcomes: OutcomeCounts;
  /** Error rows by their messages. */
  readonly problems: Map<string, number>;
}

export function noRows(): RowCounts {
  return {
    rows: 0,
    errors: 0,
    problems: new Map(),
    verdicts: { SUPPORTED: 0, UNSUPPORTED: 0, UNCERTAIN: 0 },
    outcomes: noOutcomes(),
  };
}

export function noOutcomes(): OutcomeCounts {
  return { fail: 0, review: 0, pass: 0 };
}

/** `problem`: the message of an error row. */
export function countRow(
  counts: RowCounts,
  { verdict, outcome, problem }: { readonly verdict?: unknown; readonly outcome?: unknown; readonly problem?: string },
): void {
  counts.rows += 1;
  count(counts.verdicts, verdict);
  count(counts.outcomes, outcome);
  if (problem === undefined) return;
  counts.errors += 1;
  const { problems } = counts;
  const before = problems.get(problem) ?? 0;
  if (before > 0 || problems.size < MAX_COUNTED) problems.set(problem, before + 1);
}

/** Names that have no count are left out. */
export function count(counts: Record<string, number>, name: unknown): void {
  if (typeof name === 'string' && Object.hasOwn(counts, name)) counts[name]! += 1;
}

export function describeCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, rows]) => `${rows} ${name}`)
    .join(', ');
}

export function describeProblems(problems: RowCounts['problems']): string[] {
  const sorted = [...problems].sort(([, left], [, right]) => right - left);
  const lines = sorted.slice(0, MAX_SHOWN).map(([sentence, rows]) => `  ${rows} x ${sentence}`);
  const others = sorted.length - lines.length;
  return others > 0 ? [...lines, `  and ${others} other errors`] : lines;
}
