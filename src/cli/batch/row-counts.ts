import type { Outcome, Verdict } from '../../index.ts';

type Counts<Name extends string> = Readonly<Record<Name, number>>;

export type VerdictCounts = Counts<Verdict>;
export type OutcomeCounts = Counts<Outcome>;

export const NO_VERDICTS: VerdictCounts = { SUPPORTED: 0, UNSUPPORTED: 0, UNCERTAIN: 0 };
export const NO_OUTCOMES: OutcomeCounts = { fail: 0, review: 0, pass: 0 };

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

export type ProblemCounts = ReadonlyMap<string, number>;

/** Different sentences that are counted, and that are shown. */
const MAX_COUNTED = 1000;
const MAX_SHOWN = 3;

export function countingProblem(counts: ProblemCounts, sentence: string): ProblemCounts {
  if (counts.size >= MAX_COUNTED && !counts.has(sentence)) return counts;
  return new Map(counts).set(sentence, (counts.get(sentence) ?? 0) + 1);
}

export function describeProblems(counts: ProblemCounts): string[] {
  const sorted = [...counts].sort(([, left], [, right]) => right - left);
  const lines = sorted.slice(0, MAX_SHOWN).map(([sentence, rows]) => `  ${rows} x ${sentence}`);
  const others = sorted.length - lines.length;
  return others > 0 ? [...lines, `  and ${others} other errors`] : lines;
}
