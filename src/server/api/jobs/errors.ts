import type { OpenAPIV3_1 } from 'openapi-types';
import { documentedError, verifyErrors } from '../documented-errors.ts';
import { headersOf, RATE_HEADERS } from '../openapi-parts.ts';

type Responses = Record<number, OpenAPIV3_1.ResponseObject>;

const LIMITS = headersOf(...RATE_HEADERS);
const LIMITS_AND_RETRY = headersOf(...RATE_HEADERS, 'Retry-After');

/** A refusal after which the same request fails again. */
function refused(status: number, meaning: string, message: string, details?: Record<string, string | number>) {
  return documentedError(status, meaning, { message, ...(details === undefined ? {} : { details }) }, LIMITS);
}

/** A refusal that ends after `details.retry_after_seconds`. */
function refusedForNow(status: number, meaning: string, message: string, details: Record<string, string | number>) {
  return documentedError(status, meaning, { message, details }, LIMITS_AND_RETRY);
}

/** The errors of every request about jobs. */
export function jobErrors(): Responses {
  const { 401: unauthorized, 403: inactive, 429: limited, 500: broken, 503: unavailable } = verifyErrors();
  const wrong = 'count: expected a whole number from 1 to 200.';
  return {
    400: refused(400, 'A parameter violates its constraints', wrong, { field: 'count' }),
    401: unauthorized!,
    403: inactive!,
    429: limited!,
    500: broken!,
    503: { ...unavailable!, description: 'A store cannot be reached' },
  };
}

export function oneJobErrors(): Responses {
  const message = 'This key has no job with the id "job_x".';
  return { ...jobErrors(), 404: refused(404, 'The key has no job with this ID', message) };
}

/** The errors of a file that is submitted. */
export function submitErrors(): Responses {
  return {
    ...jobErrors(),
    400: refused(
      400,
      'A parameter or header is invalid, or the file has no rows, is in another encoding, or has a CSV header that lacks the columns or has more than 1,000 (details: limit, received, line)',
      'Expected the header Content-Type: application/x-ndjson, application/jsonl, application/json or text/csv, got another type.',
    ),
    408: refused(
      408,
      'No data of the file arrived for REQUEST_TIMEOUT_MS, or less than 1,000 bytes a second in a minute of waiting for it',
      'No more data of the body arrived within 30000 ms. Send the request again.',
    ),
    409: refusedForNow(
      409,
      'The Idempotency-Key was used for another request, or the first request with it is still running (Retry-After)',
      'The first request with this Idempotency-Key is still running; try again in 10 seconds.',
      { retry_after_seconds: 10 },
    ),
    413: refused(
      413,
      'The file has more than MAX_JOB_BYTES, unpacked, or more rows and blank lines than MAX_JOB_ROWS, or its gzip unpacks to too many times its size (details: limit, received, line)',
      'Expected a file of at most 10000000 rows, got 10000001 by line 10000001.',
      { limit: 10_000_000, received: 10_000_001, line: 10_000_001 },
    ),
    507: refusedForNow(
      507,
      'Storage is full: the jobs of this customer or of all customers have reached their limit (details: limit, received), or the disk of the database is nearly full',
      'The jobs of this customer store 4294968001 bytes, and the limit is 4294967296; delete jobs, or try again in 60 seconds.',
      { limit: 4_294_967_296, received: 4_294_968_001, retry_after_seconds: 60 },
    ),
    431: documentedError(431, 'Address and headers are too long', {
      message: 'Address and headers have more than 16 KiB. Send fewer or shorter ones.',
    }),
    429: refusedForNow(
      429,
      'Rate limit exceeded; the file has more rows than the key may submit today (details: remaining), or the customer uploads too many files at the same time (window: concurrent)',
      'Rows of jobs are limited to 1000000 per day, and 500 are left; try again in 3600 seconds.',
      { limit: 1_000_000, window: 'day', remaining: 500, retry_after_seconds: 3_600 },
    ),
  };
}

export function resultErrors(): Responses {
  return {
    ...oneJobErrors(),
    429: refusedForNow(
      429,
      'Rate limit exceeded; or the customer has too many downloads at the same time (details: window is concurrent)',
      'At most 2 downloads of a customer may run at a time; try again in 5 seconds.',
      { limit: 2, received: 3, window: 'concurrent', retry_after_seconds: 5 },
    ),
    409: refused(
      409,
      'The job is not finished',
      'The job is running: 4000 of 12000 rows are done. Fetch the results when it has ended.',
    ),
  };
}

export function cancelErrors(): Responses {
  const message = 'The job is completed. Only a queued or running job can be canceled.';
  return { ...oneJobErrors(), 409: refused(409, 'The job is completed', message) };
}
