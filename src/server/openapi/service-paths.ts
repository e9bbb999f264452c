import type { OpenAPIV3_1 } from 'openapi-types';
import { packageFacts } from '../../package.ts';
import { notReady } from './documented-errors.ts';
import { headersOf } from './response-headers.ts';

type Responses = NonNullable<NonNullable<OpenAPIV3_1.PathItemObject['get']>['responses']>;

function json(description: string, example: object) {
  const properties = Object.fromEntries(Object.entries(example).map(([name, value]) => [name, schemaOf(value)]));
  const schema = { type: 'object' as const, required: Object.keys(example), properties };
  return { description, headers: headersOf(), content: { 'application/json': { schema, example } } };
}

/** The type of a value of an example. What is null before the models are warm has no type. */
function schemaOf(value: unknown): { type?: 'string' | 'boolean' } {
  if (typeof value === 'string') return { type: 'string' };
  return typeof value === 'boolean' ? { type: 'boolean' } : {};
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
}

function open(described: Described, responses: Responses): OpenAPIV3_1.PathItemObject {
  return { get: { ...described, tags: ['operation'], security: [], responses } };
}

const MODEL = { id: 'claim-nli', version: '1.0.0', sha256: '2c'.repeat(32), graph: 'model.onnx', max_pair_tokens: 512 };
const JOB_LIMITS = {
  file_bytes: 1_073_741_824,
  rows: 10_000_000,
  rows_per_day: 1_000_000,
  bytes_per_day: 4_294_967_296,
  columns: 1_000,
  column_names_bytes: 65_536,
  record_bytes: 1_320_000,
  stored_bytes: 17_179_869_184,
  stored_bytes_per_client: 4_294_967_296,
  record_values: 20_000,
  uploads_per_client: 2,
  uploads: 16,
  downloads_per_client: 2,
  least_bytes_per_second: 1_000,
  gzip_times: 250,
};
const INFO = {
  name: 'claim-verification-service',
  version: packageFacts().version,
  api: 'v1',
  ready: true,
  limits: {
    claim_characters: 500,
    grounding_source_characters: 10_000,
    default_requests_per_minute: 60,
    scope: 'shared',
    jobs: JOB_LIMITS,
  },
  model: { ...MODEL, provider: 'cpu', workers: 1, threads_per_worker: 2 },
  evidence_model: { ...MODEL, id: 'claim-nli-compact' },
  candidates: 6,
  policy: {
    version: '1',
    calibration: 'claim-nli',
    window_sentences: 3,
    min_confidence: { value: 0.75, from: 'calibration' },
  },
};

const LIVE = {
  operationId: 'isLive',
  summary: 'Liveness probe',
  description: 'Answers as long as the process does; restart it when it does not.',
};
const READY = {
  operationId: 'isReady',
  summary: 'Readiness probe',
  description: 'Send requests only while it answers with 200.',
};
const GET_INFO = {
  operationId: 'getInfo',
  summary: 'Version, limits, models and policy',
  description: 'What a program has to know before it asks: longest texts, limits, and which models decide.',
};
const INFO_MEANING =
  'model is the verdict model. evidence_model is null if the verdict model scores every pair; candidates is 0 then. ' +
  'All of these are null until the models are warm. limits.scope is shared if replicas count requests together, and ' +
  'per_replica if each counts for itself: several replicas then allow a multiple of the limit.';
const GET_DESCRIPTION = {
  operationId: 'getDescription',
  summary: 'This OpenAPI document',
  description: 'It describes what is served at this address and port.',
};

/** Probes and descriptions of the service; none of them needs a key. Only the API's server has probes. */
export function servicePaths(isApi: boolean): OpenAPIV3_1.PathsObject {
  const probes = {
    '/health/live': open(LIVE, { 200: json('The process responds', { status: 'ok' }) }),
    '/health/ready': open(READY, {
      200: json('Ready for requests; degraded names lost stores in lost', { status: 'ready' }),
      503: notReady(),
    }),
    '/info': open(GET_INFO, { 200: json(INFO_MEANING, INFO) }),
  };
  const document = json('OpenAPI 3.1', { openapi: '3.1.0', info: {}, paths: {}, components: {} });
  return { ...(isApi ? probes : {}), '/openapi.json': open(GET_DESCRIPTION, { 200: document }) };
}
