import { ServiceError } from '../contract/service-error.ts';
import type { ClientOptions } from './client-options.ts';
import { errorOfResponse, jsonOrUndefined, receive } from './read-error.ts';
import { type RetryPolicy, withRetries } from './retry-policy.ts';

const DEFAULTS = { retries: 4, maxWaitMs: 60_000 };

/** One request. Bodies other than JSON state their type in `headers`. */
export interface ClientRequest {
  /** Default: POST. */
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | undefined;
  /** The body, as JSON. */
  readonly json?: unknown;
  /** The body as it is. */
  readonly file?: RequestInit['body'] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Requests to one service. */
export class Transport {
  readonly policy: RetryPolicy;
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #fetch: typeof globalThis.fetch;

  /** Throws TypeError for an invalid address. */
  constructor({ url, key, retries, maxWaitMs, fetch }: ClientOptions) {
    this.#base = baseOf(url);
    this.#headers = { ...(key !== undefined && { authorization: `Bearer ${key}` }) };
    this.policy = { retries: retries ?? DEFAULTS.retries, maxWaitMs: maxWaitMs ?? DEFAULTS.maxWaitMs };
    // A browser refuses a fetch that is called as the method of another object.
    this.#fetch = fetch ?? ((...request) => globalThis.fetch(...request));
  }

  /** The response of a request that was accepted. Not repeated. */
  async send(path: string, { method = 'POST', json, file, headers, signal }: ClientRequest): Promise<Response> {
    const request = {
      method,
      headers: { ...this.#headers, ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      // Node's fetch needs `duplex` for a stream; the types of browsers do not have it.
      ...(file !== undefined && { body: file, duplex: 'half' as const }),
      ...(signal && { signal }),
    };
    const response = await receive(() => this.#fetch(this.#base + path, request), signal);
    if (!response.ok) throw errorOfResponse(response, await receive(() => response.text(), signal));
    return response;
  }

  /** The JSON of the response; asks again as `policy` says. */
  ask<Answer>(path: string, sending: ClientRequest): Promise<Answer> {
    return withRetries(() => this.askOnce<Answer>(path, sending), this.policy, sending.signal);
  }

  async askOnce<Answer>(path: string, sending: ClientRequest): Promise<Answer> {
    const response = await this.send(path, { ...sending, headers: { accept: 'application/json', ...sending.headers } });
    const answer = jsonOrUndefined(await receive(() => response.text(), sending.signal));
    if (typeof answer === 'object' && answer !== null) return answer as Answer;
    throw otherThan('JSON', response);
  }
}

/** The error of a response that did not come from the service. */
export function otherThan(expected: string, response: Response): ServiceError {
  const type = response.headers.get('content-type') ?? 'nothing';
  const { status } = response;
  const message = `Expected ${expected} from the claim verification service, got ${type}. Check the URL and the proxies in front of it.`;
  return new ServiceError('unexpected_response', message, { status, requestId: requestIdOf(response) });
}

export function requestIdOf({ headers }: Response): string | undefined {
  return headers.get('x-request-id') ?? undefined;
}

function baseOf(url: string): string {
  const expected = 'Expected url to be the address of the service, such as http://127.0.0.1:8080';
  if (typeof url !== 'string' || !/^(?:https?:\/\/[^/]|\/)/.test(url))
    throw new TypeError(`${expected}, got ${String(url)}.`);
  return url.replace(/(?<!\/)\/+$/, '');
}
