import type { CrossEncoder } from '../../../src/nli/nli-interface.ts';
import { type ReadTexts, readTexts } from '../../../src/verify/read-texts.ts';
import { type ScoringRun, scorePremises } from '../../../src/verify/score-premises.ts';
import type { SelectionLimits } from '../../../src/verify/select-evidence.ts';
import type { VerifyInput } from '../../../src/verify/types.ts';
import { ALL_PAIRS } from '../../support/fake-encoder.ts';

export interface ScoredTexts {
  readonly texts: ReadTexts;
  readonly run: ScoringRun;
}

/** Reads both texts and puts them through both phases. */
export async function scoreTexts(
  input: VerifyInput,
  encoder: CrossEncoder,
  limits: Partial<SelectionLimits> = {},
): Promise<ScoredTexts> {
  const texts = await readTexts(input, encoder);
  const run = await scorePremises(texts, { encoder, turn: encoder.admit(0), limits: { ...ALL_PAIRS, ...limits } });
  return { texts, run };
}
