import { overlapJudge } from '../../src/evaluation/overlap.ts';
import type { Judge, LabelledRow } from '../../src/evaluation/types.ts';
import { createVerifier, type VerifierOptions } from '../../src/index.ts';
import { sentenceWords, splitSentences, windowsOf } from '../../src/text/index.ts';
import { verifyPatiently } from '../batch/answer-row.ts';

/** A judge that is ready, what its verdicts depend on, and how to put it away. */
export interface OpenJudge {
  readonly judge: Judge;
  readonly settings: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

export interface JudgeContext {
  readonly rows: readonly LabelledRow[];
  readonly verifier: VerifierOptions;
  readonly signal: AbortSignal;
}

type JudgeOpener = (context: JudgeContext) => Promise<OpenJudge>;

/** Everything the product is compared with, by the name that `--baseline` takes. */
export const BASELINES: Readonly<Record<string, JudgeOpener>> = {
  overlap: async ({ rows }) => ({
    judge: overlapJudge(rows, { splitSentences, windowsOf, sentenceWords }),
    settings: { threshold: '0.5' },
    close: () => Promise.resolve(),
  }),
};

/** The product itself. */
export const openProduct: JudgeOpener = async (context) => {
  const verifier = await createVerifier(context.verifier);
  const { model, policyVersion, calibration, windowSentences } = verifier.info;
  return {
    judge: async ({ claim, source }) => {
      const verification = await verifyPatiently(verifier, { claim, source }, context.signal);
      return { ...verification, supported: verification.scores.probabilities.SUPPORTED };
    },
    settings: {
      model: `${model.id} ${model.version} (${model.sha256.slice(0, 12)}, ${model.provider})`,
      policy: policyVersion,
      calibration,
      'window of sentences': String(windowSentences),
    },
    close: () => verifier.close(),
  };
};
