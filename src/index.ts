/** The library: everything a program needs to verify claims in its own process. Nothing else is public. */
import { join } from 'node:path';
import { z } from 'zod';

import {
  DEFAULT_CANDIDATES,
  DEFAULT_MAX_QUEUE_MS,
  DEFAULT_MAX_VERDICT_PAIRS,
  DEFAULT_QUEUE_RESERVE,
  MOST_QUEUE_RESERVE,
  PACKAGE_ROOT,
} from './config.ts';
import { ServiceError } from './errors.ts';
import { openCrossEncoder } from './nli/cross-encoder.ts';
import type { ScoreStore } from './nli/types.ts';
import { ABLATIONS, withoutNamed } from './verify/ablation.ts';
import { type Calibration, loadCalibration } from './verify/calibration.ts';
import { ClaimVerifier } from './verify/verify.ts';

export { ERRORS, type ErrorCode, type ErrorDetails, ServiceError } from './errors.ts';
export { availableCpus } from './nli/cpu-quota.ts';
export { describeModel, type ModelDescription } from './nli/describe-model.ts';
export { MANIFEST_FILE, sealModel } from './nli/manifest.ts';
export { memoryLimit } from './nli/memory-limit.ts';
export { externalData } from './nli/onnx-external-data.ts';
export { type ModelInfo, PHASES, type Phase, REFUSALS } from './nli/types.ts';
export { type Calibration, DEFAULT_CALIBRATION } from './verify/calibration.ts';
export { CONFIDENCE_SIGNS } from './verify/confidence-signs.ts';
export type { ExaminedSpan } from './verify/examine.ts';
export { FEATURES, type Features } from './verify/features.ts';
export { logOdds } from './verify/log-odds.ts';
export { type ClaimJudgement, judge } from './verify/policy.ts';
export { MAX_LENGTHS, readVerifyRequest, VerifyRequest } from './verify/request.ts';
export {
  type AuditTrailEntry,
  type MatrixBody,
  type ResponseBody,
  toMatrixBody,
  toResponseBody,
} from './verify/response.ts';
export * from './verify/types.ts';
export type { ClaimVerifier } from './verify/verify.ts';

const optionsSchema = z.strictObject({
  /** Verdict model: a directory in the layout of the Hugging Face hub, sealed with a manifest. */
  modelDir: z
    .string()
    .min(1)
    .default(join(PACKAGE_ROOT, 'models', 'claim-nli')),
  /** ONNX file inside modelDir; left out: the one that the manifest names for the provider. */
  modelFile: z.string().min(1).optional(),
  /** Evidence model: reads every pair and names the candidates that the verdict model reads. */
  evidenceModelDir: z
    .string()
    .min(1)
    .default(join(PACKAGE_ROOT, 'models', 'claim-nli-compact')),
  /** Sentences a claim span that the verdict model reads; 0: all. */
  evidenceCandidates: z.number().int().min(0).optional(),
  /** Pairs of a claim for the verdict model, shared among its spans; five a span are always read; not used when all are. */
  maxVerdictPairs: z.number().int().min(1).default(DEFAULT_MAX_VERDICT_PAIRS),
  /** Calibration to use instead of the verdict model directory's own. */
  calibrationFile: z.string().min(1).optional(),
  /** Calibration to use instead of any file, already read. */
  calibration: z.custom<Calibration>((value) => typeof value === 'object' && value !== null).optional(),
  executionProvider: z.enum(['auto', 'cpu', 'cuda']).default('auto'),
  /** Worker threads with a session of each model; 0: from the CPU quota, the memory limit and the size of the models. */
  workers: z.number().int().min(0).max(64).default(0),
  /** Intra-op threads of a session; 0: from the CPU quota and the size of the models. */
  threadsPerWorker: z.number().int().min(0).max(64).default(0),
  /** Padded tokens of a batch; 0: by provider. */
  maxBatchTokens: z.number().int().min(0).default(0),
  /** Milliseconds of model time that may wait for each worker; beyond it a claim is refused with `service_unavailable`. */
  maxQueueMs: z.number().min(1).default(DEFAULT_MAX_QUEUE_MS),
  /** A share of maxQueueMs on top of it, for clients with less than their equal share of maxQueueMs. */
  queueReserve: z.number().min(0).max(MOST_QUEUE_RESERVE).default(DEFAULT_QUEUE_RESERVE),
  /** Scored pairs remembered across calls; 0: none. */
  scoreCachePairs: z.number().int().min(0).default(50_000),
  /** Longest window of neighbouring sentences taken as one premise. */
  windowSentences: z.number().int().min(1).max(8).default(3),
  /** A run of a model longer than this is taken for hung, and the verifier for lost. */
  runTimeoutMs: z.number().int().min(1).default(60_000),
  /** Features and rules to leave out, by name: what `evaluate --without` measures. */
  without: z.array(z.enum(ABLATIONS)).default([]),
  /** Scores kept across processes: what `evaluate --scores` reads and fills. */
  scoreStore: z.custom<ScoreStore>((store) => typeof store === 'object' && store !== null).optional(),
});
export type VerifierOptions = z.input<typeof optionsSchema>;

/**
 * Opens the models, checks them against their manifests, starts and warms the workers.
 * Throws ServiceError `invalid_configuration` or `invalid_model` with a sentence for the person who must act.
 */
export async function createVerifier(options: VerifierOptions = {}): Promise<ClaimVerifier> {
  const parsed = optionsSchema.safeParse(options);
  if (!parsed.success) throw new ServiceError('invalid_configuration', z.prettifyError(parsed.error));
  const { calibrationFile, windowSentences, maxVerdictPairs, without, ...rest } = parsed.data;
  const {
    encoder,
    candidates,
    calibration: ofModel,
    notices,
  } = await openCrossEncoder({
    ...rest,
    verdict: { dir: rest.modelDir, file: rest.modelFile },
    evidence: { dir: rest.evidenceModelDir },
    candidates: rest.evidenceCandidates,
    defaultCandidates: DEFAULT_CANDIDATES,
    provider: rest.executionProvider,
  });
  try {
    const limits = { candidates, maxVerdictPairs, windowSentences };
    const loaded = rest.calibration
      ? { calibration: rest.calibration, notices: [] }
      : await loadCalibration(calibrationFile, ofModel, { encoder, candidates });
    const verifier = new ClaimVerifier({
      encoder,
      limits,
      calibration: withoutNamed(loaded.calibration, without),
      notices: [...notices, ...loaded.notices],
    });
    // The first sentences that are read cost many times the later ones: that is not for a caller to pay.
    await verifier.verify({ claim: WARM_UP, source: WARM_UP });
    return verifier;
  } catch (error) {
    await encoder.close();
    throw error;
  }
}

const WARM_UP =
  'The mill opened in 1921, employs 12 people and is not for sale. Dr. Berg sold 3 % of it for $4.5 million in May.';
