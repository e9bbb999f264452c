import { overlapJudge } from '../../src/evaluation/overlap.ts';
import type { Judge, LabelledRow } from '../../src/evaluation/types.ts';
import { type ClaimVerifier, createVerifier, type Verdict, type VerifierOptions } from '../../src/index.ts';
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

type Scored = Awaited<ReturnType<ClaimVerifier['examine']>>['run']['hypotheses'][number];

type JudgeOpener = (context: JudgeContext) => Promise<OpenJudge>;

/** Everything the product is compared with, by the name that `--baseline` takes. */
export const BASELINES: Readonly<Record<string, JudgeOpener>> = {
  overlap: async ({ rows }) => ({
    judge: overlapJudge(rows, { splitSentences, windowsOf, sentenceWords }),
    settings: { threshold: '0.5' },
    close: () => Promise.resolve(),
  }),
  nli: (context) => openNetworkAlone(context, ({ sentences }) => sentences),
  network: (context) => openNetworkAlone(context, ({ sentences, windows }) => [...sentences, ...windows]),
};

/** The network's raw probabilities and nothing else: strongest premise for each claim span, weakest span, threshold 0.5. */
async function openNetworkAlone(
  context: JudgeContext,
  premisesOf: (scored: Scored) => Scored['sentences'],
): Promise<OpenJudge> {
  const verifier = await createVerifier(context.verifier);
  const judge: Judge = async ({ claim, source }) => {
    const { run, spans } = await verifier.examine({ claim, source }, context.signal);
    const scored = run.hypotheses.filter((_, h) => spans[h] !== undefined).map((hypothesis) => premisesOf(hypothesis));
    const strongest = (label: 'entailment' | 'contradiction') =>
      scored.map((premises) => Math.max(0, ...premises.map(({ scores }) => scores[label])));
    const supported = Math.min(1, ...strongest('entailment'));
    const contradicted = Math.max(0, ...strongest('contradiction'));
    return { ...rawVerdict(supported, contradicted), supported, reasoning: '', auditTrail: [] };
  };
  return { judge, settings: { threshold: '0.5' }, close: () => verifier.close() };
}

function rawVerdict(supported: number, contradicted: number): { verdict: Verdict; confidence: number } {
  if (supported >= 0.5) return { verdict: 'SUPPORTED', confidence: supported };
  if (contradicted >= 0.5) return { verdict: 'UNSUPPORTED', confidence: contradicted };
  return { verdict: 'UNCERTAIN', confidence: 1 - Math.max(supported, contradicted) };
}

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
