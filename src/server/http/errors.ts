import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../../contract/body.ts';
import { ERRORS, ServiceError } from '../../contract/errors.ts';
import { MAX_BODY_BYTES } from './json-body.ts';
import { addLogFacts, isProbe } from './request-observers.ts';

export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = toServiceError(thrown, request.routeOptions.bodyLimit);
  const { status, headers, body } = errorResponse(error, request.id);
  addRefusal(error, request);
  if (!reply.raw.destroyed) logError(error, request);
  // Keep the connection open: Node reads and discards the rest of a rejected body.
  reply.removeHeader('connection');
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(body);
}

const FIELD_NAME = /^[a-z][a-z0-9_.]{0,39}$/;

/** Adds to the access log and the metrics why a request was refused. */
export function addRefusal({ code, details, refusal }: ServiceError, request: FastifyRequest): void {
  // A field that a caller invented may be any text, so only what looks like a name is shown.
  const field = typeof details?.field === 'string' && FIELD_NAME.test(details.field) ? details.field : undefined;
  const subscription = code === 'subscription_inactive' ? String(details?.status) : undefined;
  addLogFacts(request, { refused: refusal ?? code, field, subscription });
}

/** Logs an error that is not the client's, unless the line of the response says all: why the queue refused the request. */
export function logError(error: ServiceError, request: FastifyRequest): void {
  const { status } = ERRORS[error.code];
  if (status < 500 || error.refusal !== undefined) return;
  const level = isProbe(request) ? 'debug' : status === 500 ? 'error' : 'warn';
  request.log[level]({ error: describeError(error) }, status === 500 ? 'failed' : 'refused');
}

/** Only a path that is served is repeated: it is one of ours, not the caller's text. */
function nothingAt(path: string, served: ReadonlyMap<string, unknown>): string {
  const known = path.replace(/\/$/, '');
  return known !== path && served.has(known)
    ? `Nothing is served at this path; without the slash at its end it is ${known}.`
    : 'Nothing is served at this path.';
}

/** Answers a missing Host header with 400, unknown paths with 404 and wrong methods with 405, before reading a body. */
export function rejectUnknownRoutes(app: FastifyInstance): void {
  const methods = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    methods.set(url, [...(methods.get(url) ?? []), method].flat());
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.raw.headers.host === undefined && request.raw.httpVersion === '1.1') {
      throw new ServiceError('invalid_request', 'The Host header is missing. Send it.');
    }
    if (!request.is404) return;
    const [path = ''] = request.url.split('?');
    const allowed = methods.get(path);
    if (allowed === undefined) throw new ServiceError('not_found', nothingAt(path, methods));
    const allow = [...new Set(allowed)].join(', ');
    reply.header('allow', allow);
    throw new ServiceError('method_not_allowed', `This path does not serve that method. Use ${allow}.`);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) =>
    sendError(new ServiceError('not_found', 'Nothing is served at this path.'), request, reply),
  );
}

const MAX_CAUSES = 3;
const MAX_FRAMES = 12;

/** The loggable part of an error and its causes; no messages of libraries, which may quote a customer's text. */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const isOwn = toServiceError(error) === error;
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    ...(isOwn ? { message: error.message } : {}),
    ...(isOwn && error.cause === undefined ? {} : { frames: stackFrames(error) }),
    ...(error.cause === undefined || depth >= MAX_CAUSES ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}

/** Reading `stack` formats it, which costs more than rejecting a request. */
function stackFrames({ stack }: Error): string[] {
  const lines = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return lines.slice(0, MAX_FRAMES).map((line) => line.trim());
}

export interface ErrorResponse {
  readonly status: number;
  /** Headers that follow from the error itself. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
}

/** Fastify's error codes for requests that it cannot read. */
const UNREADABLE: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as its Content-Length. Send the request again.',
  FST_ERR_BAD_URL: 'The path cannot be decoded. Percent-encode it as UTF-8.',
};

/**
 * Converts any thrown value to a ServiceError. A library's complaint about the request becomes `invalid_request`;
 * everything unknown becomes `internal_error`, with its cause for the log. `bodyLimit` is that of the request's route,
 * in bytes.
 */
export function toServiceError(error: unknown, bodyLimit = MAX_BODY_BYTES): ServiceError {
  if (error instanceof ServiceError) return error;
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new ServiceError('invalid_request', `Expected a body of at most ${bodyLimit} bytes, got more.`);
  }
  const sentence = UNREADABLE[String(code)];
  if (sentence !== undefined) return new ServiceError('invalid_request', sentence, { cause: error });
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new ServiceError('invalid_request', 'The request could not be read.', { cause: error });
  }
  return new ServiceError('internal_error', 'Unexpected error.', { cause: error });
}

/** Status, headers and body of an error. An internal error shows the request ID and nothing of its cause. */
export function errorResponse(error: ServiceError, requestId: string): ErrorResponse {
  const { status, publicCode: code } = ERRORS[error.code];
  if (code === 'internal_error') {
    const message = 'Unexpected server error; try again. If the error persists, send the request_id to support.';
    return { status, headers: {}, body: { error: { code, message, details: { request_id: requestId } } } };
  }
  const { details } = error;
  const retryAfter = details?.retry_after_seconds;
  return {
    status,
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
    body: { error: { code, message: error.message, ...(details === undefined ? {} : { details }) } },
  };
}
