import type { OpenAPIV3_1 } from 'openapi-types';
import { documentedError, verifyErrors } from '../documented-errors.ts';
import { headersOf, RATE_HEADERS } from '../openapi-parts.ts';

type Response = OpenAPIV3_1.ResponseObject;

const refused = (description: string, message: string, details?: Record<string, string | number>): Response =>
  documentedError(
    description,
    { code: 'invalid_request', message, ...(details === undefined ? {} : { details }) },
    headersOf(...RATE_HEADERS),
  );

/** The errors of every request about jobs. */
export function jobErrors(): Record<string, Response> {
  const { 401: unauthorized, 403: inactive, 429: limited, 500: broken, 503: unavailable } = verifyErrors();
  return {
    400: refused('A parameter violates its constraints', 'count: expected a whole number from 1 to 200.', {
      field: 'count',
    }),
    401: unauthorized!,
    403: inactive!,
    429: limited!,
    500: broken!,
    503: { ...unavailable!, description: 'A store cannot be reached' },
  };
}

export function oneJobErrors(): Record<string, Response> {
  const message = 'Expected the id of one of your jobs, got "job_x".';
  return { ...jobErrors(), 404: refused('The key has no job with this ID', message) };
}

/** The errors of a file that is submitted. */
export function submitErrors(): Record<string, Response> {
  return {
    ...jobErrors(),
    400: refused(
      'A parameter or a header violates its constraints, or the file has no rows, another encoding or a CSV header without the columns or with more than 1,000 (details: limit, received, line)',
      'Expected the header Content-Type: application/x-ndjson, application/jsonl, application/json or text/csv, got another type.',
    ),
    408: refused(
      'Nothing more of the file came for REQUEST_TIMEOUT_MS, or less than 1,000 bytes a second in a minute of waiting for it',
      'Expected more of the body within 30000 ms, got nothing.',
    ),
    409: documentedError(
      'The Idempotency-Key was used for another request, or the first request with it is under way (Retry-After)',
      {
        code: 'invalid_request',
        message: 'The first request with this Idempotency-Key is still under way; try again in 10 seconds.',
        details: { retry_after_seconds: 10 },
      },
      headersOf(...RATE_HEADERS, 'Retry-After'),
    ),
    413: refused(
      'The file has more than MAX_JOB_BYTES, unpacked, or more rows and blank lines than MAX_JOB_ROWS, or its gzip unpacks to too many times its size (details: limit, received, line)',
      'Expected a file of at most 10000000 rows, got 10000001 by line 10000001.',
      { limit: 10_000_000, received: 10_000_001, line: 10_000_001 },
    ),
    507: documentedError(
      'There is no room: the jobs of the customer, or all, store as many bytes as they may (details: limit, received), or too few are free on the disk of the database',
      {
        code: 'service_unavailable',
        message:
          'Expected jobs with fewer than 4294967296 bytes of a client, got 4294968001; delete jobs, or try again in 60 seconds.',
        details: { limit: 4_294_967_296, received: 4_294_968_001, retry_after_seconds: 60 },
      },
      headersOf(...RATE_HEADERS, 'Retry-After'),
    ),
    431: documentedError('Address and headers are too long', {
      code: 'invalid_request',
      message: 'Expected at most 16 KiB of headers, got more.',
    }),
    429: documentedError(
      'Rate limit exceeded; the file has more rows than the key may submit today (details: remaining), or more bytes than are read of the customer in a day (received); or the customer uploads too many files at the same time (window: concurrent)',
      {
        code: 'rate_limited',
        message: 'Rows of jobs are limited to 1000000 per day, and 500 are left; try again in 3600 seconds.',
        details: { limit: 1_000_000, window: 'day', remaining: 500, retry_after_seconds: 3_600 },
      },
      headersOf(...RATE_HEADERS, 'Retry-After'),
    ),
  };
}

export function resultErrors(): Record<string, Response> {
  return {
    ...oneJobErrors(),
    429: documentedError(
      'Rate limit exceeded; or the customer has too many downloads at the same time (details: window is concurrent)',
      {
        code: 'rate_limited',
        message: 'Expected at most 2 downloads of a client at a time, got one more; try again in 5 seconds.',
        details: { limit: 2, received: 3, window: 'concurrent', retry_after_seconds: 5 },
      },
      headersOf(...RATE_HEADERS, 'Retry-After'),
    ),
    409: refused(
      'The job is not finished',
      'Expected a finished job, got one that is running: 4000 of 12000 rows are done.',
    ),
  };
}

export function cancelErrors(): Record<string, Response> {
  const message = 'Expected a job that waits or runs, got one that is completed.';
  return { ...oneJobErrors(), 409: refused('The job is completed', message) };
}
