/// <reference lib="esnext.disposable" preserve="true" />

import { ServiceError } from '../contract/service-error.ts';
import type {
  AnswerBody,
  AnswerCallOptions,
  AnswerRequestBody,
  BatchBody,
  BatchRequestBody,
  CallOptions,
  ClaimChecks,
  DetailedResponseBody,
  ResponseBody,
  SentenceBody,
  VerifyOptions,
  VerifyRequestBody,
} from './bodies.ts';
import type { ClientOptions } from './client-options.ts';
import { JobClient } from './job-client.ts';
import { bodyText, errorOfBody, jsonOrUndefined } from './read-error.ts';
import { withRetries } from './retry-policy.ts';
import { otherThan, requestIdOf } from './transport.ts';

/** A client of the service. Throws TypeError for an invalid address. */
export function createClient(options: ClientOptions): Client {
  return new Client(options);
}

/** The service over HTTP. Rejects with ServiceError, or with the reason of a call's signal. */
export class Client extends JobClient implements ClaimChecks {
  /** Judges a claim by a source. */
  verify(body: VerifyRequestBody, options: VerifyOptions & { readonly detail: 'full' }): Promise<DetailedResponseBody>;
  verify(body: VerifyRequestBody, options?: VerifyOptions): Promise<ResponseBody>;
  verify(body: VerifyRequestBody, options?: VerifyOptions): Promise<DetailedResponseBody> {
    const query = options?.detail === undefined ? '' : `?detail=${encodeURIComponent(options.detail)}`;
    return this.transport.ask(`/v1/verify${query}`, { json: body, signal: options?.signal });
  }

  /** Judges several claims by one source. */
  verifyBatch(body: BatchRequestBody, options?: CallOptions): Promise<BatchBody> {
    return this.transport.ask('/v1/verify/batch', { json: body, signal: options?.signal });
  }

  /**
   * Checks every sentence of an answer against several sources. With `onSentence` the service sends each sentence as soon as it
   * is decided; after the first one a failure is not retried, so that no sentence is reported twice.
   */
  async verifyAnswer(body: AnswerRequestBody, options: AnswerCallOptions = {}): Promise<AnswerBody> {
    const { onSentence, signal } = options;
    const path = '/v1/verify/answer';
    if (onSentence === undefined) return this.transport.ask(path, { json: body, signal });
    const sending = { json: body, headers: { accept: 'text/event-stream' }, signal };
    const response = await withRetries(() => this.transport.send(path, sending), this.transport.policy, signal);
    return answerOfEvents(response, onSentence, signal);
  }

  /** Does nothing, since nothing stays open: for programs that have `await using` of the library and change to this. */
  async [Symbol.asyncDispose](): Promise<void> {}
}

async function answerOfEvents(
  response: Response,
  onSentence: (sentence: SentenceBody) => void,
  signal: AbortSignal | undefined,
): Promise<AnswerBody> {
  if (response.body === null || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
    throw otherThan('server-sent events', response);
  }
  for await (const { name, data } of readEvents(response.body, signal)) {
    const body = jsonOrUndefined(data);
    if (name === 'sentence') onSentence(body as SentenceBody);
    if (name === 'answer') return body as AnswerBody;
    if (name === 'error') throw errorOfBody(body, { requestId: requestIdOf(response) });
  }
  throw new ServiceError(
    'connection_failed',
    'The stream ended before the whole answer arrived. Send the request again.',
  );
}

interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/**
 * The server-sent events of a response body, in order. Comments and other fields are skipped.
 *
 * @internal
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerEvent> {
  let rest = '';
  for await (const text of bodyText(body, signal)) {
    // Between events is an empty line.
    const parts = (rest + text).split(/\r?\n\r?\n/);
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const event = eventOf(part);
      if (event.data !== '') yield event;
    }
  }
}

function eventOf(text: string): ServerEvent {
  const lines = text.split(/\r?\n/).map((line) => /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []);
  const valuesOf = (field: string) => lines.filter(([, name]) => name === field).map(([, , value = '']) => value);
  return { name: valuesOf('event').at(-1) ?? '', data: valuesOf('data').join('\n') };
}
