/** The base of server, commands and library. Only library/ and client/ are public: the entry points of the package. */
import { z } from 'zod';
import { ServiceError } from './contract/errors.ts';
import { type DocumentVerifier, documentVerifierOf } from './documents/check/document-verifier.ts';
import { openCrossEncoder } from './nli/cross-encoder.ts';
import type { ScoreStore } from './nli/types.ts';
import { packageFacts } from './package.ts';
import { optionProblems } from './settings/option-problems.ts';
import { verifierOptions } from './settings/verifier-options.ts';
import { warmUpVerifier } from './verifier.ts';
import { ABLATIONS, type Calibration, loadCalibration, withoutNamed } from './verify/decide/calibration.ts';

export * from './answer/answer-request.ts';
export type { AnswerRequest } from './answer/prepare-answer.ts';
export { toClaimDetail, toClaimResult } from './claim-bodies.ts';
export * from './contract/answer.ts';
export * from './contract/answer-request.ts';
export { ERRORS, ServiceError } from './contract/errors.ts';
export * from './contract/verify.ts';
export type { MatchType } from './contract/words.ts';
export type { DraftSentence } from './documents/check/check-document.ts';
export { checkFiles, type DraftFiles, type FileCheckOptions } from './documents/check/check-files.ts';
export type { DocumentVerifier } from './documents/check/document-verifier.ts';
export type { DraftLine } from './documents/check/draft-line.ts';
export { describeModel, loadModel, type ModelDescription } from './nli/describe-model.ts';
export { MODEL_CALLS, type ModelCall } from './nli/model-calls.ts';
export { MANIFEST_FILE } from './nli/models/manifest.ts';
export { sealModel } from './nli/models/seal.ts';
export { type ModelInfo, PHASES, type Phase, REFUSALS } from './nli/types.ts';
export { availableCpus, memoryLimit } from './nli/workers/plan.ts';
export type { Verifier } from './verifier.ts';
export { readBatchRequest, readVerifyRequest, toResponseBody } from './verify/bodies.ts';
export { type Calibration, DEFAULT_CALIBRATION } from './verify/decide/calibration.ts';
export { type RiskBasis, withRisk } from './verify/decide/risk.ts';
export * from './verify/verification.ts';

const optionsSchema = z.strictObject({
  ...verifierOptions,
  /** Calibration to use instead of any file, already read. */
  calibration: z.custom<Calibration>((value) => typeof value === 'object' && value !== null).optional(),
  /** Features and rules to leave out, by name: what `evaluate --without` measures. */
  without: z.array(z.enum(ABLATIONS)).default([]),
  /** Verifications before the verifier is handed over: a service compiles its hot functions before it reports ready. */
  warmUpRounds: z.number().int().min(0).default(1),
  /** Scores kept across processes: what `evaluate --scores` reads and fills. */
  scoreStore: z.custom<ScoreStore>((store) => typeof store === 'object' && store !== null).optional(),
});
export type VerifierOptions = z.input<typeof optionsSchema>;

/**
 * Opens the models, checks them against their manifests, starts and warms the workers.
 * Throws ServiceError `invalid_configuration` or `invalid_model` with a sentence for the person who must act.
 */
export async function createVerifier(options: VerifierOptions = {}): Promise<DocumentVerifier> {
  const parsed = optionsSchema.safeParse(options);
  if (!parsed.success) {
    const problems = optionProblems(parsed.error, Object.keys(optionsSchema.shape));
    throw new ServiceError('invalid_configuration', problems);
  }
  const { calibrationFile, without, warmUpRounds, maxRequestMs, minConfidence, ...rest } = parsed.data;
  const {
    encoder,
    calibration: ofModel,
    notices,
  } = await openCrossEncoder({
    ...rest,
    verdict: { dir: rest.modelDir, file: rest.modelFile },
    evidence: { dir: rest.evidenceModelDir },
    provider: rest.executionProvider,
  });
  try {
    const calibration =
      rest.calibration ??
      (await loadCalibration(calibrationFile, ofModel, {
        model: encoder.verdict.info,
        evidenceModel: encoder.evidence?.info,
      }));
    const verifier = documentVerifierOf({
      encoder,
      maxRequestMs,
      minConfidence,
      version: packageFacts().version,
      calibration: withoutNamed(calibration, without),
      notices,
    });
    await warmUpVerifier(verifier, warmUpRounds);
    return verifier;
  } catch (error) {
    await encoder.close();
    throw error;
  }
}
