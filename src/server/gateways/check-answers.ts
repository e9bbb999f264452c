import type { FastifyReply } from 'fastify';
import type { AnswerBody, AnswerInput } from '../../index.ts';
import { clientOf, countRestOfCost, requestCost } from '../auth/request-cost.ts';
import { clientDisconnectSignal } from '../http/client-disconnect.ts';
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
  const sentences = requests.reduce((sum, { prepared }) => sum + prepared.checked, 0);
  await countRestOfCost(access, reply, requestCost(sentences));
  const checked: CheckedAnswer[] = [];
  for (const request of requests) {
    const body = await verifier.verifyPrepared(request, { signal, client: clientOf(reply.request) });
    metrics.countVerdicts(body.sentences);
    checked.push({ input: request.input, body });
  }
  return checked;
}
