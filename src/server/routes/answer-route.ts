import type { FastifyInstance } from 'fastify';
import { answerRequestReader } from '../../index.ts';
import { clientOf, countRestOfCost, requestCost } from '../auth/request-cost.ts';
import { acceptsEvents } from '../http/accepts-events.ts';
import { clientDisconnectSignal } from '../http/client-disconnect.ts';
import type { ServerContext } from '../server-context.ts';
import { replyWithEvents } from './answer-events.ts';
import { answerLimits, maxAnswerBodyBytes } from './answer-limits.ts';

type AnswerContext = Pick<ServerContext, 'access' | 'config' | 'readiness'>;

/** POST /v1/verify/answer, behind the hooks of POST /v1/verify. The checks run in the order of the lines. */
export function answerRoute(app: FastifyInstance, { access, config, readiness }: AnswerContext): void {
  const limits = answerLimits(config);
  const readAnswerRequest = answerRequestReader(limits);
  app.post('/v1/verify/answer', { bodyLimit: maxAnswerBodyBytes(limits) }, async (request, reply) => {
    const input = readAnswerRequest(request.body);
    const verifier = readiness.verifier();
    const signal = clientDisconnectSignal(reply);
    const answer = await verifier.prepareAnswer(input, signal);
    await countRestOfCost(access, reply, requestCost(answer.prepared.checked));
    const options = { signal, client: clientOf(request) };
    if (!acceptsEvents(request.headers.accept)) return verifier.verifyPrepared(answer, options);
    return replyWithEvents(reply, (onSentence) => verifier.verifyPrepared(answer, { ...options, onSentence }));
  });
}
