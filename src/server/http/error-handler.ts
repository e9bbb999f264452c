import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS, ServiceError } from '../../errors.ts';
import { describeError } from './describe-error.ts';
import { errorResponse, toServiceError } from './error-response.ts';
import { addLogFacts, isProbe, type LogFacts } from './request-observers.ts';

/** Sends an error of a route, a hook or the framework in the format of the specification. */
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
export function addRefusal(error: ServiceError, request: FastifyRequest): void {
  addLogFacts(request, refusalFacts(error));
}

/** A field that a caller invented may be any text, so only what looks like a name is told. */
function refusalFacts({ code, details, refusal }: ServiceError): LogFacts {
  const field = typeof details?.field === 'string' && FIELD_NAME.test(details.field) ? details.field : undefined;
  const subscription = code === 'subscription_inactive' ? String(details?.status) : undefined;
  return { refused: refusal ?? code, field, subscription };
}

/** Logs an error that is not the client's. */
export function logError(error: ServiceError, request: FastifyRequest): void {
  const { status } = ERRORS[error.code];
  if (status < 500) return;
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
      throw new ServiceError('invalid_request', 'Expected a Host header, got none.');
    }
    if (!request.is404) return;
    const [path = ''] = request.url.split('?');
    const allowed = methods.get(path);
    if (allowed === undefined) throw new ServiceError('not_found', nothingAt(path, methods));
    const allow = [...new Set(allowed)].join(', ');
    reply.header('allow', allow);
    throw new ServiceError('method_not_allowed', `Expected the method ${allow} at this path, got another.`);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) =>
    sendError(new ServiceError('not_found', 'Nothing is served at this path.'), request, reply),
  );
}
