import { answerLimits, type Config } from '../../config.ts';
import { MAX_LENGTHS, type ModelInfo, type VerifierInfo } from '../../index.ts';
import { shareOfClient } from '../../jobs/job-storage.ts';
import { UPLOAD_BOUNDS } from '../../jobs/read-job-rows.ts';
import { packageFacts } from '../../package.ts';
import { inputBounds } from '../../rows/row-bounds.ts';
import { limitScope } from '../auth/rate-limits.ts';
import { MAX_BODY_BYTES } from '../http/json-body.ts';
import { calledBy } from './callers.ts';
import { notReady } from './documented-errors.ts';
import { CONCURRENT } from './jobs/places.ts';
import { headersOf } from './openapi-parts.ts';
import { type Operation, operation } from './operation.ts';

export function serviceOperations(config: Config): readonly Operation[] {
  const { name, version } = packageFacts();
  const limits = limitsOf(config);
  const demo = config.DEMO_KEY ? { demo_key: true } : {};
  return [
    operation({
      method: 'GET',
      path: '/health/live',
      operationId: 'isLive',
      summary: 'Liveness probe',
      description: 'Restart the process when this does not answer.',
      tags: ['operation'],
      ...calledBy('nobody'),
      responses: { 200: jsonLike('The process responds', { status: 'ok' }) },
      work: async () => ({ status: 'ok' }),
    }),
    operation({
      method: 'GET',
      path: '/health/ready',
      operationId: 'isReady',
      summary: 'Readiness probe',
      description: 'Send requests only while it answers with 200.',
      tags: ['operation'],
      ...calledBy('nobody'),
      responses: {
        200: jsonLike('Ready for requests; with the status degraded, lost names the unreachable stores', {
          status: 'ready',
        }),
        ...notReady(),
      },
      // A setting decides if a lost store is a 503.
      work: async ({ readiness, stores }) => {
        readiness.assertReady();
        const { lost } = stores;
        return lost.length === 0 ? { status: 'ready' } : { status: 'degraded', lost };
      },
    }),
    operation({
      method: 'GET',
      path: '/info',
      operationId: 'getInfo',
      summary: 'Version, limits, models and policy',
      description: 'For clients: maximum lengths, limits, and the models in use.',
      tags: ['operation'],
      ...calledBy('nobody'),
      responses: { 200: jsonLike(INFO_MEANING, infoExample(limits)) },
      work: async ({ readiness }) => {
        const info = readiness.warmVerifier?.info;
        const ready = readiness.isReady;
        return { name, version, api: 'v1', ready, limits, ...describeVerifier(info), ...demo };
      },
    }),
  ];
}

function limitsOf(config: Config) {
  return {
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
}

/** Limits of a file, of a customer's files, and of simultaneous work on them. */
function jobLimits(config: Config) {
  const bounds = inputBounds(answerLimits(config));
  return {
    file_bytes: config.MAX_JOB_BYTES,
    rows: config.MAX_JOB_ROWS,
    rows_per_day: config.JOB_ROWS_PER_DAY,
    stored_bytes: config.MAX_JOBS_BYTES,
    stored_bytes_per_client: shareOfClient(config.MAX_JOBS_BYTES),
    columns: bounds.columns,
    column_names_bytes: bounds.namesBytes,
    record_bytes: bounds.recordBytes,
    record_values: bounds.values,
    uploads_per_client: CONCURRENT.uploadsPerClient,
    uploads: CONCURRENT.uploads,
    downloads_per_client: CONCURRENT.downloadsPerClient,
    least_bytes_per_second: UPLOAD_BOUNDS.pace.bytesPerSecond,
    gzip_times: UPLOAD_BOUNDS.unpackedTimes,
  };
}

function describeVerifier(info: VerifierInfo | undefined) {
  if (info === undefined) return { model: null, evidence_model: null, policy: null };
  const { model, evidenceModel } = info;
  return {
    model: {
      ...describeModel(model),
      provider: model.provider,
      workers: model.workers,
      threads_per_worker: model.threadsPerWorker,
    },
    evidence_model: evidenceModel === undefined ? null : describeModel(evidenceModel),
    policy: {
      version: info.policyVersion,
      calibration: info.calibration,
      min_confidence: info.minConfidence,
      risk: info.risk ?? null,
    },
  };
}

function describeModel({ id, version, sha256, graph, maxPairTokens }: ModelInfo) {
  return { id, version, sha256, graph, max_pair_tokens: maxPairTokens };
}

const MODEL = { id: 'claim-nli', version: '1.0.0', sha256: '2c'.repeat(32), graph: 'model.onnx', max_pair_tokens: 512 };
/** Limits are those of this service; the models are an example. */
function infoExample(limits: object) {
  return {
    name: 'claim-verification-service',
    version: packageFacts().version,
    api: 'v1',
    ready: true,
    limits,
    model: { ...MODEL, provider: 'cpu', workers: 1, threads_per_worker: 2 },
    evidence_model: { ...MODEL, id: 'claim-nli-compact' },
    policy: {
      version: '1',
      calibration: 'claim-nli',
      min_confidence: { value: 0.75, answers: 0.6, from: 'calibration' },
      risk: { max_wrong: 0.05, coverage: 0.42, rows: 240 },
    },
  };
}

const INFO_MEANING =
  'model is the verdict model. evidence_model is null if the verdict model ranks the sentences itself. ' +
  'All of these are null until the models are loaded. policy.risk is the share of wrong answers among those that pass, as ' +
  'measured by calibrate --max-wrong, or null. policy.min_confidence is the minimum confidence with which a SUPPORTED ' +
  'claim passes (value), and a sentence of an answer (answers). limits.scope is shared if replicas count requests together, and ' +
  'per_replica if each counts for itself: several replicas then allow a multiple of the limit.';

export function jsonLike(description: string, example: object) {
  const properties = Object.fromEntries(Object.entries(example).map(([name, value]) => [name, schemaOf(value)]));
  const schema = { type: 'object' as const, required: Object.keys(example), properties };
  return { description, headers: headersOf([]), content: { 'application/json': { schema, example } } };
}

/** The type of a value of an example. What is null before the models are warm has no type. */
function schemaOf(value: unknown): { type?: 'string' | 'boolean' } {
  if (typeof value === 'string') return { type: 'string' };
  return typeof value === 'boolean' ? { type: 'boolean' } : {};
}
