import type { FastifyReply } from 'fastify';
import type { AnswerBody, SentenceBody } from '../../index.ts';
import { addRefusal, logError } from '../http/error-handler.ts';
import { type ErrorBody, errorResponse, toServiceError } from '../http/error-response.ts';
import { EventStream } from '../http/event-stream.ts';
import { observeLateFailure } from '../http/request-observers.ts';

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Some proxies would keep the events until the response is complete.
  'x-accel-buffering': 'no',
};

export type OnSentence = (sentence: SentenceBody) => void;

/**
 * Replies with an event for each sentence as soon as it is decided, then with the whole answer as the last event. What
 * fails before the first sentence is thrown; what fails after it is the last event instead of the answer.
 */
export async function replyWithEvents(
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
