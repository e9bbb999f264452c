import type { AnswerSource } from '../../contract/answer-request.ts';
import type { Judge, Judgement, LabelledRow } from '../../evaluation/labelled-rows.ts';
import { overlapJudge } from '../../evaluation/overlap.ts';
import type { PairCount } from '../../evaluation/results.ts';
import {
  createVerifier,
  type Verification,
  type Verifier,
  type VerifierInfo,
  type VerifierOptions,
} from '../../index.ts';
import { verifyWithRetries } from '../../rows/row-kind.ts';
import { sentenceWords, splitSentences } from '../../text/index.ts';
import type { BaselineName } from './judge-rows.ts';

export interface OpenJudge {
  readonly judge: Judge;
  readonly settings: Readonly<Record<string, string>>;
  /** Pairs that each model has scored since the judge was opened. */
  readonly pairs: () => readonly PairCount[];
  readonly close: () => Promise<void>;
}

export interface JudgeContext {
  readonly rows: readonly LabelledRow[];
  readonly verifier: VerifierOptions;
  readonly signal: AbortSignal;
}

type JudgeOpener = (context: JudgeContext) => Promise<OpenJudge>;

export const BASELINES: Readonly<Record<BaselineName, JudgeOpener>> = {
  overlap: async ({ rows }) => ({
    judge: overlapJudge(rows, { splitSentences, sentenceWords }),
    settings: { threshold: '0.5' },
    pairs: () => [],
    close: () => Promise.resolve(),
  }),
};

export const openProduct: JudgeOpener = async (context) => {
  const verifier = await createVerifier(context.verifier);
  return {
    judge: async ({ claim, source, format }) =>
      format === undefined
        ? toJudgement(await verifyWithRetries(verifier, { claim, source }, context))
        : judgeAnswer(verifier, { claim, source: { id: '1', text: source, format } }, context.signal),
    settings: productSettings(verifier.info, context.verifier.without ?? []),
    pairs: pairCounter(verifier),
    close: () => verifier.close(),
  };
};

/** A claim whose source has a format, as `POST /v1/verify/answer` checks it: the claim is the answer. @internal */
export async function judgeAnswer(
  verifier: Pick<Verifier, 'verifyAnswer'>,
  { claim, source }: { readonly claim: string; readonly source: AnswerSource },
  signal: AbortSignal,
): Promise<Judgement> {
  let supported = 1;
  const onDecision = (_: unknown, { probabilities }: { readonly probabilities: Verification['probabilities'] }) => {
    supported = Math.min(supported, probabilities.SUPPORTED);
  };
  const { verdict, sentences } = await verifier.verifyAnswer(
    { answer: claim, sources: [source] },
    { signal, onDecision },
  );
  const deciding = sentences.filter((sentence) => sentence.verdict === verdict);
  const confidence = deciding.reduce((least, sentence) => Math.min(least, sentence.confidence ?? 1), 1);
  const reasoning = deciding.flatMap(({ reasons }) => reasons.map(({ code }) => code)).join(', ');
  return { verdict, confidence, reasoning, auditTrail: [], supported };
}

/** Keeps only what evaluation needs of a result: a run has thousands of results, and their matrices are large. */
export function toJudgement({ verdict, confidence, reasoning, auditTrail, probabilities }: Verification): Judgement {
  return { verdict, confidence, reasoning, auditTrail, supported: probabilities.SUPPORTED };
}

/** Counts the pairs scored from now on, without the pairs of the warm-up. */
function pairCounter(verifier: Verifier): () => readonly PairCount[] {
  const { model, evidenceModel } = verifier.info;
  const before = verifier.stats.phases;
  return () => {
    const now = verifier.stats.phases;
    const countOf = (phase: keyof typeof now) => now[phase].scoredPairs - before[phase].scoredPairs;
    const verdict = { origin: `scored by the verdict model, ${model.id} ${model.version}`, pairs: countOf('verdict') };
    if (evidenceModel === undefined) return [verdict];
    const { id, version } = evidenceModel;
    return [{ origin: `scored by the evidence model, ${id} ${version}`, pairs: countOf('evidence') }, verdict];
  };
}

/** The settings that the product's verdicts depend on, by name. */
export function productSettings(info: VerifierInfo, without: readonly string[]): Record<string, string> {
  const { model, evidenceModel, policyVersion, calibration } = info;
  return {
    model: describeModel(model),
    ...(evidenceModel === undefined ? {} : { 'evidence model': describeModel(evidenceModel) }),
    policy: policyVersion,
    calibration,
    ...(without.length === 0 ? {} : { without: without.join(', ') }),
  };
}

function describeModel({ id, version, sha256, provider }: VerifierInfo['model']): string {
  return `${id} ${version} (${sha256.slice(0, 12)}, ${provider})`;
}
