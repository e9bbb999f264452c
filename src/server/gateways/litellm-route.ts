import type { FastifyInstance } from 'fastify';
import { manyAnswersReader } from '../../index.ts';
import { answerLimits, maxAnswerBodyBytes } from '../routes/answer-route.ts';
import { requireKeyAndJson } from '../routes/require-key-and-json.ts';
import { checkAnswers, type GatewayContext } from './check-answers.ts';
import { decisionOf, NONE, tooManyAnswers, WITHOUT_SOURCES } from './litellm-decision.ts';
import { MAX_ANSWERS, readGuardrailRequest } from './litellm-request.ts';

export const LITELLM_PATH = '/beta/litellm_basic_guardrail_api';

/** LiteLLM's generic guardrail API. A prompt passes: there is no answer to check yet. */
export async function litellmRoute(app: FastifyInstance, context: GatewayContext): Promise<void> {
  const limits = answerLimits(context.config);
  const readAnswers = manyAnswersReader(limits);
  // LiteLLM sends the guardrail's api_key in this header; what is in the configured headers comes before it.
  app.addHook('onRequest', async ({ headers }) => {
    const key = headers['x-api-key'];
    if (typeof key === 'string') headers.authorization ||= `Bearer ${key}`;
  });
  requireKeyAndJson(app, context);
  app.post(LITELLM_PATH, { bodyLimit: maxAnswerBodyBytes(limits) }, async (request, reply) => {
    const input = readGuardrailRequest(request.body);
    if (input.answers.length === 0) return NONE;
    if (!input.hasSources) return context.config.LITELLM_WITHOUT_SOURCES === 'block' ? WITHOUT_SOURCES : NONE;
    if (input.answers.length > MAX_ANSWERS) return tooManyAnswers(input.answers.length);
    const texts = input.answers.map(({ text }) => text);
    return decisionOf(input, await checkAnswers(context, readAnswers(texts, input.others), reply));
  });
}
