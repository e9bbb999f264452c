import type { FastifyInstance } from 'fastify';
import { MAX_LENGTHS, type ModelInfo, type VerifierInfo } from '../../index.ts';
import { packageFacts } from '../../package.ts';
import { limitScope } from '../auth/limit-scope.ts';
import { MAX_BODY_BYTES } from '../http/json-body.ts';
import { jobLimits } from '../jobs/job-limits.ts';
import type { ServerContext } from '../server-context.ts';

type InfoContext = Pick<ServerContext, 'config' | 'readiness'>;

/** GET /info: version, limits, models and policy. Models and policy are null until the models are warm. */
export async function infoRoute(app: FastifyInstance, { config, readiness }: InfoContext): Promise<void> {
  const { name, version } = packageFacts();
  const limits = {
    claim_characters: MAX_LENGTHS.claim,
    grounding_source_characters: MAX_LENGTHS.grounding_source,
    body_bytes: MAX_BODY_BYTES,
    answer_characters: config.MAX_ANSWER_CHARACTERS,
    sources: config.MAX_SOURCES,
    sources_characters: config.MAX_SOURCES_CHARACTERS,
    request_ms: config.MAX_REQUEST_MS,
    default_requests_per_minute: config.RATE_LIMIT_PER_MINUTE,
    scope: limitScope(config),
    ...(config.JOBS && { jobs: jobLimits(config) }),
  };
  const demo = config.DEMO_KEY ? { demo_key: true } : {};
  app.get('/info', async () => {
    const info = readiness.warmVerifier?.info;
    const ready = readiness.isReady;
    return { name, version, api: 'v1', ready, limits, ...describeVerifier(info), ...demo };
  });
}

function describeVerifier(info: VerifierInfo | undefined) {
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
      min_confidence: info.minConfidence,
    },
  };
}

/** Properties of one model; both models share provider, workers and threads. */
function describeModel({ id, version, sha256, graph, maxPairTokens }: ModelInfo) {
  return { id, version, sha256, graph, max_pair_tokens: maxPairTokens };
}
