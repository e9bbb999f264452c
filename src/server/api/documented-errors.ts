import type { OpenAPIV3_1 } from 'openapi-types';
import type { ErrorBody } from '../../contract/body.ts';
import { ERRORS } from '../../contract/errors.ts';
import { longClaim } from '../../contract/verify.ts';
import { MAX_BODY_BYTES } from '../http/json-body.ts';
import { headersOf, RATE_HEADERS } from './openapi-parts.ts';

type Response = OpenAPIV3_1.ResponseObject;
type Example = Omit<ErrorBody['error'], 'code'> & { readonly code?: ErrorBody['error']['code'] };

const AGAIN = { retry_after_seconds: 12 };

/** A body of each status, for a response without an example of its own. */
const EXAMPLES = {
  400: { message: 'count: expected a whole number from 1 to 200.', details: { field: 'count' } },
  401: { message: 'Expected a valid key.', details: { header_present: false } },
  403: {
    message: 'The subscription of this key is past_due.',
    details: { status: 'past_due', checkout_url: '/dashboard' },
  },
  404: { message: 'No object has the id "x".' },
  408: { message: 'No more data of the body arrived within 30000 ms. Send the request again.' },
  409: { message: 'This Idempotency-Key was used for another request. Use a new one.' },
  413: {
    message: 'Expected a file of at most 10000000 rows, got 10000001 by line 10000001.',
    details: { limit: 10_000_000, received: 10_000_001, line: 10_000_001 },
  },
  429: {
    message: 'Requests are limited to 60 per minute; try again in 12 seconds.',
    details: { limit: 60, window: 'minute', ...AGAIN },
  },
  431: { message: 'Address and headers have more than 16 KiB. Send fewer or shorter ones.' },
  500: { message: 'Unexpected server error.', details: { request_id: 'f3b1' } },
  503: {
    message:
      "The queue is full: this client's waiting requests need 19900 ms of model time, and MAX_QUEUE_MS allows 20000 ms on this machine. Try again in 12 s.",
    details: AGAIN,
  },
  507: {
    message:
      'The jobs of this customer store 4294968001 bytes, and the limit is 4294967296; delete jobs, or try again in 12 seconds.',
    details: { limit: 4_294_967_296, received: 4_294_968_001, ...AGAIN },
  },
} as const satisfies Readonly<Record<number, Example>>;

type Status = keyof typeof EXAMPLES;
type Responses = Readonly<Partial<Record<Status, Response>>>;

/** Statuses whose refusal ends by itself, after Retry-After. */
const PASSING: ReadonlySet<Status> = new Set([409, 429, 503, 507]);
/** Found before the limit of the key is counted. */
const UNCOUNTED: ReadonlySet<Status> = new Set([401, 431]);

/** An error response: its meaning, and an example of its body with the code that the table of errors has for its status. */
function errorResponse(status: Status, description: string, example: Example, isLimited: boolean): Response {
  const { publicCode } = Object.values(ERRORS).find((error) => error.status === status)!;
  const schema = { $ref: '#/components/schemas/ErrorResponse' };
  return {
    description,
    headers: headersOf([
      ...(isLimited && !UNCOUNTED.has(status) ? RATE_HEADERS : []),
      ...(PASSING.has(status) ? (['Retry-After'] as const) : []),
      ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ]),
    content: { 'application/json': { schema, example: { error: { code: publicCode, ...example } } } },
  };
}

/** Responses by their meanings, for requests that count against the limit of a key. */
function errorResponses(
  meanings: Readonly<Partial<Record<Status, string>>>,
  examples: Readonly<Partial<Record<Status, Example>>> = {},
  isLimited = true,
): Responses {
  const statuses = Object.keys(meanings).map(Number) as Status[];
  return Object.fromEntries(
    statuses.map((status) => {
      const example = examples[status] ?? EXAMPLES[status];
      return [status, errorResponse(status, meanings[status]!, example, isLimited)];
    }),
  );
}

/** Meanings of the errors of POST /v1/verify, in the order in which they are checked: 401, 403, 429, 400, 503. */
const VERIFY = {
  400: `A field violates its constraints, or the body is not a JSON object of at most ${MAX_BODY_BYTES} bytes`,
  401: 'Key missing, invalid or revoked',
  403: 'Subscription not active',
  429: 'Rate limit exceeded',
  500: 'Unexpected server failure',
  503: 'Temporarily unavailable: starting up, overloaded, or a store cannot be reached',
} as const;

export function verifyErrors(): Responses {
  return errorResponses(VERIFY, { 400: longClaim() });
}

export function manyErrors(bodyBytes: number, invalid: Example): Responses {
  const wrong =
    `A field violates its constraints; or the body is not a JSON object of at most ${bodyBytes} bytes; or the request ` +
    'costs more than the whole limit of the key (details: needed, limit); or the models would take longer for ' +
    'it than MAX_REQUEST_MS (details: estimated_ms, max_ms)';
  const limited = {
    message: 'Requests are limited to 60 per minute, and this one costs 3; try again in 12 seconds.',
    details: { ...EXAMPLES[429].details, needed: 3 },
  };
  const meaning = 'Rate limit exceeded, or fewer requests are left than this one costs';
  return errorResponses({ ...VERIFY, 400: wrong, 429: meaning }, { 400: invalid, 429: limited });
}

/** The errors of a request about jobs; `meanings` are those of the operation itself. */
export function jobErrors(meanings: Readonly<Partial<Record<Status, string>>> = {}): Responses {
  return errorResponses({
    ...VERIFY,
    400: 'A parameter violates its constraints',
    503: 'A store cannot be reached',
    ...meanings,
  });
}

/** The errors of /v1/account and /admin/v1; `changes`: for the role read, 403, and of an Idempotency-Key, 409. */
export function recordErrors(changes: { readonly forbidden: boolean; readonly repeatable: boolean }): Responses {
  return errorResponses(
    {
      400: 'A field or the body violates its constraints',
      401: VERIFY[401],
      ...(changes.forbidden && { 403: 'The role of the operator allows no change' }),
      404: 'No object has this ID',
      ...(changes.repeatable && { 409: KEY_USED }),
      429: 'Too many account requests, or too many failed logins from one address',
      500: VERIFY[500],
      503: 'A store cannot be reached',
    },
    { 403: { code: 'unauthorized', message: 'This operator token is read-only; use one with the role `operate`.' } },
    false,
  );
}

const KEY_USED =
  'The Idempotency-Key was used for another request; or the first request with it is still running (Retry-After), or was ' +
  'interrupted: check whether it took effect';

export function notReady(): Responses {
  const message = 'The model is still being loaded; try again shortly.';
  return errorResponses({ 503: 'Not ready; the message says why' }, { 503: { message, details: AGAIN } }, false);
}
