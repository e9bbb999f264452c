/** The library door: everything a program needs to verify claims in its own process. Nothing else is public. */
import { join } from 'node:path';
import { z } from 'zod';

import { PACKAGE_ROOT } from './config.ts';
import { ServiceError } from './errors.ts';
import { openCrossEncoder } from './nli/cross-encoder.ts';
import { loadCalibration } from './verify/calibration.ts';
import { ClaimVerifier } from './verify/verify.ts';

export { ERRORS, type ErrorCode, type ErrorDetails, ServiceError } from './errors.ts';
export { sealModel } from './nli/manifest.ts';
export { type Calibration, DEFAULT_CALIBRATION } from './verify/calibration.ts';
export type { ExaminedSpan } from './verify/examine.ts';
export { FEATURES, type Features, logOdds } from './verify/features.ts';
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
  /** Model directory in the layout of the Hugging Face hub, sealed with a manifest. */
  modelDir: z
    .string()
    .min(1)
    .default(join(PACKAGE_ROOT, 'models', 'claim-nli-compact')),
  /** ONNX file inside modelDir. */
  modelFile: z.string().min(1).default('onnx/model.onnx'),
  /** Calibration to use instead of the model directory's own. */
  calibrationFile: z.string().min(1).optional(),
  executionProvider: z.enum(['auto', 'cpu', 'cuda']).default('auto'),
  /** Worker threads with a session each; 0: from the CPU quota and the size of the model. */
  workers: z.number().int().min(0).max(64).default(0),
  /** Intra-op threads of a session; 0: from the CPU quota and the size of the model. */
  threadsPerWorker: z.number().int().min(0).max(64).default(0),
  /** Padded tokens of a batch; 0: by provider. */
  maxBatchTokens: z.number().int().min(0).default(0),
  /** Tokens that may wait; a claim whose own would not fit is refused with `service_unavailable`. */
  maxQueuedTokens: z.number().int().min(1).default(600_000),
  /** Scored pairs remembered across calls; 0: none. */
  scoreCachePairs: z.number().int().min(0).default(50_000),
  /** Longest window of neighbouring sentences taken as one premise. */
  windowSentences: z.number().int().min(1).max(8).default(3),
  /** A run of the network longer than this is taken for hung, and the verifier for lost. */
  runTimeoutMs: z.number().int().min(1).default(60_000),
});
export type VerifierOptions = z.input<typeof optionsSchema>;

/**
 * Opens the model, checks it against its manifest, starts and warms the workers.
 * Throws ServiceError `invalid_configuration` or `invalid_model` with a sentence for the person who must act.
 */
export async function createVerifier(options: VerifierOptions = {}): Promise<ClaimVerifier> {
  const parsed = optionsSchema.safeParse(options);
  if (!parsed.success) throw new ServiceError('invalid_configuration', z.prettifyError(parsed.error));
  const { calibrationFile, executionProvider, windowSentences, ...rest } = parsed.data;
  const { encoder, calibration } = await openCrossEncoder({ ...rest, provider: executionProvider });
  try {
    const verifier = new ClaimVerifier({
      encoder,
      windowSentences,
      calibration: await loadCalibration(calibrationFile, calibration),
    });
    // The first sentences through the text rooms cost many times the later ones: that is not for a caller to pay.
    await verifier.verify({ claim: WARM_UP, source: WARM_UP });
    return verifier;
  } catch (error) {
    await encoder.close();
    throw error;
  }
}

const WARM_UP =
  'The mill opened in 1921, employs 12 people and is not for sale. Dr. Berg sold 3 % of it for $4.5 million in May.';
