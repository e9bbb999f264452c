import type { OpenAPIV3_1 } from 'openapi-types';
import { type ErrorBody, MAX_BODY_BYTES } from '../http/error-answer.ts';
import { headersOf, RATE_HEADERS } from './response-headers.ts';

type Response = OpenAPIV3_1.ResponseObject;

/** An error's response: what it means, its headers and an example of its body. */
function errorResponse(description: string, error: ErrorBody['error'], headers: Response['headers'] = headersOf()) {
  const schema = { $ref: '#/components/schemas/ErrorResponse' };
  return { description, headers, content: { 'application/json': { schema, example: { error } } } } satisfies Response;
}

/** The errors of POST /v1/verify, in the order in which they are checked: 401, 403, 429, 400, 503. */
export function verifyErrors(): Record<string, Response> {
  const seconds = { retry_after_seconds: 12 };
  return {
    400: errorResponse(
      `A field violates its constraints, or the body is no JSON object of at most ${MAX_BODY_BYTES} bytes`,
      {
        code: 'invalid_request',
        message: 'claim must be a string of 1 to 500 characters, got 501.',
        details: { field: 'claim', max_length: 500, received_length: 501 },
      },
      headersOf(...RATE_HEADERS),
    ),
    401: errorResponse(
      'Key missing, invalid or revoked',
      { code: 'unauthorized', message: 'Expected a valid key.', details: { header_present: false } },
      headersOf('WWW-Authenticate'),
    ),
    403: errorResponse(
      'Subscription not active',
      {
        code: 'subscription_inactive',
        message: 'The subscription of this key is past_due.',
        details: { status: 'past_due', checkout_url: 'https://example.com/checkout' },
      },
      headersOf(...RATE_HEADERS),
    ),
    429: errorResponse(
      'Rate limit exceeded',
      {
        code: 'rate_limited',
        message: 'Requests are limited to 60 per minute; try again in 12 seconds.',
        details: { limit: 60, window: 'minute', ...seconds },
      },
      headersOf(...RATE_HEADERS, 'Retry-After'),
    ),
    500: errorResponse(
      'Unexpected server failure',
      { code: 'internal_error', message: 'Unexpected server error.', details: { request_id: 'f3b1' } },
      headersOf(...RATE_HEADERS),
    ),
    503: errorResponse(
      'Temporarily unavailable: not warm yet, overloaded, or a store that cannot be asked',
      { code: 'service_unavailable', message: 'The service is overloaded.', details: seconds },
      headersOf(...RATE_HEADERS, 'Retry-After'),
    ),
  };
}

/** The errors of the operations of customers and operators. */
export function operationErrors(): Record<string, Response> {
  const { 401: unauthorized, 429: limited, 500: broken, 503: unavailable } = verifyErrors();
  const notFound = {
    code: 'invalid_request',
    message: 'Expected the id of a key, got "x", which names none.',
  } as const;
  const wrongField = {
    code: 'invalid_request',
    message: 'name: Invalid input: expected string, received undefined.',
    details: { field: 'name' },
  } as const;
  return {
    400: errorResponse('A field or the body violates its constraints', wrongField),
    401: unauthorized!,
    404: errorResponse('There is nothing of that id', notFound),
    429: { ...limited!, description: 'Too many requests about an account, or failed logins from an address' },
    500: broken!,
    503: { ...unavailable!, description: 'A store cannot be asked' },
  };
}

/** The answer of a probe that says no. */
export function notReady() {
  return errorResponse(
    'Not ready; the message says why',
    {
      code: 'service_unavailable',
      message: 'The model is still being loaded; try again shortly.',
      details: { retry_after_seconds: 5 },
    },
    headersOf('Retry-After'),
  );
}
