import { VERDICTS } from '../contract/verify.ts';
import { isRight, type Outcome } from '../evaluation/labelled-rows.ts';
import type { Calibration } from '../verify/decide/calibration.ts';
import { type ExaminedRow, fitMinConfidence, MIN_ROWS_PER_LABEL, outcomeOf, rowsByLabel } from './fit-calibration.ts';
import { fitScale, type Scale } from './fit-scale.ts';

/** Right and wrong answers that the two numbers of the confidence need, each. */
const MIN_OF_EACH = 5;
/** Correctly SUPPORTED rows that the minimum confidence needs. */
const MIN_SUPPORTED = 10;

/**
 * Fits what few labeled claims allow, too few for a whole fit: slope and offset of the confidence's log-odds (Platt
 * scaling, held near 1 and 0), and the minimum confidence. Undefined where they allow neither.
 */
export function fitFewRows(
  rows: readonly ExaminedRow[],
  base: Calibration,
): { readonly calibration: Calibration; readonly told: readonly string[] } | undefined {
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
    calibration: { ...scaled, minConfidence, answerMinConfidence: undefined },
    told: [
      isScaled
        ? `Fitted: the confidence, on ${right} right and ${before.length - right} wrong answers.`
        : `Not fitted: the confidence. It needs ${MIN_OF_EACH} right and ${MIN_OF_EACH} wrong answers; there are ${right} and ${before.length - right}.`,
      isPassing
        ? `Fitted: the minimum confidence, ${minConfidence}, on ${supported} correctly SUPPORTED rows.`
        : `Not fitted: the minimum confidence. It needs ${MIN_SUPPORTED} correctly SUPPORTED rows; there are ${supported}.`,
      `Not fitted: the weights. They need ${MIN_ROWS_PER_LABEL} rows of each label in the tuning half: ${lacking(rows)}.`,
    ],
  };
}

function lacking(rows: readonly ExaminedRow[]): string {
  const short = rowsByLabel(rows).filter(({ count }) => count < MIN_ROWS_PER_LABEL);
  return short.map(({ label, count }) => `${MIN_ROWS_PER_LABEL - count} more ${label}`).join(', ');
}

function scaleOf(outcomes: readonly Outcome[]): Scale {
  return fitScale(
    outcomes.map(({ label, verdict, confidence }) => ({
      probability: confidence,
      right: isRight(label, verdict),
      weight: 1,
    })),
  );
}

function withScaled(calibration: Calibration, { slope, offset }: Scale): Calibration {
  const scaled = (before: Scale) => ({ slope: slope * before.slope, offset: slope * before.offset + offset });
  const models = VERDICTS.map((verdict) => [verdict, scaled(calibration.confidence[verdict])]);
  return { ...calibration, confidence: Object.fromEntries(models) as Calibration['confidence'] };
}
