import { z } from 'zod';
import type { Body } from './body.ts';

/** Bodies of other projects' interfaces, as far as they are read and written here. */

/** Answers of one response of LiteLLM: each is checked against all sources. */
export const MAX_ANSWERS = 16;

/** LiteLLM forwards it if `extra_headers` names it: the way for a call to bring sources of its own. */
export const SOURCES_HEADER = 'x-grounding-sources';

/** LiteLLM's generic guardrail API. What is read of its body; other versions of it may send more. */
export const GuardrailRequest = z.object({
  input_type: z
    .enum(['request', 'response'])
    .meta({ description: 'request: before the model is called, with nothing to verify yet; response: its answers' }),
  texts: z
    .array(z.string())
    .nullish()
    .meta({
      description:
        'The answers of the model, one for each choice. Each counts as a request of POST /v1/verify/answer; a response ' +
        `with more than ${MAX_ANSWERS} that are not blank is BLOCKED`,
    }),
  additional_provider_specific_params: z
    .record(z.string(), z.unknown())
    .nullish()
    .meta({
      description:
        'sources: texts, or objects with id, text and title. The other fields are those of POST /v1/verify/answer: ' +
        'citations, uncertain, min_confidence',
    }),
  request_headers: z
    .record(z.string(), z.string())
    .nullish()
    .meta({
      description: `Headers of the call to LiteLLM: ${SOURCES_HEADER} may hold sources, in JSON, where the parameters have none`,
    }),
});
export type GuardrailRequest = z.infer<typeof GuardrailRequest>;

/** GUARDRAIL_INTERVENED: the answer goes on with these texts instead. */
export const GuardrailResponse = z.object({
  action: z.enum(['NONE', 'BLOCKED', 'GUARDRAIL_INTERVENED']),
  blocked_reason: z.string().optional().meta({ description: 'With BLOCKED: the sentences that block it, and why' }),
  texts: z
    .array(z.string())
    .optional()
    .meta({ description: 'With GUARDRAIL_INTERVENED: the texts, with a note of the sentences that no source decides' }),
});
export type GuardrailResponse = Body<typeof GuardrailResponse>;

/** The orchestrator of FMS Guardrails has another name for documents in each version; `url` would need a network. */
const CONTEXT_TYPES = ['docs', 'document', 'chunks'] as const;

/** The body of its detector API for a text and its context. */
export const ContextDocsRequest = z.object({
  content: z.string().meta({ description: 'The answer to check' }),
  context_type: z.enum(CONTEXT_TYPES).meta({ description: 'url is refused: the service loads nothing' }),
  context: z.array(z.string()).min(1).meta({ description: 'The texts that it is checked against' }),
  detector_params: z.record(z.string(), z.unknown()).nullish().meta({
    description: 'uncertain and min_confidence as in POST /v1/verify/answer; other parameters are ignored',
  }),
});

/** One for each sentence that the context contradicts or does not confirm. */
export const Detections = z.array(
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
export type Detection = Body<typeof Detections>[number];

export const DetectorError = z.object({ code: z.int(), message: z.string() });

/** The route that each gateway calls. */
export const GATEWAY_PATHS = {
  litellm: '/beta/litellm_basic_guardrail_api',
  fms: '/api/v1/text/context/doc',
} as const;
export type Gateway = keyof typeof GATEWAY_PATHS;
