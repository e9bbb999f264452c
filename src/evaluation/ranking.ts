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

function areaUnderCurve(
  outcomes: readonly Outcome[],
  scoreOf: (outcome: Outcome) => number,
  isPositive: (outcome: Outcome) => boolean,
): number {
  const positives = new AscendingScores(outcomes.length);
  const negatives = new AscendingScores(outcomes.length);
  for (const outcome of outcomes) (isPositive(outcome) ? positives : negatives).add(scoreOf(outcome));
  return shareWon(positives.sorted(), negatives.sorted());
}

/** Share of pairs, one score from each list, in which the first is higher; ties count half. */
function shareWon(positives: Float64Array, negatives: Float64Array): number {
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

/** Scores of one side, sorted. Resamples keep the order of rows, so rows that were sorted once stay sorted. */
class AscendingScores {
  readonly #scores: Float64Array;
  #count = 0;
  #isAscending = true;

  constructor(capacity: number) {
    this.#scores = new Float64Array(capacity);
  }

  add(score: number): void {
    if (this.#count > 0 && score < this.#scores[this.#count - 1]!) this.#isAscending = false;
    this.#scores[this.#count] = score;
    this.#count += 1;
  }

  sorted(): Float64Array {
    const scores = this.#scores.subarray(0, this.#count);
    return this.#isAscending ? scores : scores.sort();
  }
}
