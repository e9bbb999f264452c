import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { MAX_LENGTHS, type ModelInfo, type VerifierInfo } from '../../index.ts';
import { limitScope } from '../auth/limit-scope.ts';
import { MAX_BODY_BYTES } from '../http/error-answer.ts';
import type { Readiness } from '../lifecycle/readiness.ts';
import { SERVICE_NAME, SERVICE_VERSION } from '../version.ts';

export interface InfoRouteOptions {
  readonly config: Pick<Config, 'RATE_LIMIT_PER_MINUTE' | 'REDIS_URL'>;
  readonly readiness: Readiness;
}

/** GET /info: what runs here. What is known of models and policy only once the models are warm is null until then. */
export async function infoRoute(app: FastifyInstance, { config, readiness }: InfoRouteOptions): Promise<void> {
  const limits = {
    claim_characters: MAX_LENGTHS.claim,
    grounding_source_characters: MAX_LENGTHS.grounding_source,
    body_bytes: MAX_BODY_BYTES,
    default_requests_per_minute: config.RATE_LIMIT_PER_MINUTE,
    scope: limitScope(config),
  };
  app.get('/info', async () => {
    const info = readiness.warmVerifier?.info;
    const ready = readiness.isReady;
    return { name: SERVICE_NAME, version: SERVICE_VERSION, api: 'v1', ready, limits, ...describe(info) };
  });
}

function describe(info: VerifierInfo | undefined) {
  if (info === undefined) return { model: null, evidence_model: null, candidates: null, policy: null };
  const { model, evidenceModel } = info;
  return {
    model: {
      ...describeModel(model),
      provider: model.provider,
      workers: model.workers,
      threads_per_worker: model.threadsPerWorker,
    },
    evidence_model: evidenceModel === undefined ? null : describeModel(evidenceModel),
    candidates: info.candidates,
    policy: {
      version: info.policyVersion,
      calibration: info.calibration,
      window_sentences: info.windowSentences,
    },
  };
}

/** What the two models may differ in; they run on the same provider, workers and threads. */
function describeModel({ id, version, sha256, graph, maxPairTokens }: ModelInfo) {
  return { id, version, sha256, graph, max_pair_tokens: maxPairTokens };
}
