import type { OpenAPIV3_1 } from 'openapi-types';
import { notReady } from './documented-errors.ts';
import { headersOf } from './response-headers.ts';

type Responses = NonNullable<NonNullable<OpenAPIV3_1.PathItemObject['get']>['responses']>;

function json(description: string) {
  const schema = { type: 'object' as const };
  return { description, headers: headersOf(), content: { 'application/json': { schema } } };
}

function open(operationId: string, summary: string, responses: Responses): OpenAPIV3_1.PathItemObject {
  return { get: { operationId, summary, tags: ['operation'], security: [], responses } };
}

/** Probes and descriptions of the service; none of them needs a key. */
export function servicePaths(): OpenAPIV3_1.PathsObject {
  return {
    '/health/live': open('isLive', 'Liveness probe', { 200: json('The process responds') }),
    '/health/ready': open('isReady', 'Readiness probe', { 200: json('Ready for requests'), 503: notReady() }),
    '/info': open('getInfo', 'Version, limits, models and policy', {
      200: json(
        'model is the verdict model. evidence_model is null if the verdict model scores every pair; candidates is 0 then. ' +
          'All of these are null until the models are warm. limits.scope is shared if replicas count requests ' +
          'together, and per_replica if each counts for itself: several replicas then allow a multiple of the limit.',
      ),
    }),
    '/openapi.json': open('getDescription', 'This OpenAPI document', { 200: json('OpenAPI 3.1') }),
  };
}
