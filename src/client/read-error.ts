import type { ErrorBody } from '../contract/body.ts';
import { ServiceError, type ServiceErrorFacts } from '../contract/service-error.ts';

/** The error that a refusing response with this body describes. */
export function errorOfResponse({ status, headers }: Response, text: string): ServiceError {
  const requestId = headers.get('x-request-id') ?? undefined;
  const stated = secondsOf(headers.get('retry-after'));
  const body = jsonOrUndefined(text);
  if (!isErrorBody(body)) {
    const message = `Expected a response of the claim verification service, got status ${status} without its error. Check the URL and the proxies in front of it.`;
    return new ServiceError('unexpected_response', message, { status, requestId, retryAfterSeconds: stated });
  }
  return errorOfBody(body, { status, requestId, retryAfterSeconds: stated });
}

/** The error of a body as the API writes it. A page of another origin may not read Retry-After, but the details. */
export function errorOfBody(body: unknown, facts: ServiceErrorFacts = {}): ServiceError {
  if (!isErrorBody(body)) {
    return new ServiceError(
      'unexpected_response',
      'The response is not an error of the API. Check the URL and the proxies in front of it.',
      facts,
    );
  }
  const { code, message, details } = body.error;
  const inBody = details?.retry_after_seconds;
  const retryAfterSeconds = facts.retryAfterSeconds ?? (typeof inBody === 'number' ? inBody : undefined);
  return new ServiceError(code, message, { ...facts, details, retryAfterSeconds });
}

/** The error of a response that could not be received. */
function connectionError(cause: unknown): ServiceError {
  const reason = cause instanceof Error ? messageOf(cause) : String(cause);
  const message = `The claim verification service did not respond: ${reason}`;
  return new ServiceError('connection_failed', message, { cause });
}

/** fetch says "fetch failed" and puts the reason into its cause. */
function messageOf({ message, cause }: Error): string {
  const { code, message: deeper } = (cause ?? {}) as { code?: unknown; message?: unknown };
  const reason = [code, deeper].find((one) => typeof one === 'string' && one !== '');
  return reason === undefined ? message : `${message} (${String(reason)})`;
}

function isErrorBody(body: unknown): body is ErrorBody {
  const { error } = (body ?? {}) as { error?: { code?: unknown; message?: unknown } };
  return typeof error?.code === 'string' && typeof error.message === 'string';
}

const MS_PER_SECOND = 1000;

/** Retry-After in seconds: it is written as seconds or as a date. */
function secondsOf(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / MS_PER_SECOND);
}

/** Waits for something from the network. Rejects with the signal's reason, or with `connection_failed`. */
export async function receive<Received>(
  get: () => Promise<Received>,
  signal: AbortSignal | undefined,
): Promise<Received> {
  try {
    return await get();
  } catch (error) {
    throw signal?.aborted ? signal.reason : connectionError(error);
  }
}

/** The value of a JSON text; undefined when it is not JSON. */
export function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text of a body as it comes. Not every browser can iterate over a stream. */
export async function* bodyText(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await receive(() => reader.read(), signal);
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
