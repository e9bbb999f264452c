import type { OpenAPIV3_1 } from 'openapi-types';
import type { ErrorBody } from '../../contract/body.ts';
import { LONG_CLAIM } from '../../contract/verify.ts';
import { MAX_BODY_BYTES } from '../http/json-body.ts';
import { headersOf, RATE_HEADERS } from './openapi-parts.ts';

type Response = OpenAPIV3_1.ResponseObject;

/** The description of an error response: its meaning, an example of its body, and its headers. */
export function documentedError(
  description: string,
  error: ErrorBody['error'],
  headers: Response['headers'] = headersOf(),
) {
  const schema = { $ref: '#/components/schemas/ErrorResponse' };
  return { description, headers, content: { 'application/json': { schema, example: { error } } } } satisfies Response;
}

/** The errors of POST /v1/verify, in the order in which they are checked: 401, 403, 429, 400, 503. */
export function verifyErrors(): Record<string, Response> {
  const seconds = { retry_after_seconds: 12 };
  return {
    400: documentedError(
      `A field violates its constraints, or the body is not a JSON object of at most ${MAX_BODY_BYTES} bytes`,
      {
        code: 'invalid_request',
        ...LONG_CLAIM,
      },
      headersOf(...RATE_HEADERS),
    ),
    401: documentedError(
      'Key missing, invalid or revoked',
      { code: 'unauthorized', message: 'Expected a valid key.', details: { header_present: false } },
      headersOf('WWW-Authenticate'),
    ),
    403: documentedError(
      'Subscription not active',
      {
        code: 'subscription_inactive',
        message: 'The subscription of this key is past_due.',
        details: { status: 'past_due', checkout_url: '/dashboard' },
      },
      headersOf(...RATE_HEADERS),
    ),
    429: documentedError(
      'Rate limit exceeded',
      {
        code: 'rate_limited',
        message: 'Requests are limited to 60 per minute; try again in 12 seconds.',
        details: { limit: 60, window: 'minute', ...seconds },
      },
      headersOf(...RATE_HEADERS, 'Retry-After'),
    ),
    500: documentedError(
      'Unexpected server failure',
      { code: 'internal_error', message: 'Unexpected server error.', details: { request_id: 'f3b1' } },
      headersOf(...RATE_HEADERS),
    ),
    503: documentedError(
      'Temporarily unavailable: starting up, overloaded, or a store cannot be reached',
      { code: 'service_unavailable', message: 'The service is overloaded.', details: seconds },
      headersOf(...RATE_HEADERS, 'Retry-After'),
    ),
  };
}

/**
 * The errors of a request with many sentences or claims and a body of at most so many bytes; `invalid` is an example of a
 * wrong field.
 */
export function manyErrors(bodyBytes: number, invalid: Omit<ErrorBody['error'], 'code'>): Record<string, Response> {
  return {
    ...verifyErrors(),
    400: documentedError(
      `A field violates its constraints; or the body is not a JSON object of at most ${bodyBytes} bytes; or the request ` +
        'counts as more than the whole limit of the key (details: needed, limit); or the models would take longer for ' +
        'it than MAX_REQUEST_MS (details: estimated_ms, max_ms)',
      { code: 'invalid_request', ...invalid },
      headersOf(...RATE_HEADERS),
    ),
    429: documentedError(
      'Rate limit exceeded, or less left of it than the request counts as',
      {
        code: 'rate_limited',
        message: 'Requests are limited to 60 per minute, and this one counts as 3; try again in 12 seconds.',
        details: { limit: 60, window: 'minute', retry_after_seconds: 12, needed: 3 },
      },
      headersOf(...RATE_HEADERS, 'Retry-After'),
    ),
  };
}

/** The errors of /v1/account and /admin/v1. */
export function operationErrors(): Record<string, Response> {
  const { 401: unauthorized, 429: limited, 500: broken, 503: unavailable } = verifyErrors();
  const notFound = {
    code: 'invalid_request',
    message: 'Expected the id of a key, got "x": no key has this id.',
  } as const;
  const wrongField = {
    code: 'invalid_request',
    message: 'name: Invalid input: expected string, received undefined.',
    details: { field: 'name' },
  } as const;
  return {
    400: documentedError('A field or the body violates its constraints', wrongField),
    401: unauthorized!,
    404: documentedError('Nothing has this ID', notFound),
    429: { ...limited!, description: 'Too many account requests, or too many failed logins from one address' },
    500: broken!,
    503: { ...unavailable!, description: 'A store cannot be reached' },
  };
}

/** An operator with the role read asks for a change. */
export function forbidden(): Response {
  return documentedError('The role of the operator allows no change', {
    code: 'unauthorized',
    message: 'Expected the token of an operator who may make changes, got one with the role read.',
  });
}

/** An Idempotency-Key comes with another request than before, or while the first has not ended. */
export function keyUsed(): Response {
  return documentedError(
    'The Idempotency-Key was used for another request; or the first request with it is under way (Retry-After), or was ' +
      'interrupted: look whether it took effect',
    {
      code: 'invalid_request',
      message: 'Expected a new Idempotency-Key for another request, got one that was used.',
    },
    headersOf('Retry-After'),
  );
}

/** The response of a readiness probe that fails. */
export function notReady() {
  return documentedError(
    'Not ready; the message says why',
    {
      code: 'service_unavailable',
      message: 'The model is still being loaded; try again shortly.',
      details: { retry_after_seconds: 5 },
    },
    headersOf('Retry-After'),
  );
}
