import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { ContextDocsRequest } from '../gateways/fms-request.ts';
import { FMS_PATH } from '../gateways/fms-route.ts';
import { GuardrailRequest } from '../gateways/litellm-request.ts';
import { LITELLM_PATH } from '../gateways/litellm-route.ts';
import { manyErrors, notReady, verifyErrors } from './documented-errors.ts';
import { headersOf, RATE_HEADERS } from './response-headers.ts';

/** The paths of the gateways whose routes are served. `bodyBytes`: the longest body they take. */
export function gatewayPaths(gateways: Config['GATEWAY_ROUTES'], bodyBytes: number): OpenAPIV3_1.PathsObject {
  return {
    ...(gateways?.includes('litellm') ? { [LITELLM_PATH]: litellmPath(bodyBytes) } : {}),
    ...(gateways?.includes('fms') ? { [FMS_PATH]: fmsPath(), '/health': healthPath() } : {}),
  };
}

const GuardrailResponse = z.object({
  action: z.enum(['NONE', 'BLOCKED', 'GUARDRAIL_INTERVENED']),
  blocked_reason: z.string().optional().meta({ description: 'With BLOCKED: the sentences that block it, and why' }),
  texts: z
    .array(z.string())
    .optional()
    .meta({ description: 'With GUARDRAIL_INTERVENED: the texts, with a note of the sentences that no source decides' }),
});

function litellmPath(bodyBytes: number): OpenAPIV3_1.PathItemObject {
  const invalid = { message: "Expected a request of LiteLLM's guardrail API: input_type: Invalid option." };
  return {
    post: {
      operationId: 'checkForLitellm',
      summary: "LiteLLM's generic guardrail API",
      description:
        'The key may also come in the header X-API-Key. Each answer counts as in POST /v1/verify/answer, at least one.',
      tags: ['gateways'],
      security: [{ bearerAuth: [] }],
      requestBody: jsonBody(GuardrailRequest),
      responses: { 200: success('What becomes of the answers', GuardrailResponse), ...manyErrors(bodyBytes, invalid) },
    },
  };
}

const Detections = z.array(
  z.object({
    detection_type: z.literal('groundedness'),
    detection: z.enum(['UNSUPPORTED', 'UNCERTAIN']),
    score: z.number().min(0).max(1).meta({ description: 'The probability that this verdict is right' }),
    evidence: z.array(
      z.object({
        name: z.enum(['sentence', 'reason', 'context']),
        value: z.string(),
        score: z.number().min(0).max(1).optional(),
      }),
    ),
  }),
);

const DetectorError = z.object({ code: z.int(), message: z.string() });

function fmsPath(): OpenAPIV3_1.PathItemObject {
  const { 400: invalid, ...others } = verifyErrors();
  const errors = Object.entries({ ...others, 422: invalid! }).map(([status, { description, headers }]) => {
    return [status, { description, headers, content: jsonContent(DetectorError) }];
  });
  return {
    post: {
      operationId: 'detectForFms',
      summary: 'The detector API of FMS Guardrails for a text and its context',
      description: 'A detection for each sentence that the context contradicts or does not confirm.',
      tags: ['gateways'],
      security: [{ bearerAuth: [] }],
      parameters: [
        {
          name: 'detector-id',
          in: 'header',
          description: 'Any name: there is one detector here',
          required: true,
          schema: { type: 'string' },
        },
      ],
      requestBody: jsonBody(ContextDocsRequest),
      responses: { 200: success('The detections', Detections), ...Object.fromEntries(errors) },
    },
  };
}

function healthPath(): OpenAPIV3_1.PathItemObject {
  const ready = success('Ready for requests', z.object({ status: z.literal('ready') }), headersOf());
  return {
    get: {
      operationId: 'isDetectorHealthy',
      summary: "FMS Guardrails' probe of a detector",
      description: 'The same as /health/ready, at the path where the orchestrator asks.',
      tags: ['gateways'],
      security: [],
      responses: { 200: ready, 503: notReady() },
    },
  };
}

function success(description: string, schema: z.ZodType, headers = headersOf(...RATE_HEADERS)) {
  return { description, headers, content: jsonContent(schema) };
}

function jsonBody(schema: z.ZodType) {
  return { required: true, content: jsonContent(schema) };
}

function jsonContent(schema: z.ZodType) {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return { 'application/json': { schema: rest as OpenAPIV3.SchemaObject } };
}
