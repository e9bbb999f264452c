import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface RequestAndReply {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The status that nginx made customary for a client that disconnected before the whole response was written. */
export const CLIENT_DISCONNECTED_STATUS = 499;

export interface EndedRequest extends RequestAndReply {
  /** The sent status, unless the client disconnected or the response failed after its status was sent. */
  readonly status: number;
}

export interface RequestObserver {
  readonly onStart?: (started: RequestAndReply) => void;
  readonly onEnd: (ended: EndedRequest) => void;
}

/** The status of the error by response, for those that failed after their own status was sent. */
const lateFailures = new WeakMap<FastifyReply, number>();

/** Lets the observers see the status of an error, for a response that has been sent another status before. */
export function observeLateFailure(reply: FastifyReply, status: number): void {
  lateFailures.set(reply, status);
}

/** Notifies the observers of every request, including those that are rejected early or abandoned. */
export function observeRequests(app: FastifyInstance, observers: readonly RequestObserver[]): void {
  app.addHook('onRequest', async (request, reply) => {
    for (const observer of observers) observer.onStart?.({ request, reply });
    finished(reply.raw, (error) => {
      const sent = lateFailures.get(reply) ?? reply.statusCode;
      const status = error == null ? sent : CLIENT_DISCONNECTED_STATUS;
      for (const observer of observers) observer.onEnd({ request, reply, status });
    });
  });
}

/** Facts that the access log adds to method, route, status and duration. Sizes and names, never texts. */
export type LogFacts = Readonly<Record<string, string | number | undefined>>;

const facts = new WeakMap<FastifyRequest, LogFacts>();

export function addLogFacts(request: FastifyRequest, more: LogFacts): void {
  facts.set(request, { ...facts.get(request), ...more });
}

export function logFactsOf(request: FastifyRequest): LogFacts | undefined {
  return facts.get(request);
}

const STATIC_FILES = /^\/(?:assets|client)\//;

/** A name of a fixed set, for logs and metrics: callers cannot invent further ones. Static files share one. */
export function routeName({ routeOptions: { url = 'none' } }: FastifyRequest): string {
  return STATIC_FILES.test(url) ? 'static' : url;
}

/** Health probes and metrics scrapes come every few seconds; they are logged at debug level. */
export function isProbe({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === '/metrics' || url === '/health' || url?.startsWith('/health/') === true;
}

/** The requests from their headers being read to the last byte of their response being written. */
export class InFlight implements RequestObserver {
  readonly #replies = new Set<FastifyReply>();
  #waiting: (() => void)[] = [];

  get count(): number {
    return this.#replies.size;
  }

  /** Requests that arrived completely and have no response yet. The others wait for their client to send or to read. */
  get unanswered(): number {
    return [...this.#replies].filter(({ request, raw }) => request.raw.complete && !raw.writableEnded).length;
  }

  onStart({ reply }: RequestAndReply): void {
    this.#replies.add(reply);
  }

  onEnd({ reply }: RequestAndReply): void {
    this.#replies.delete(reply);
    if (this.#replies.size > 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async idle(): Promise<void> {
    if (this.#replies.size > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
