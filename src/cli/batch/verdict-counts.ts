import { VERDICTS, type Verdict } from '../../index.ts';

/** Rows by verdict. */
export type VerdictCounts = Readonly<Record<Verdict, number>>;

export const NO_VERDICTS: VerdictCounts = { SUPPORTED: 0, UNSUPPORTED: 0, UNCERTAIN: 0 };

/** The counts with one more row; the same where the row has no verdict. */
export function counting(counts: VerdictCounts, verdict: unknown): VerdictCounts {
  const known = VERDICTS.find((one) => one === verdict);
  return known === undefined ? counts : { ...counts, [known]: counts[known] + 1 };
}

/** Such as "7 SUPPORTED, 1 UNSUPPORTED, 2 UNCERTAIN". */
export function describeVerdicts(counts: VerdictCounts): string {
  return VERDICTS.map((verdict) => `${counts[verdict]} ${verdict}`).join(', ');
}
