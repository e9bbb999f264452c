import { HUNDREDTHS } from '../../src/calibration/fit-calibration.ts';
import { isWhollyRight } from './answer-figures.ts';
import { share } from './figure.ts';
import { passesFrom } from './passing.ts';
import type { AnswerRow } from './rows.ts';

/** An answer with an error that passes counts as much as so many right ones that do not. */
const WRONG_COUNTS = 3;

/** No sentence passes that is as likely wrong as right, however few answers say otherwise. */
const EVEN_ODDS = 0.5;

/**
 * The lowest confidence with which a SUPPORTED sentence of an answer passes: the greatest hundredth from even odds on with the
 * highest share of wholly right answers that pass, less `WRONG_COUNTS` times the share of answers with an error that do.
 */
export function fitAnswerMinConfidence(answers: readonly AnswerRow[]): number {
  const right = answers.filter(isWhollyRight);
  const wrong = answers.filter((answer) => !isWhollyRight(answer));
  const gain = (minConfidence: number) => {
    const isPassing = passesFrom(minConfidence);
    const passes = ({ sentences }: AnswerRow) => sentences.every(isPassing);
    return share(right, passes) - WRONG_COUNTS * share(wrong, passes);
  };
  const least = HUNDREDTHS.filter((one) => one >= EVEN_ODDS);
  return least.reduce((best, one) => (gain(one) >= gain(best) ? one : best));
}
