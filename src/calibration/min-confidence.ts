import { isRight, type Outcome, totalWeight } from '../evaluation/labelled-rows.ts';

/** Share of the SUPPORTED rows that pass which is to be right, and share of the rightly SUPPORTED that is to pass. */
const RIGHT = 0.9;
const PASSING = 0.5;

const HUNDREDTHS = Array.from({ length: 101 }, (_, i) => i / 100);

/**
 * The least confidence with which a SUPPORTED sentence of an answer passes: the smallest hundredth at which nine of ten
 * SUPPORTED rows that pass are right. Where fewer than half of the rightly SUPPORTED would pass at it, the greatest at which
 * half of them do. Undefined where no row is rightly SUPPORTED.
 */
export function fitMinConfidence(outcomes: readonly Outcome[]): number | undefined {
  const supported = outcomes.filter(({ verdict }) => verdict === 'SUPPORTED');
  const right = supported.filter(({ label }) => isRight(label, 'SUPPORTED'));
  const passing = (rows: readonly Outcome[], least: number) =>
    totalWeight(rows.filter(({ confidence }) => confidence >= least));
  if (right.length === 0) return undefined;
  const keeping = HUNDREDTHS.filter((least) => passing(right, least) >= PASSING * totalWeight(right));
  return keeping.find((least) => passing(right, least) >= RIGHT * passing(supported, least)) ?? keeping.at(-1);
}
