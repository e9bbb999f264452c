import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { MAX_LENGTHS, type VerifierInfo } from '../../index.ts';
import { MAX_BODY_BYTES } from '../error-answer.ts';
import type { Readiness } from '../readiness.ts';
import { SERVICE_NAME, SERVICE_VERSION } from '../version.ts';

export interface InfoRouteOptions {
  readonly config: Pick<Config, 'RATE_LIMIT_PER_MINUTE'>;
  readonly readiness: Readiness;
}

/** GET /info: what runs here. `model` and `policy` are null until the model is warm. */
export async function infoRoute(app: FastifyInstance, { config, readiness }: InfoRouteOptions): Promise<void> {
  const limits = {
    claim_characters: MAX_LENGTHS.claim,
    grounding_source_characters: MAX_LENGTHS.grounding_source,
    body_bytes: MAX_BODY_BYTES,
    default_requests_per_minute: config.RATE_LIMIT_PER_MINUTE,
  };
  app.get('/info', async () => {
    const info = readiness.warmVerifier?.info;
    const ready = readiness.isReady;
    return { name: SERVICE_NAME, version: SERVICE_VERSION, api: 'v1', ready, limits, ...describe(info) };
  });
}

function describe(info: VerifierInfo | undefined) {
  if (info === undefined) return { model: null, policy: null };
  const { model } = info;
  return {
    model: {
      id: model.id,
      version: model.version,
      sha256: model.sha256,
      provider: model.provider,
      max_pair_tokens: model.maxPairTokens,
      workers: model.workers,
      threads_per_worker: model.threadsPerWorker,
    },
    policy: {
      version: info.policyVersion,
      calibration: info.calibration,
      window_sentences: info.windowSentences,
    },
  };
}
