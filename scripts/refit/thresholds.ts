import { isWhollyRight } from './answer-figures.ts';
import { type Counted, counted, share } from './figure.ts';
import { type Passing, passesFrom, passRight } from './passing.ts';
import type { AnswerRow, ClaimRow } from './rows.ts';

export interface PassesAt {
  readonly minConfidence: number;
  readonly passRight: number;
  /** Share of the claims SUPPORTED by their label that pass. */
  readonly truePass: number;
  readonly rightAnswersPass: Counted;
  readonly wrongAnswersPass: Counted;
}

/** The lowest confidences that a caller may ask for, for the table of what they let pass. */
const LOWEST = [0.5, 0.6, 0.7, 0.8, 0.9] as const;

/** Claims and answers that pass at each of some confidences. An answer passes if each of its sentences does. */
export function passesAt(claims: readonly ClaimRow[], answers: readonly AnswerRow[]): PassesAt[] {
  return LOWEST.map((minConfidence) => {
    const passes = passesFrom(minConfidence);
    const passing: Passing[] = claims.map((claim) => ({ ...claim, passes: passes(claim) }));
    const answerPasses = ({ sentences }: AnswerRow) => sentences.every(passes);
    return {
      minConfidence,
      passRight: passRight(passing),
      truePass: share(
        passing.filter(({ label }) => label === 'SUPPORTED'),
        (claim) => claim.passes,
      ),
      rightAnswersPass: counted(answers.filter(isWhollyRight), answerPasses),
      wrongAnswersPass: counted(
        answers.filter((answer) => !isWhollyRight(answer)),
        answerPasses,
      ),
    };
  });
}
