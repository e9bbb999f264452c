import type { FastifyReply } from 'fastify';
import { answerLimits, type Config } from '../../config.ts';
import { ANSWER_EXAMPLE } from '../../contract/answer.ts';
import type { ErrorBody } from '../../contract/body.ts';
import {
  type AnswerBody,
  type AnswerInput,
  type AnswerLimits,
  answerRequestReader,
  type SentenceBody,
} from '../../index.ts';
import { clientOf, countRestOfCost, requestCost } from '../auth/rate-limits.ts';
import { clientDisconnectSignal } from '../http/connections.ts';
import { addRefusal, errorResponse, logError, toServiceError } from '../http/errors.ts';
import { acceptsEvents, EventStream } from '../http/event-stream.ts';
import { maxBytesOf } from '../http/json-body.ts';
import { addLogFacts, observeLateFailure } from '../http/request-observers.ts';
import { calledBy } from './callers.ts';
import { manyErrors } from './documented-errors.ts';
import { sizesOf } from './gateways/check-answers.ts';
import { headersOf, namedContent, RATE_HEADERS } from './openapi-parts.ts';
import { type Call, type Operation, operation } from './operation.ts';

const DESCRIPTION = [
  'The verdicts are based only on the sources in the request.',
  'Each started group of ten checked sentences costs one request of the limit of the key, at least one. One is ' +
    'counted before the body is read, the others once the answer is cut into sentences and before a model runs. If too ' +
    'few are left, the response is 429 with the total as needed, and Retry-After says when that many are available. ' +
    'If the total is more than the whole limit, waiting does not help: the response is 400 with needed and limit.',
  'With Accept: text/event-stream the response is server-sent events: an event named sentence for each sentence, in ' +
    'order, as soon as it is decided, then one named answer with the same bytes as the response in JSON. An error ' +
    'before the first event is an ordinary error response. A later one is an event named error with the body of an ' +
    'error response, and the last event: then nothing of the answer counts as passed. Disconnecting cancels the work.',
].join('\n\n');

const INVALID = {
  message: 'sources[1].id must differ from the ids before it, got "a", the id of sources[0].',
  details: { field: 'sources[1].id' },
};

export function answerOperation(config: Config): Operation {
  const limits = answerLimits(config);
  const readAnswerRequest = answerRequestReader(limits);
  const bodyLimit = maxAnswerBodyBytes(limits);
  const { request, response } = ANSWER_EXAMPLE;
  return operation({
    method: 'POST',
    path: '/v1/verify/answer',
    operationId: 'verifyAnswer',
    summary: 'Check every sentence of an answer against several sources',
    description: DESCRIPTION,
    tags: ['verification'],
    ...calledBy('key'),
    bodyLimit,
    content: namedContent('AnswerRequest', request),
    responses: {
      200: {
        description: 'The answer was checked',
        headers: headersOf(RATE_HEADERS),
        content: {
          ...namedContent('AnswerResponse', response),
          'text/event-stream': {
            schema: {
              type: 'string',
              description:
                'The data of sentence is an AnswerSentence, of answer an AnswerResponse, of error an ErrorResponse',
            },
            example: eventsOf(response),
          },
        },
      },
      ...manyErrors(bodyLimit, INVALID),
    },
    work: async (call) => verifyAnswer(call, readAnswerRequest(call.body)),
  });
}

function eventsOf(answer: AnswerBody): string {
  const events = [...answer.sentences.map((sentence) => ['sentence', sentence] as const), ['answer', answer] as const];
  return events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('');
}

function verifyAnswer(call: Call, input: AnswerInput) {
  const check = (onSentence?: OnSentence) => checkAnswer(call, input, onSentence);
  return acceptsEvents(call.request.headers.accept) ? replyWithEvents(call.reply, check) : check();
}

export async function checkAnswer(
  { request, reply, access, metrics, readiness }: Call,
  input: AnswerInput,
  onSentence?: OnSentence,
): Promise<AnswerBody> {
  const verifier = readiness.verifier();
  const signal = clientDisconnectSignal(reply);
  const answer = await verifier.prepareAnswer(input, signal);
  addLogFacts(request, sizesOf([input]));
  const { checked } = answer.prepared;
  await countRestOfCost(access, reply, requestCost(checked));
  const onCorrections = (count: number) =>
    countRestOfCost(access, reply, requestCost(checked + count), requestCost(checked));
  const client = clientOf(request);
  const body = await verifier.verifyPrepared(answer, { signal, client, onSentence, onCorrections });
  metrics.observeAnswer(body);
  addLogFacts(request, { verdict: body.verdict, outcome: body.outcome, checked: body.counts.checked });
  return body;
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

/** Sends an event for each sentence, then the whole answer, or what fails after the first sentence. */
async function replyWithEvents(
  reply: FastifyReply,
  verify: (onSentence: OnSentence) => Promise<AnswerBody>,
): Promise<EventStream> {
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
  reply.headers(HEADERS);
  return events;
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
