import type { AnswerSource } from '../../contract/answer-request.ts';
import type { Judgement, LabelledRow } from '../../evaluation/labelled-rows.ts';
import type { PairCount } from '../../evaluation/results.ts';
import type { Verification, Verifier, VerifierInfo } from '../../index.ts';
import { verifyWithRetries } from '../../rows/row-kind.ts';

export async function judgeRow(
  verifier: Verifier,
  { claim, source, format }: LabelledRow,
  signal: AbortSignal,
): Promise<Judgement> {
  if (format !== undefined) return judgeAnswer(verifier, { claim, source: { id: '1', text: source, format } }, signal);
  const { verdict, confidence, probabilities } = await verifyWithRetries(verifier, { claim, source }, { signal });
  return { verdict, confidence, supported: probabilities.SUPPORTED };
}

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
  return { verdict, confidence, supported };
}

/** Counts the pairs scored from now on, without the pairs of the warm-up. */
export function pairCounter(verifier: Verifier): () => readonly PairCount[] {
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
