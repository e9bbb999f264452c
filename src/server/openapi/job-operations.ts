import type { OpenAPIV3_1 } from 'openapi-types';
import { listQuery, resultsQuery, submitQuery } from '../jobs/job-schemas.ts';
import { documentedError, verifyErrors } from './documented-errors.ts';
import { JOB_EXAMPLES as EXAMPLES } from './job-examples.ts';
import { IDEMPOTENCY_KEY, queryParameters } from './operation-paths.ts';
import { headersOf, RATE_HEADERS } from './response-headers.ts';

const SUBMIT = [
  'The file is the body: JSONL or CSV in UTF-8, of claims with their sources or of whole answers. It is stored while it ' +
    'arrives and verified afterwards, in model time that no request waits for. A file that breaks off leaves nothing.',
  'A row that cannot be used becomes an error row of the results and the rest goes on. The request counts as one against ' +
    'the limit of the key; its rows count against JOB_ROWS_PER_DAY. gzip is recognised.',
  'With webhook_url the end of the job is told by a POST of a JobEvent, signed in the header webhook-signature as ' +
    't=<Unix seconds>,v2=<hex HMAC-SHA256 of "<t>.<body>">, with webhooks.secret of GET /v1/account as the key. Redirects are ' +
    'not followed; anything but a status of 2xx within ten seconds is tried again for a day or longer. One attempt of a ' +
    'customer is made at a time, and after a timeout the other webhooks to that host wait too, for up to half an hour.',
].join('\n\n');

const RESULTS = [
  'One row for each row of the file, in its order, as claim-verifier verify writes them. A canceled job has the rows ' +
    'before the first one without a result.',
  'CSV has the columns of the header or of the first row, the results, line, error_code, error_message, and other for what ' +
    'later rows have besides. Parquet has the same, with the types of the columns, which are known only when all rows ' +
    'were read: its first byte comes late.',
].join('\n\n');

const ID: OpenAPIV3_1.ParameterObject = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'ID of the job',
  schema: { type: 'string', maxLength: 64 },
};

const COMMON = { tags: ['jobs'], security: [{ bearerAuth: [] }] };

/** A JSON body with the schema of this name. */
function json(schema: string, example: object) {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, example } };
}

const HEADERS = headersOf(...RATE_HEADERS);

/** POST and GET /v1/jobs. */
function jobsPath(): OpenAPIV3_1.PathItemObject {
  const { queued, list } = EXAMPLES;
  return {
    post: {
      ...COMMON,
      operationId: 'submitJob',
      summary: 'Submit a file of rows',
      description: SUBMIT,
      parameters: [...queryParameters(submitQuery), CONTENT_ENCODING, UPLOAD_PLACE, repeatedSubmission()],
      requestBody: { required: true, content: FILE_CONTENT },
      responses: {
        202: {
          description: 'The file was stored and is queued',
          headers: headersOf(...RATE_HEADERS, 'Location'),
          content: json('Job', queued),
        },
        ...submitErrors(),
      },
      callbacks: { jobEnded: { '{$request.query.webhook_url}': { post: webhook() } } },
    },
    get: {
      ...COMMON,
      operationId: 'listJobs',
      summary: 'List jobs, newest first',
      description: 'The jobs of the key and of those that it was rotated from.',
      parameters: queryParameters(listQuery),
      responses: { 200: { description: 'Success', headers: HEADERS, content: json('JobList', list) }, ...jobErrors() },
    },
  };
}

const CONTENT_ENCODING: OpenAPIV3_1.ParameterObject = {
  name: 'Content-Encoding',
  in: 'header',
  required: false,
  description: 'gzip, if the file is packed; limits count it unpacked',
  schema: { type: 'string', enum: ['identity', 'gzip'] },
};

const UPLOAD_PLACE: OpenAPIV3_1.ParameterObject = {
  name: 'X-Upload-Place',
  in: 'header',
  required: false,
  description: 'The place that POST /v1/jobs/places has kept for the file',
  schema: { type: 'string' },
};

/** POST /v1/jobs/places. */
function placesPath(): OpenAPIV3_1.PathItemObject {
  return {
    post: {
      ...COMMON,
      operationId: 'keepUploadPlace',
      summary: 'Keep a place for a file',
      description:
        'For a file that can be sent once only, such as one from a pipe: a customer uploads two files at a time, and one more ' +
        'is refused before it is read. The place is that of this process, for a minute.',
      responses: {
        201: {
          description: 'The place is kept; name it in the header X-Upload-Place',
          headers: HEADERS,
          content: json('UploadPlace', { place: 'kq2d8Yc3xwAqkPqzW1mB7g', expires_in_seconds: 60 }),
        },
        ...jobErrors(),
        ...concurrentError('uploads'),
      },
    },
  };
}

function repeatedSubmission(): OpenAPIV3_1.ParameterObject {
  const description =
    'One for each file that is not sent again, such as a UUID. For a day the same request with it gets the job of the ' +
    'first, with the header Idempotency-Replayed; its file is read and compared, and with another file or other parameters ' +
    'it is a 409. While the ' +
    'first is under way it is a 409 with Retry-After; what a crash has interrupted is taken over after twenty seconds.';
  return { ...(IDEMPOTENCY_KEY as object), description } as OpenAPIV3_1.ParameterObject;
}

const text = { type: 'string' } as const;
/** Bytes, of which no JSON schema holds: whatever a line is, its row has a result. */
const FILE_CONTENT = {
  'application/x-ndjson': { schema: {}, example: EXAMPLES.files.jsonl },
  'application/jsonl': { schema: {}, example: EXAMPLES.files.jsonl },
  'text/csv': { schema: {}, example: EXAMPLES.files.csv },
};

function webhook() {
  return {
    operationId: 'receiveJobEvent',
    summary: 'The job has ended',
    description: 'Sent by this service to webhook_url.',
    tags: ['jobs'],
    security: [],
    requestBody: { required: true, content: json('JobEvent', EXAMPLES.ended) },
    responses: { '2XX': { description: 'The event was taken; anything else is tried again' } },
  };
}

/** GET and DELETE /v1/jobs/{id}. */
function jobPath(): OpenAPIV3_1.PathItemObject {
  return {
    get: {
      ...COMMON,
      operationId: 'showJob',
      summary: 'Show how far a job is',
      description: 'Counts as one request: ask every few seconds.',
      parameters: [ID],
      responses: {
        200: { description: 'Success', headers: HEADERS, content: json('Job', EXAMPLES.running) },
        ...oneJobErrors(),
      },
    },
    delete: {
      ...COMMON,
      operationId: 'deleteJob',
      summary: 'Delete a job with its rows and results',
      description:
        'One that is not finished is canceled. It is gone at once; its rows and results are deleted from the database from then ' +
        'on, a hundred thousand in some seconds. They count against JOB_ROWS_PER_DAY all the same.',
      parameters: [ID],
      responses: { 204: { description: 'It is gone', headers: HEADERS }, ...oneJobErrors() },
    },
  };
}

/** GET /v1/jobs/{id}/results. */
function resultsPath(): OpenAPIV3_1.PathItemObject {
  const { jsonl, csv } = EXAMPLES.results;
  const content = {
    'application/x-ndjson': { schema: text, example: jsonl },
    'text/csv': { schema: text, example: csv },
    'application/vnd.apache.parquet': {
      schema: { type: 'string', contentEncoding: 'binary' } as object,
      example: 'PAR1…PAR1',
    },
  };
  return {
    get: {
      ...COMMON,
      operationId: 'fetchJobResults',
      summary: 'Fetch the results of a job that has ended',
      description: RESULTS,
      parameters: [ID, ...queryParameters(resultsQuery)],
      responses: { 200: { description: 'The rows, streamed', headers: HEADERS, content: content }, ...resultErrors() },
    },
  };
}

/** POST /v1/jobs/{id}/cancel. */
function cancelPath(): OpenAPIV3_1.PathItemObject {
  return {
    post: {
      ...COMMON,
      operationId: 'cancelJob',
      summary: 'Cancel a job',
      description: 'Rows with a result keep it. A canceled job stays as it is, a completed one is a 409.',
      parameters: [ID],
      responses: {
        200: { description: 'The job as it is now', headers: HEADERS, content: json('Job', EXAMPLES.canceled) },
        ...cancelErrors(),
      },
    },
  };
}

/** Paths of files as jobs. */
export function jobPaths(): OpenAPIV3_1.PathsObject {
  return {
    '/v1/jobs': jobsPath(),
    '/v1/jobs/places': placesPath(),
    '/v1/jobs/{id}': jobPath(),
    '/v1/jobs/{id}/results': resultsPath(),
    '/v1/jobs/{id}/cancel': cancelPath(),
  };
}

type Response = OpenAPIV3_1.ResponseObject;

const refused = (description: string, message: string, details?: Record<string, string | number>): Response =>
  documentedError(
    description,
    { code: 'invalid_request', message, ...(details === undefined ? {} : { details }) },
    headersOf(...RATE_HEADERS),
  );

/** The errors of every request about jobs. */
function jobErrors(): Record<string, Response> {
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

/** The errors of a request about one job. */
function oneJobErrors(): Record<string, Response> {
  const message = 'Expected the id of one of your jobs, got "job_x".';
  return { ...jobErrors(), 404: refused('The key has no job with this ID', message) };
}

/** The errors of a file that is submitted. */
function submitErrors(): Record<string, Response> {
  return {
    ...jobErrors(),
    400: refused(
      'A parameter or a header violates its constraints, or the file has no rows, no UTF-8 or a CSV header without the columns or with more than 1,000 (details: limit, received, line)',
      'Expected the header Content-Type: application/x-ndjson, application/jsonl or text/csv, got another type.',
    ),
    408: refused(
      'Nothing more of the file came for REQUEST_TIMEOUT_MS, or less than 1,000 bytes a second in a minute of waiting for it',
      'Expected more of the body within 30000 ms, got nothing.',
    ),
    409: documentedError(
      'The Idempotency-Key was used for another request, or the first request with it is under way (Retry-After)',
      {
        code: 'invalid_request',
        message:
          'Expected the first request with this Idempotency-Key to have ended, and it is under way; try again in 10 seconds.',
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

/** The 429 of too much at the same time. */
function concurrentError(what: 'uploads' | 'downloads'): Record<string, Response> {
  return {
    429: documentedError(
      `Rate limit exceeded; or the customer has too many ${what} at the same time (details: window is concurrent)`,
      {
        code: 'rate_limited',
        message: `Expected at most 2 ${what} of a client at a time, got one more; try again in 5 seconds.`,
        details: { limit: 2, received: 3, window: 'concurrent', retry_after_seconds: 5 },
      },
      headersOf(...RATE_HEADERS, 'Retry-After'),
    ),
  };
}

/** The errors of a request for results. */
function resultErrors(): Record<string, Response> {
  return {
    ...oneJobErrors(),
    ...concurrentError('downloads'),
    409: refused(
      'The job is not finished',
      'Expected a finished job, got one that is running: 4000 of 12000 rows are done.',
    ),
  };
}

/** The errors of a request to cancel. */
function cancelErrors(): Record<string, Response> {
  const message = 'Expected a job that waits or runs, got one that is completed.';
  return { ...oneJobErrors(), 409: refused('The job is completed', message) };
}
