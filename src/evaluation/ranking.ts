import { isRight, type Outcome } from './labelled-rows.ts';

/**
 * Area under the ROC curve of `supported`, SUPPORTED against the rest: the chance that a supported row has a
 * higher score than another row, ties counting half. NaN when one side has no rows.
 */
export function auroc(outcomes: readonly Outcome[]): number {
  return areaUnderCurve(
    outcomes,
    ({ supported }) => supported,
    ({ label }) => label === 'SUPPORTED',
  );
}

/** The chance that a right answer has more confidence than a wrong one, ties counting half. NaN when all are alike. */
export function confidenceAuroc(outcomes: readonly Outcome[]): number {
  return areaUnderCurve(
    outcomes,
    ({ confidence }) => confidence,
    ({ label, verdict }) => isRight(label, verdict),
  );
}

/** The same among the SUPPORTED verdicts. */
export function supportedConfidenceAuroc(outcomes: readonly Outcome[]): number {
  return confidenceAuroc(outcomes.filter(({ verdict }) => verdict === 'SUPPORTED'));
}

/** Share of pairs of a positive and another row in which the positive one has the higher score; ties count half. */
function areaUnderCurve(
  outcomes: readonly Outcome[],
  scoreOf: (outcome: Outcome) => number,
  isPositive: (outcome: Outcome) => boolean,
): number {
  // Resamples keep the order of rows, so that rows which were sorted once are sorted again in one pass.
  const ascending = outcomes.toSorted((left, right) => scoreOf(left) - scoreOf(right));
  let [positives, others, wins] = [0, 0, 0];
  for (let start = 0; start < ascending.length; ) {
    const score = scoreOf(ascending[start]!);
    let [tiedPositives, tiedOthers] = [0, 0];
    let end = start;
    for (; end < ascending.length && scoreOf(ascending[end]!) === score; end += 1) {
      const { weight = 1 } = ascending[end]!;
      if (isPositive(ascending[end]!)) tiedPositives += weight;
      else tiedOthers += weight;
    }
    wins += tiedPositives * (others + tiedOthers / 2);
    positives += tiedPositives;
    others += tiedOthers;
    start = end;
  }
  return wins / (positives * others);
}
