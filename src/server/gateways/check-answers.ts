import type { FastifyReply } from 'fastify';
import { type AnswerBody, type AnswerRequest, type ManyAnswersInput, OUTCOMES, type Outcome } from '../../index.ts';
import { clientOf, countRestOfCost, requestCost } from '../auth/request-cost.ts';
import { clientDisconnectSignal } from '../http/client-disconnect.ts';
import { addLogFacts } from '../http/request-observers.ts';
import type { ServerContext } from '../server-context.ts';

export type GatewayContext = Pick<ServerContext, 'access' | 'config' | 'metrics' | 'readiness'>;

/**
 * Checks each answer as POST /v1/verify/answer does. Each counts as it would alone: as one request before anything is
 * prepared, as what its sentences cost beyond that before a model runs.
 */
export async function checkAnswers(
  { access, metrics, readiness }: GatewayContext,
  input: ManyAnswersInput,
  reply: FastifyReply,
): Promise<AnswerBody[]> {
  const verifier = readiness.verifier();
  const signal = clientDisconnectSignal(reply);
  addLogFacts(reply.request, sizesOf(input));
  await countRestOfCost(access, reply, input.answers.length);
  const requests = await verifier.prepareAnswers(input, signal);
  await countRestOfCost(access, reply, sumOf(requests, requestCost), input.answers.length);
  const checked: AnswerBody[] = [];
  for (const request of requests) {
    const body = await verifier.verifyPrepared(request, { signal, client: clientOf(reply.request) });
    metrics.countVerdicts(body.sentences);
    checked.push(body);
  }
  addLogFacts(reply.request, { outcome: worstOutcome(checked), checked: sumOf(requests, (sentences) => sentences) });
  return checked;
}

function sumOf(requests: readonly AnswerRequest[], ofSentences: (checked: number) => number): number {
  return requests.reduce((sum, { prepared }) => sum + ofSentences(prepared.checked), 0);
}

function sizesOf({ answers, sources }: ManyAnswersInput) {
  return {
    answerLength: answers.reduce((sum, answer) => sum + answer.length, 0),
    sources: sources.length,
    sourcesLength: sources.reduce((sum, { text }) => sum + text.length, 0),
  };
}

function worstOutcome(checked: readonly AnswerBody[]): Outcome | undefined {
  const outcomes = checked.map(({ outcome }) => outcome);
  return OUTCOMES.findLast((outcome) => outcomes.includes(outcome));
}
