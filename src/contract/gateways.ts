import { z } from 'zod';
import type { Body } from './body.ts';

/** Bodies of LiteLLM's interface, as far as they are read and written here. */

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

/** GUARDRAIL_INTERVENED: the answer continues with these texts instead. */
export const GuardrailResponse = z.object({
  action: z.enum(['NONE', 'BLOCKED', 'GUARDRAIL_INTERVENED']),
  blocked_reason: z.string().optional().meta({ description: 'With BLOCKED: the sentences that block it, and why' }),
  texts: z
    .array(z.string())
    .optional()
    .meta({ description: 'With GUARDRAIL_INTERVENED: the texts, with a note of the sentences that no source decides' }),
});
export type GuardrailResponse = Body<typeof GuardrailResponse>;

export const LITELLM_PATH = '/beta/litellm_basic_guardrail_api';
