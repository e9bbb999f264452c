import type { FastifyInstance, FastifyReply } from 'fastify';
import { answerSettings, type Config } from '../../config.ts';
import {
  ANSWER_LIMITS,
  type AnswerBody,
  type AnswerLimits,
  answerRequestReader,
  type SentenceBody,
} from '../../index.ts';
import { clientOf, countRestOfCost, requestCost } from '../auth/request-cost.ts';
import { acceptsEvents } from '../http/accepts-events.ts';
import { clientDisconnectSignal } from '../http/client-disconnect.ts';
import { addRefusal, logError } from '../http/error-handler.ts';
import { type ErrorBody, errorResponse, toServiceError } from '../http/error-response.ts';
import { EventStream } from '../http/event-stream.ts';
import { maxBytesOf } from '../http/json-body.ts';
import { addLogFacts, observeLateFailure } from '../http/request-observers.ts';
import type { ServerContext } from '../server-context.ts';

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

/** What an answer and its sources may hold: the limits that are settings, and the others. */
export function answerLimits(config: Config): AnswerLimits {
  return { ...ANSWER_LIMITS, ...answerSettings(config) };
}

/** Enough for the longest texts with every character escaped, and for ids, titles and citations. */
export function maxAnswerBodyBytes({ answerLength, sourcesLength }: AnswerLimits): number {
  return maxBytesOf(answerLength + sourcesLength);
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Some proxies would keep the events until the response is complete.
  'x-accel-buffering': 'no',
};

type OnSentence = (sentence: SentenceBody) => void;

/**
 * Replies with an event for each sentence as soon as it is decided, then with the whole answer as the last event. What
 * fails before the first sentence is thrown; what fails after it is the last event instead of the answer.
 */
async function replyWithEvents(
  reply: FastifyReply,
  verify: (onSentence: OnSentence) => Promise<AnswerBody>,
): Promise<FastifyReply> {
  const events = new EventStream();
  let hasBegun = false;
  const verified = new Promise<void>((begin, fail) => {
    const onSentence: OnSentence = (sentence) => {
      hasBegun = true;
      events.add('sentence', sentence);
      begin();
    };
    verify(onSentence)
      .then((answer) => events.finish('answer', answer))
      .then(begin)
      .catch((error) => (hasBegun ? events.finish('error', failure(error, reply)) : fail(error)));
  });
  await verified;
  return reply.headers(HEADERS).send(events);
}

/** The body of an error that comes after the response has begun: the client gets 200, log and metrics its own status. */
function failure(thrown: unknown, reply: FastifyReply): ErrorBody {
  const error = toServiceError(thrown);
  const { status, body } = errorResponse(error, reply.request.id);
  addRefusal(error, reply.request);
  if (!reply.raw.destroyed) logError(error, reply.request);
  observeLateFailure(reply, status);
  return body;
}
