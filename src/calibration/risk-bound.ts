export interface RiskRow {
  readonly isSupported: boolean;
  /** 0 to 1. */
  readonly confidence: number;
  readonly isRight: boolean;
}

export interface Passing {
  readonly leastConfidence: number;
  readonly passing: number;
  readonly wrong: number;
  /** Upper 95 % bound of the share of wrong answers among those that pass. */
  readonly bound: number;
}

type Counts = Omit<Passing, 'bound'>;

/** Chance that a stated risk is exceeded. */
const ERROR_RATE = 0.05;
const CONFIDENCES = Array.from({ length: 101 }, (_, i) => (100 - i) / 100);

/**
 * The lowest confidence at which the share of wrong answers among those that pass stays below `maxWrong`, with 95 % certainty
 * for rows like these; undefined where there is none, with the first confidence that failed.
 *
 * Fixed-sequence testing (Angelopoulos et al., Learn then Test, arXiv 2110.01052): confidences are tested from strict to
 * lenient, each at the full error rate, until the first fails. The sequence begins where the tuning rows are the strongest
 * evidence. Confidences that fewer rows pass than could ever meet the bound are not tested: that depends on no label.
 */
export function controlRisk(
  { tuning, heldOut }: { readonly tuning: readonly RiskRow[]; readonly heldOut: readonly RiskRow[] },
  maxWrong: number,
): { readonly found: Passing | undefined; readonly failed: Passing | undefined } {
  const fewest = fewestRight(maxWrong);
  const chanceOf = ({ wrong, passing }: Counts) => chanceOfAtMost(wrong, passing, maxWrong);
  const onTuning = passingAtEach(tuning).map((counts) => ({ ...counts, chance: chanceOf(counts) }));
  const first = onTuning.reduce((best, one) => (one.chance < best.chance ? one : best));
  let found: Counts | undefined;
  for (const counts of passingAtEach(heldOut)) {
    if (counts.leastConfidence > first.leastConfidence || counts.passing < fewest) continue;
    if (chanceOf(counts) >= ERROR_RATE) return { found: withBound(found), failed: withBound(counts) };
    found = counts;
  }
  return { found: withBound(found), failed: undefined };
}

function passingAtEach(rows: readonly RiskRow[]): Counts[] {
  const supported = rows.filter(({ isSupported }) => isSupported).toSorted((a, b) => b.confidence - a.confidence);
  let [passing, wrong] = [0, 0];
  return CONFIDENCES.map((leastConfidence) => {
    while (passing < supported.length && supported[passing]!.confidence >= leastConfidence) {
      wrong += Number(!supported[passing]!.isRight);
      passing += 1;
    }
    return { leastConfidence, passing, wrong };
  });
}

function withBound(counts: Counts | undefined): Passing | undefined {
  return counts && { ...counts, bound: upperBound(counts.wrong, counts.passing) };
}

/** The least number of right answers without a wrong one whose bound is below `maxWrong`: 59 for 5 %. */
export function fewestRight(maxWrong: number): number {
  let rows = Math.ceil(Math.log(ERROR_RATE) / Math.log1p(-maxWrong));
  while (upperBound(0, rows) >= maxWrong) rows += 1;
  return rows;
}

/** More are never asked for. */
const MOST_ROWS = 100_000;

/** Answers that have to pass for the bound to be below `maxWrong` if the share `wrong` of them is wrong; undefined: too many. */
export function rowsNeeded(wrong: number, maxWrong: number): number | undefined {
  for (let rows = fewestRight(maxWrong); rows <= MOST_ROWS; rows = Math.ceil(rows * 1.02))
    if (chanceOfAtMost(Math.round(wrong * rows), rows, maxWrong) < ERROR_RATE) return rows;
  return undefined;
}

/** The upper 95 % bound of Clopper and Pearson for a share of which `wrong` of `rows` were seen. */
export function upperBound(wrong: number, rows: number): number {
  if (wrong >= rows) return 1;
  let [low, high] = [wrong / rows, 1];
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (chanceOfAtMost(wrong, rows, middle) > ERROR_RATE) low = middle;
    else high = middle;
  }
  return high;
}

function chanceOfAtMost(most: number, rows: number, probability: number): number {
  const [logYes, logNo] = [Math.log(probability), Math.log1p(-probability)];
  let logWays = 0;
  let chance = 0;
  for (let count = 0; count <= most; count += 1) {
    if (count > 0) logWays += Math.log((rows - count + 1) / count);
    chance += Math.exp(logWays + count * logYes + (rows - count) * logNo);
  }
  return chance;
}
