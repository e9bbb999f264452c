import { join } from 'node:path';
import { z } from 'zod';
import { PACKAGE_ROOT } from '../package.ts';

const path = z.string().min(1);
const integer = (min: number, max: number) => z.number().int().min(min).max(max);

/**
 * The options of the verifier that are also settings of the service: `createVerifier` takes them under these names, the
 * environment as MODEL_DIR for modelDir and so on. Their defaults, bounds and descriptions are stated here only.
 */
export const verifierOptions = {
  modelDir: path
    .default(join(PACKAGE_ROOT, 'models', 'claim-nli'))
    .describe('Verdict model: directory in Hugging Face hub layout, sealed with a manifest'),
  modelFile: path
    .optional()
    .describe('ONNX file inside the verdict model directory; unset: the one that its manifest names for the provider'),
  evidenceModelDir: path
    .default(join(PACKAGE_ROOT, 'models', 'claim-nli-compact'))
    .describe(
      'Evidence model, which ranks the sentences of a source; if set to the directory of the verdict model, that model ranks them',
    ),
  calibrationFile: path.optional().describe('Calibration to use instead of the one in the verdict model directory'),
  minConfidence: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe(
      'Minimum confidence for a SUPPORTED claim or sentence to pass, 0 to 1; unset: as fitted in the calibration, or 0',
    ),
  executionProvider: z
    .enum(['auto', 'cpu', 'cuda'])
    .default('auto')
    .describe('Where the models run; cuda: the start fails without CUDA'),
  workers: integer(0, 64)
    .default(0)
    .describe('Worker threads, each with a session per model; 0: from the CPU quota, the memory limit and the models'),
  threadsPerWorker: integer(0, 64)
    .default(0)
    .describe('Intra-op threads per session; 0: from the CPU quota and the size of the models'),
  maxQueueMs: integer(1, Number.MAX_SAFE_INTEGER)
    .default(10_000)
    .describe('Maximum model time waiting per worker, in milliseconds; requests beyond it are rejected with 503'),
  maxRequestMs: integer(1, Number.MAX_SAFE_INTEGER)
    .default(20_000)
    .describe(
      'Maximum estimated model time of a request with many sentences or claims, in milliseconds; one beyond it is rejected with 400',
    ),
  scoreCachePairs: integer(0, 10_000_000)
    .default(50_000)
    .describe('Number of pairs whose scores are cached across requests; 0: no cache'),
};
