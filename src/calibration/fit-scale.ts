import type { Calibration } from '../verify/decide/calibration.ts';
import { logOdds } from '../verify/score/scoring.ts';

export type Scale = Calibration['confidence']['SUPPORTED'];

export interface Answered {
  readonly probability: number;
  readonly right: boolean;
  readonly weight: number;
}

/** Strength of the prior that holds the two numbers at 1 and 0, as a number of answers. */
const PRIOR = 2;
const STEPS = 200;
/** Newton's method leaves the slope of a sigmoid's flat ends by far too long a step. */
const MAX_STEP = 0.1;

/**
 * Platt scaling (Platt 1999) by Newton's method: logistic regression of being right on the log-odds of the probability.
 * Weighted rows count as the number of equal rows with as much information: few heavy rows do not outvote the prior.
 */
export function fitScale(answers: readonly Answered[]): Scale {
  const total = answers.reduce((sum, { weight }) => sum + weight, 0);
  const squares = answers.reduce((sum, { weight }) => sum + weight ** 2, 0);
  const samples = answers.map(({ probability, right, weight }) => ({
    x: logOdds(probability),
    right: Number(right),
    weight: (weight * total) / squares,
  }));
  let [slope, offset] = [1, 0];
  for (let step = 0; step < STEPS; step += 1) {
    let [gs, go, hss, hso, hoo] = [PRIOR * (slope - 1), PRIOR * offset, PRIOR, 0, PRIOR];
    for (const { x, right, weight } of samples) {
      const p = 1 / (1 + Math.exp(-(slope * x + offset)));
      const w = weight * p * (1 - p);
      gs += weight * (p - right) * x;
      go += weight * (p - right);
      hss += w * x * x;
      hso += w * x;
      hoo += w;
    }
    const determinant = hss * hoo - hso * hso;
    const flatter = slope - atMost(MAX_STEP, (hoo * gs - hso * go) / determinant);
    // A negative slope would make sure answers the least sure ones: from 0 the offset continues alone.
    offset -= atMost(MAX_STEP, flatter < 0 ? go / hoo : (hss * go - hso * gs) / determinant);
    slope = Math.max(0, flatter);
  }
  return { slope: rounded(slope), offset: rounded(offset) };
}

/** To the digits of the calibration file. */
export function rounded(value: number): number {
  return Number(value.toFixed(4));
}

function atMost(limit: number, value: number): number {
  return Math.max(-limit, Math.min(limit, value));
}
