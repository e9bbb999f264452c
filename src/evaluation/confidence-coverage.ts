import type { Verdict } from '../contract/verify.ts';
import { accuracy } from './classification.ts';
import { type Outcome, totalWeight, VERDICTS } from './labelled-rows.ts';

/** The answers at or above a confidence. */
export interface Kept {
  /** Answers kept. */
  readonly rows: number;
  /** Their share of all answers; NaN when there were none. */
  readonly coverage: number;
  /** Share of right verdicts among them; NaN when none is kept. */
  readonly accuracy: number;
}

export interface Coverage extends Kept {
  readonly atLeast: number;
  /** The same of the answers with each verdict: `coverage` is a share of that verdict's answers. */
  readonly byVerdict: Readonly<Record<Verdict, Kept>>;
}

/** Number, share and accuracy of the answers at or above each confidence. */
export function coverageAt(outcomes: readonly Outcome[], confidences: readonly number[]): Coverage[] {
  const given = VERDICTS.map(
    (verdict) => [verdict, outcomes.filter((outcome) => outcome.verdict === verdict)] as const,
  );
  return confidences.map((atLeast) => {
    const byVerdict = given.map(([verdict, answers]) => [verdict, keptOf(answers, atLeast)] as const);
    return {
      atLeast,
      ...keptOf(outcomes, atLeast),
      byVerdict: Object.fromEntries(byVerdict) as Record<Verdict, Kept>,
    };
  });
}

function keptOf(answers: readonly Outcome[], atLeast: number): Kept {
  const kept = answers.filter(({ confidence }) => confidence >= atLeast);
  return { rows: kept.length, coverage: totalWeight(kept) / totalWeight(answers), accuracy: accuracy(kept) };
}
