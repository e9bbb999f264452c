import { VERDICTS, type Verdict } from '../contract/verify.ts';
import { isRight, type Outcome, totalWeight } from '../evaluation/labelled-rows.ts';
import type { Calibration } from '../verify/decide/calibration.ts';
import { logOdds } from '../verify/score/scoring.ts';
import {
  type ExaminedRow,
  fitMinConfidence,
  MIN_ROWS_PER_LABEL,
  outcomeOf,
  rowsByLabel,
  weighedInSets,
} from './fit-calibration.ts';

/** Right and wrong answers that the two numbers of the confidence need, each. */
const MIN_OF_EACH = 5;
/** Rightly SUPPORTED rows that the least confidence which passes needs. */
const MIN_SUPPORTED = 10;
/** How much the two numbers are held at 1 and 0, as if so many answers said so. */
const PRIOR = 2;
const STEPS = 200;
/** Newton's method leaves the slope of a sigmoid's flat ends by far too long a step. */
const MAX_STEP = 0.1;

/** What a few rows carry: a calibration with some of its numbers fitted, and sentences on what was fitted and what was not. */
export interface FewRowsFit {
  readonly calibration: Calibration;
  readonly told: readonly string[];
}

/**
 * Fits what labelled claims carry that are too few for a whole fit: slope and offset of the confidence's log-odds (Platt
 * scaling, held near 1 and 0), and the least confidence that passes. Undefined where they carry neither.
 */
export function fitFewRows(given: readonly ExaminedRow[], base: Calibration): FewRowsFit | undefined {
  const rows = weighedInSets(given);
  const before = rows.map((row) => outcomeOf(row, base));
  const right = before.filter(({ label, verdict }) => isRight(label, verdict)).length;
  const isScaled = Math.min(right, before.length - right) >= MIN_OF_EACH;
  const scaled = isScaled ? withScaled(base, scaleOf(before)) : base;
  const outcomes = rows.map((row) => outcomeOf(row, scaled));
  const supported = outcomes.filter(({ label, verdict }) => verdict === 'SUPPORTED' && isRight(label, verdict)).length;
  const isPassing = supported >= MIN_SUPPORTED;
  if (!isScaled && !isPassing) return undefined;
  const minConfidence = isPassing ? fitMinConfidence(outcomes) : base.minConfidence;
  return {
    calibration: { ...scaled, minConfidence },
    told: [
      isScaled
        ? `Fitted: the confidence, to ${right} right and ${before.length - right} wrong answers.`
        : `Kept: the confidence. It needs ${MIN_OF_EACH} right and ${MIN_OF_EACH} wrong answers; there are ${right} and ${before.length - right}.`,
      isPassing
        ? `Fitted: the least confidence that passes, ${minConfidence}, to ${supported} rightly SUPPORTED rows.`
        : `Kept: the least confidence that passes. It needs ${MIN_SUPPORTED} rightly SUPPORTED rows; there are ${supported}.`,
      `Kept: curves and thresholds. They need ${MIN_ROWS_PER_LABEL} rows of each label in the half that is fitted to: ${lacking(rows)}.`,
    ],
  };
}

/** Such as "34 more SUPPORTED". */
function lacking(rows: readonly ExaminedRow[]): string {
  const short = rowsByLabel(rows).filter(({ count }) => count < MIN_ROWS_PER_LABEL);
  return short.map(({ label, count }) => `${MIN_ROWS_PER_LABEL - count} more ${label}`).join(', ');
}

interface Scale {
  readonly slope: number;
  readonly offset: number;
}

/**
 * Logistic regression of being right on the log-odds of the confidence, by Newton's method. Weights of rows have the sum
 * of as many rows of one weight as would tell as much: few rows that stand for most do not outvote the prior.
 */
function scaleOf(outcomes: readonly Outcome[]): Scale {
  const total = totalWeight(outcomes);
  const squares = outcomes.reduce((sum, { weight = 1 }) => sum + weight ** 2, 0);
  const samples = outcomes.map(({ label, verdict, confidence, weight = 1 }) => ({
    x: logOdds(confidence),
    right: Number(isRight(label, verdict)),
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
    // A negative slope would make sure answers the least sure ones: from 0 the offset goes on alone.
    offset -= atMost(MAX_STEP, flatter < 0 ? go / hoo : (hss * go - hso * gs) / determinant);
    slope = Math.max(0, flatter);
  }
  return { slope, offset };
}

function atMost(limit: number, value: number): number {
  return Math.max(-limit, Math.min(limit, value));
}

function withScaled(calibration: Calibration, { slope, offset }: Scale): Calibration {
  const scaled = ({ bias, curves }: Calibration['confidence'][Verdict]) => ({
    bias: slope * bias + offset,
    curves: Object.fromEntries(
      Object.entries(curves).map(([name, points]) => [name, points!.map(([x, y]) => [x, slope * y])]),
    ),
  });
  const models = VERDICTS.map((verdict) => [verdict, scaled(calibration.confidence[verdict])]);
  return { ...calibration, confidence: Object.fromEntries(models) };
}
