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
import { errorOfBody, errorOfResponse, jsonOrUndefined } from './read-error.ts';
import { readEvents } from './read-events.ts';
import { receive } from './receive.ts';
import { type RetryPolicy, withRetries } from './retry-policy.ts';
import { ServiceError } from './service-error.ts';

export interface ClientOptions {
  /** Address of the service, such as http://127.0.0.1:8080, or of a proxy with its path; on a page also /path alone. */
  readonly url: string;
  /** API key; undefined behind a proxy that adds it. */
  readonly key?: string | undefined;
  /** Attempts beside the first while the service refuses for a time or does not answer. Default: 4. */
  readonly retries?: number | undefined;
  /** Longest wait before one of them, in milliseconds; an error that asks for a longer one is thrown. Default: 60,000. */
  readonly maxWaitMs?: number | undefined;
  /** Used in place of the global fetch, for an agent, a proxy or a test. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

const DEFAULTS = { retries: 4, maxWaitMs: 60_000 };

/** A client of the service. Throws TypeError for an address that is none. */
export function createClient(options: ClientOptions): Client {
  return new Client(options);
}

/** The checks of the service over HTTP. Rejects with ServiceError, or with the reason of a call's signal. */
export class Client implements ClaimChecks {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #policy: RetryPolicy;
  readonly #fetch: typeof globalThis.fetch;

  constructor({ url, key, retries, maxWaitMs, fetch }: ClientOptions) {
    this.#base = baseOf(url);
    this.#headers = {
      'content-type': 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    };
    this.#policy = { retries: retries ?? DEFAULTS.retries, maxWaitMs: maxWaitMs ?? DEFAULTS.maxWaitMs };
    // A browser refuses a fetch that is called as the method of another object.
    this.#fetch = fetch ?? ((...request) => globalThis.fetch(...request));
  }

  /** Judges a claim by a source. */
  verify(body: VerifyRequestBody, options: VerifyOptions & { readonly detail: 'full' }): Promise<DetailedResponseBody>;
  verify(body: VerifyRequestBody, options?: VerifyOptions): Promise<ResponseBody>;
  verify(body: VerifyRequestBody, options?: VerifyOptions): Promise<DetailedResponseBody> {
    const query = options?.detail === undefined ? '' : `?detail=${encodeURIComponent(options.detail)}`;
    return this.#ask(`/v1/verify${query}`, body, options);
  }

  /** Judges several claims by one source. */
  verifyBatch(body: BatchRequestBody, options?: CallOptions): Promise<BatchBody> {
    return this.#ask('/v1/verify/batch', body, options);
  }

  /**
   * Judges every sentence of an answer by several sources. With `onSentence` the service sends each sentence as soon as it
   * is decided; after the first one a failure is not retried, since no sentence is given twice.
   */
  async verifyAnswer(body: AnswerRequestBody, options: AnswerCallOptions = {}): Promise<AnswerBody> {
    const { onSentence, signal } = options;
    const path = '/v1/verify/answer';
    if (onSentence === undefined) return this.#ask(path, body, options);
    const response = await withRetries(
      () => this.#send(path, { body, accept: 'text/event-stream', signal }),
      this.#policy,
      signal,
    );
    return answerOfEvents(response, onSentence, signal);
  }

  #ask<Answer>(path: string, body: unknown, { signal }: CallOptions = {}): Promise<Answer> {
    const ask = async () => {
      const response = await this.#send(path, { body, accept: 'application/json', signal });
      const answer = jsonOrUndefined(await receive(() => response.text(), signal));
      if (typeof answer === 'object' && answer !== null) return answer as Answer;
      throw otherThan('JSON', response);
    };
    return withRetries(ask, this.#policy, signal);
  }

  /** The response of a request that was accepted. */
  async #send(path: string, { body, accept, signal }: Sending): Promise<Response> {
    const request = {
      method: 'POST',
      headers: { ...this.#headers, accept },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    };
    const response = await receive(() => this.#fetch(this.#base + path, request), signal);
    if (!response.ok) throw errorOfResponse(response, await receive(() => response.text(), signal));
    return response;
  }
}

interface Sending {
  readonly body: unknown;
  readonly accept: string;
  readonly signal: AbortSignal | undefined;
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
    'Expected the whole answer as the last event, got the end of the stream.',
  );
}

function otherThan(expected: string, response: Response): ServiceError {
  const type = response.headers.get('content-type') ?? 'nothing';
  const { status } = response;
  const message = `Expected ${expected} from the claim verification service, got ${type}. Check the url, and the proxies before it.`;
  return new ServiceError('unexpected_response', message, { status, requestId: requestIdOf(response) });
}

function requestIdOf({ headers }: Response): string | undefined {
  return headers.get('x-request-id') ?? undefined;
}

function baseOf(url: string): string {
  const expected = 'Expected url to be the address of the service, such as http://127.0.0.1:8080';
  if (typeof url !== 'string' || !/^(?:https?:\/\/[^/]|\/)/.test(url))
    throw new TypeError(`${expected}, got ${String(url)}.`);
  return url.replace(/(?<!\/)\/+$/, '');
}
