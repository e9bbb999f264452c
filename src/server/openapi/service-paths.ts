import type { OpenAPIV3_1 } from 'openapi-types';
import { notReady } from './error-responses.ts';
import { headersOf } from './response-headers.ts';

type Responses = NonNullable<NonNullable<OpenAPIV3_1.PathItemObject['get']>['responses']>;

function json(description: string) {
  const schema = { type: 'object' as const };
  return { description, headers: headersOf(), content: { 'application/json': { schema } } };
}

function open(operationId: string, summary: string, responses: Responses): OpenAPIV3_1.PathItemObject {
  return { get: { operationId, summary, tags: ['operation'], security: [], responses } };
}

/** What operators ask; none of it needs a key. */
export function operationalPaths(): OpenAPIV3_1.PathsObject {
  return {
    '/health/live': open('isLive', 'Does the process answer?', { 200: json('It does') }),
    '/health/ready': open('isReady', 'Should traffic be sent here?', { 200: json('Yes'), 503: notReady() }),
    '/info': open('getInfo', 'Models, policy, limits and version', {
      200: json(
        'model is the verdict model; evidence_model is null where the verdict model reads every pair; candidates 0 means ' +
          'all pairs. All are null until the models are warm. limits.scope is shared where replicas count requests ' +
          'together, per_replica where each counts for itself, so that several let through several times the limit',
      ),
    }),
    '/openapi.json': open('getDescription', 'This description', { 200: json('OpenAPI 3.1') }),
  };
}
