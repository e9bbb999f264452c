import type { FastifyReply } from 'fastify';
import { type AnswerBody, type AnswerInput, OUTCOMES, type Outcome } from '../../index.ts';
import { clientOf, countRestOfCost, requestCost } from '../auth/request-cost.ts';
import { clientDisconnectSignal } from '../http/client-disconnect.ts';
import { addLogFacts } from '../http/request-observers.ts';
import type { ServerContext } from '../server-context.ts';

export type GatewayContext = Pick<ServerContext, 'access' | 'config' | 'metrics' | 'readiness'>;

/** An answer as it was checked. */
export interface CheckedAnswer {
  readonly input: AnswerInput;
  readonly body: AnswerBody;
}

/** Checks answers as POST /v1/verify/answer does; they are counted together before a model runs. */
export async function checkAnswers(
  { access, metrics, readiness }: GatewayContext,
  inputs: readonly AnswerInput[],
  reply: FastifyReply,
): Promise<CheckedAnswer[]> {
  const verifier = readiness.verifier();
  const signal = clientDisconnectSignal(reply);
  const requests = await Promise.all(inputs.map((input) => verifier.prepareAnswer(input, signal)));
  addLogFacts(reply.request, sizesOf(inputs));
  const sentences = requests.reduce((sum, { prepared }) => sum + prepared.checked, 0);
  await countRestOfCost(access, reply, requestCost(sentences));
  const checked: CheckedAnswer[] = [];
  for (const request of requests) {
    const body = await verifier.verifyPrepared(request, { signal, client: clientOf(reply.request) });
    metrics.countVerdicts(body.sentences);
    checked.push({ input: request.input, body });
  }
  addLogFacts(reply.request, { outcome: worstOutcome(checked), checked: sentences });
  return checked;
}

function sizesOf(inputs: readonly AnswerInput[]) {
  const sources = inputs[0]?.sources ?? [];
  return {
    answerLength: inputs.reduce((sum, { answer }) => sum + answer.length, 0),
    sources: sources.length,
    sourcesLength: sources.reduce((sum, { text }) => sum + text.length, 0),
  };
}

function worstOutcome(checked: readonly CheckedAnswer[]): Outcome | undefined {
  const outcomes = checked.map(({ body }) => body.outcome);
  return OUTCOMES.findLast((outcome) => outcomes.includes(outcome));
}
