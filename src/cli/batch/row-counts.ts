import type { Outcome, Verdict } from '../../index.ts';

type Counts<Name extends string> = Readonly<Record<Name, number>>;

export type OutcomeCounts = Counts<Outcome>;

export const NO_OUTCOMES: OutcomeCounts = { fail: 0, review: 0, pass: 0 };

/** Written rows by what they got. */
export interface RowCounts {
  readonly rows: number;
  readonly errors: number;
  readonly verdicts: Counts<Verdict>;
  readonly outcomes: OutcomeCounts;
  /** Error rows by their messages. */
  readonly problems: ReadonlyMap<string, number>;
}

export const NO_ROWS: RowCounts = {
  ...{ rows: 0, errors: 0, problems: new Map() },
  verdicts: { SUPPORTED: 0, UNSUPPORTED: 0, UNCERTAIN: 0 },
  outcomes: NO_OUTCOMES,
};

/** One row more. `problem`: the message of an error row. */
export function countingRow(
  { rows, errors, verdicts, outcomes, problems }: RowCounts,
  { verdict, outcome, problem }: { readonly verdict?: unknown; readonly outcome?: unknown; readonly problem?: string },
): RowCounts {
  return {
    rows: rows + 1,
    errors: errors + (problem === undefined ? 0 : 1),
    verdicts: counting(verdicts, verdict),
    outcomes: counting(outcomes, outcome),
    problems: problem === undefined ? problems : countingProblem(problems, problem),
  };
}

export function counting<Name extends string>(counts: Counts<Name>, name: unknown): Counts<Name> {
  const known = namesOf(counts).find((one) => one === name);
  return known === undefined ? counts : { ...counts, [known]: counts[known] + 1 };
}

export function describeCounts<Name extends string>(counts: Counts<Name>): string {
  return namesOf(counts)
    .map((name) => `${counts[name]} ${name}`)
    .join(', ');
}

function namesOf<Name extends string>(counts: Counts<Name>): Name[] {
  return Object.keys(counts) as Name[];
}

/** Different sentences that are counted, and that are shown. */
const MAX_COUNTED = 1000;
const MAX_SHOWN = 3;

function countingProblem(counts: RowCounts['problems'], sentence: string): RowCounts['problems'] {
  if (counts.size >= MAX_COUNTED && !counts.has(sentence)) return counts;
  return new Map(counts).set(sentence, (counts.get(sentence) ?? 0) + 1);
}

export function describeProblems(counts: RowCounts['problems']): string[] {
  const sorted = [...counts].sort(([, left], [, right]) => right - left);
  const lines = sorted.slice(0, MAX_SHOWN).map(([sentence, rows]) => `  ${rows} x ${sentence}`);
  const others = sorted.length - lines.length;
  return others > 0 ? [...lines, `  and ${others} other errors`] : lines;
}
