import type { Outcome } from './types.ts';

/**
 * Area under the ROC curve of `supported`, SUPPORTED against the rest: the chance that a supported row outranks
 * another one, ties counting half. NaN when one side has no rows.
 */
export function auroc(outcomes: readonly Outcome[]): number {
  const positives = scoresWhere(outcomes, true);
  const negatives = scoresWhere(outcomes, false);
  let wins = 0;
  let below = 0;
  let belowOrTied = 0;
  for (const score of positives) {
    while (below < negatives.length && negatives[below]! < score) below += 1;
    while (belowOrTied < negatives.length && negatives[belowOrTied]! <= score) belowOrTied += 1;
    wins += (below + belowOrTied) / 2;
  }
  return wins / (positives.length * negatives.length);
}

/** Ascending scores of one side. */
function scoresWhere(outcomes: readonly Outcome[], isSupported: boolean): Float64Array {
  return Float64Array.from(
    outcomes.filter(({ label }) => (label === 'SUPPORTED') === isSupported).map(({ supported }) => supported),
  ).sort();
}
