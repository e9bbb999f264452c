/** One rated answer: the log-odds it was given and whether it was right. */
export interface RatedAnswer {
  readonly logOdds: number;
  readonly right: boolean;
}

export interface ConfidenceLine {
  readonly bias: number;
  readonly slope: number;
}

/** How many answers' worth of belief in "the log-odds are right as they are" each line starts with. */
const PRIOR_STRENGTH = 2;
const STEPS = 50;

/**
 * Platt scaling: bias and slope of a logistic regression of rightness on the log-odds, by Newton's method, with a weak
 * normal prior around bias 0 and slope 1, so that few or all-right answers still give finite numbers.
 */
export function fitLine(answers: readonly RatedAnswer[]): ConfidenceLine {
  let bias = 0;
  let slope = 1;
  for (let step = 0; step < STEPS; step++) {
    let [g0, g1, h00, h01, h11] = [
      PRIOR_STRENGTH * bias,
      PRIOR_STRENGTH * (slope - 1),
      PRIOR_STRENGTH,
      0,
      PRIOR_STRENGTH,
    ];
    for (const { logOdds, right } of answers) {
      const p = 1 / (1 + Math.exp(-(bias + slope * logOdds)));
      const error = p - Number(right);
      const curvature = p * (1 - p);
      g0 += error;
      g1 += error * logOdds;
      h00 += curvature;
      h01 += curvature * logOdds;
      h11 += curvature * logOdds * logOdds;
    }
    const determinant = h00 * h11 - h01 * h01;
    bias -= (h11 * g0 - h01 * g1) / determinant;
    slope -= (h00 * g1 - h01 * g0) / determinant;
  }
  return { bias, slope };
}
