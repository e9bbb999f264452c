import type { FastifyInstance } from 'fastify';
import { answerRequestReader } from '../../index.ts';
import { clientOf, countRestOfCost, requestCost } from '../auth/request-cost.ts';
import { acceptsEvents } from '../http/accepts-events.ts';
import { clientDisconnectSignal } from '../http/client-disconnect.ts';
import { addLogFacts } from '../http/request-observers.ts';
import type { ServerContext } from '../server-context.ts';
import { type OnSentence, replyWithEvents } from './answer-events.ts';
import { answerLimits, maxAnswerBodyBytes } from './answer-limits.ts';

type AnswerContext = Pick<ServerContext, 'access' | 'config' | 'metrics' | 'readiness'>;

/** POST /v1/verify/answer, behind the hooks of POST /v1/verify. The checks run in the order of the lines. */
export function answerRoute(app: FastifyInstance, { access, config, metrics, readiness }: AnswerContext): void {
  const limits = answerLimits(config);
  const readAnswerRequest = answerRequestReader(limits);
  app.post('/v1/verify/answer', { bodyLimit: maxAnswerBodyBytes(limits) }, async (request, reply) => {
    const input = readAnswerRequest(request.body);
    const verifier = readiness.verifier();
    const signal = clientDisconnectSignal(reply);
    const answer = await verifier.prepareAnswer(input, signal);
    const { answer: text, sources } = input;
    const sourcesLength = sources.reduce((sum, source) => sum + source.text.length, 0);
    addLogFacts(request, { answerLength: text.length, sources: sources.length, sourcesLength });
    await countRestOfCost(access, reply, requestCost(answer.prepared.checked));
    const verify = async (onSentence?: OnSentence) => {
      const body = await verifier.verifyPrepared(answer, { signal, client: clientOf(request), onSentence });
      metrics.countVerdicts(body.sentences);
      addLogFacts(request, { verdict: body.verdict, outcome: body.outcome, checked: body.counts.checked });
      return body;
    };
    return acceptsEvents(request.headers.accept) ? replyWithEvents(reply, verify) : verify();
  });
}
