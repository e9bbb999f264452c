import type { OpenAPIV3_1 } from 'openapi-types';
import type { ErrorBody } from '../../contract/body.ts';
import { ERRORS } from '../../contract/errors.ts';
import { LONG_CLAIM } from '../../contract/verify.ts';
import { MAX_BODY_BYTES } from '../http/json-body.ts';
import { headersOf, RATE_HEADERS } from './openapi-parts.ts';

type Response = OpenAPIV3_1.ResponseObject;
type Responses = Record<string, Response>;
type Example = Omit<ErrorBody['error'], 'code'>;

/**
 * The description of an error response: its meaning, an example of its body with the code that the table of errors has for
 * its status, and its headers.
 */
export function documentedError(
  status: number,
  description: string,
  example: Example & { readonly code?: ErrorBody['error']['code'] },
  headers: Response['headers'] = headersOf(),
): Response {
  const { publicCode } = Object.values(ERRORS).find((error) => error.status === status)!;
  const schema = { $ref: '#/components/schemas/ErrorResponse' };
  const error = { code: publicCode, ...example };
  return {
    description,
    headers,
    content: { 'application/json': { schema, example: { error } } },
  };
}

const LIMITS = headersOf(...RATE_HEADERS);
const LIMITS_AND_RETRY = headersOf(...RATE_HEADERS, 'Retry-After');

/** The errors of POST /v1/verify, in the order in which they are checked: 401, 403, 429, 400, 503. */
export function verifyErrors(): Responses {
  const seconds = { retry_after_seconds: 12 };
  const invalid = `A field violates its constraints, or the body is not a JSON object of at most ${MAX_BODY_BYTES} bytes`;
  const inactive = {
    message: 'The subscription of this key is past_due.',
    details: { status: 'past_due', checkout_url: '/dashboard' },
  };
  const limited = {
    message: 'Requests are limited to 60 per minute; try again in 12 seconds.',
    details: { limit: 60, window: 'minute', ...seconds },
  };
  const unauthorized = { message: 'Expected a valid key.', details: { header_present: false } };
  const broken = { message: 'Unexpected server error.', details: { request_id: 'f3b1' } };
  const full = {
    message:
      "The queue is full: this client's waiting requests need 19900 ms of model time, and MAX_QUEUE_MS allows 20000 ms on this machine. Try again in 12 s.",
    details: seconds,
  };
  const down = 'Temporarily unavailable: starting up, overloaded, or a store cannot be reached';
  return {
    400: documentedError(400, invalid, LONG_CLAIM, LIMITS),
    401: documentedError(401, 'Key missing, invalid or revoked', unauthorized, headersOf('WWW-Authenticate')),
    403: documentedError(403, 'Subscription not active', inactive, LIMITS),
    429: documentedError(429, 'Rate limit exceeded', limited, LIMITS_AND_RETRY),
    500: documentedError(500, 'Unexpected server failure', broken, LIMITS),
    503: documentedError(503, down, full, LIMITS_AND_RETRY),
  };
}

/**
 * The errors of a request with many sentences or claims and a body of at most so many bytes; `invalid` is an example of a
 * wrong field.
 */
export function manyErrors(bodyBytes: number, invalid: Example): Responses {
  const wrong =
    `A field violates its constraints; or the body is not a JSON object of at most ${bodyBytes} bytes; or the request ` +
    'costs more than the whole limit of the key (details: needed, limit); or the models would take longer for ' +
    'it than MAX_REQUEST_MS (details: estimated_ms, max_ms)';
  const limited = {
    message: 'Requests are limited to 60 per minute, and this one costs 3; try again in 12 seconds.',
    details: { limit: 60, window: 'minute', retry_after_seconds: 12, needed: 3 },
  };
  const meaning = 'Rate limit exceeded, or fewer requests are left than this one costs';
  return {
    ...verifyErrors(),
    400: documentedError(400, wrong, invalid, LIMITS),
    429: documentedError(429, meaning, limited, LIMITS_AND_RETRY),
  };
}

/** The errors of /v1/account and /admin/v1. */
export function operationErrors(): Responses {
  const { 401: unauthorized, 429: limited, 500: broken, 503: unavailable } = verifyErrors();
  const wrongField = {
    message: 'name: Invalid input: expected string, received undefined.',
    details: { field: 'name' },
  };
  const notFound = { message: 'No key has the id "x".' };
  return {
    400: documentedError(400, 'A field or the body violates its constraints', wrongField),
    401: unauthorized!,
    404: documentedError(404, 'No object has this ID', notFound),
    429: { ...limited!, description: 'Too many account requests, or too many failed logins from one address' },
    500: broken!,
    503: { ...unavailable!, description: 'A store cannot be reached' },
  };
}

/** An operator with the role read asks for a change. */
export function forbidden(): Response {
  const message = 'This operator token is read-only; use one with the role operate.';
  return documentedError(403, 'The role of the operator allows no change', { code: 'unauthorized', message });
}

/** An Idempotency-Key comes with another request than before, or while the first has not ended. */
export function keyUsed(): Response {
  const meaning =
    'The Idempotency-Key was used for another request; or the first request with it is still running (Retry-After), or was ' +
    'interrupted: check whether it took effect';
  const message = 'This Idempotency-Key was used for another request. Use a new one.';
  return documentedError(409, meaning, { message }, headersOf('Retry-After'));
}

/** The response of a readiness probe that fails. */
export function notReady(): Response {
  const message = 'The model is still being loaded; try again shortly.';
  const details = { retry_after_seconds: 5 };
  return documentedError(503, 'Not ready; the message says why', { message, details }, headersOf('Retry-After'));
}
