import type { Config } from '../../config.ts';
import { JOB_EXAMPLES as EXAMPLES } from '../../contract/job.ts';
import type { Jobs } from '../../jobs/index.ts';
import { boundedClientOf, clientOf } from '../auth/rate-limits.ts';
import { addLogFacts } from '../http/request-observers.ts';
import { calledBy } from './callers.ts';
import { jobErrors } from './documented-errors.ts';
import { IDEMPOTENCY_KEY } from './idempotency.ts';
import { JOB_ERRORS } from './jobs/errors.ts';
import { CONCURRENT, places } from './jobs/places.ts';
import { listQuery, resultsQuery, submitQuery } from './jobs/queries.ts';
import { assertOfFormat, RESULT_TYPES, resultStream } from './jobs/results.ts';
import { readFileHeaders, rowKinds, submit } from './jobs/submit.ts';
import { countedResponse, headersOf, idOf, queryParameters, RATE_HEADERS } from './openapi-parts.ts';
import { type Content, type Operation, operation, type Parameter } from './operation.ts';
import { listed } from './records.ts';

const SUBMIT = [
  'The file is the body: JSONL, an array of JSON or CSV, of claims with their sources or of whole answers. It is stored while it ' +
    'arrives and verified afterwards, with model time that requests do not use. An incomplete file is discarded.',
  'A row that cannot be used becomes an error row of the results, and the other rows are verified. The request counts as one against ' +
    'the limit of the key; its rows count against JOB_ROWS_PER_DAY. gzip is detected.',
].join('\n\n');

const RESULTS = [
  'One row for each row of the file, in its order, as claim-verifier verify writes them. A canceled job has the rows ' +
    'before the first one without a result.',
  'CSV has the columns of the header or of the first row, the results, error_code, error_message, other (columns that only later ' +
    'rows have), and row: the row of the file as a spreadsheet counts, its header being row 1.',
].join('\n\n');

/** A file is read as it arrives, by its operation; other bodies are not read. */
const JOBS = { tags: ['jobs'], ...calledBy('key'), reads: 'nothing' } as const;

const ID = idOf('job');

const HEADERS = headersOf(RATE_HEADERS);

export function jobOperations(config: Config, jobs: Jobs): readonly Operation[] {
  const { store } = jobs;
  const { uploads: inAll, uploadsPerClient, downloadsPerClient } = CONCURRENT;
  const takePlace = places('uploads', uploadsPerClient, inAll);
  const takeDownload = places('downloads', downloadsPerClient);
  const kinds = rowKinds(config);
  return [
    operation({
      ...JOBS,
      method: 'POST',
      path: '/v1/jobs',
      operationId: 'submitJob',
      summary: 'Submit a file of rows',
      description: SUBMIT,
      parameters: [...queryParameters(submitQuery), CONTENT_ENCODING, REPEATED_SUBMISSION],
      content: FILE_CONTENT,
      // Before Fastify looks at the header, which it refuses in words of its own.
      checkHeaders: (headers) => void readFileHeaders(headers, config.MAX_JOB_BYTES),
      responses: {
        202: countedResponse('The file was stored and is queued', ['Job', EXAMPLES.queued], ['Location']),
        ...jobErrors(JOB_ERRORS.submit),
      },
      work: (call) => submit(call, store, takePlace),
    }),
    operation({
      ...JOBS,
      method: 'GET',
      path: '/v1/jobs',
      operationId: 'listJobs',
      summary: 'List jobs, newest first',
      description: 'The jobs of the key and of the keys it was rotated from.',
      query: listQuery,
      responses: { 200: countedResponse('Success', ['JobList', EXAMPLES.list]), ...jobErrors() },
      work: async ({ request, query }) => listed('jobs', await store.list(clientOf(request), query)),
    }),
    operation({
      ...JOBS,
      method: 'GET',
      path: '/v1/jobs/:id',
      operationId: 'showJob',
      summary: 'Show the progress of a job',
      description: 'Counts as one request: ask every few seconds.',
      parameters: [ID],
      responses: { 200: countedResponse('Success', ['Job', EXAMPLES.running]), ...jobErrors(JOB_ERRORS.one) },
      work: ({ request, id }) => store.get(clientOf(request), id),
    }),
    operation({
      ...JOBS,
      method: 'DELETE',
      path: '/v1/jobs/:id',
      operationId: 'deleteJob',
      summary: 'Delete a job with its rows and results',
      description:
        'An unfinished job is canceled. The job is gone at once; its rows and results are deleted in the background, a hundred ' +
        'thousand in some seconds. They still count against JOB_ROWS_PER_DAY.',
      parameters: [ID],
      responses: { 204: { description: 'The job is deleted', headers: HEADERS }, ...jobErrors(JOB_ERRORS.one) },
      work: async ({ request, id }) => {
        await store.delete(clientOf(request), id);
      },
    }),
    operation({
      ...JOBS,
      method: 'GET',
      path: '/v1/jobs/:id/results',
      operationId: 'fetchJobResults',
      summary: 'Fetch the results of a job that has ended',
      description: RESULTS,
      parameters: [ID],
      query: resultsQuery,
      // The answer to HEAD would be made from all rows.
      head: false,
      responses: {
        200: { description: 'The rows, streamed', headers: HEADERS, content: RESULT_CONTENT },
        ...jobErrors(JOB_ERRORS.results),
      },
      work: async ({ request, reply, id, query }) => {
        assertOfFormat(query);
        const { format } = query;
        const freePlace = takeDownload(boundedClientOf(request));
        reply.raw.once('close', freePlace);
        const results = await store.results(clientOf(request), id);
        const { kind, rows_done: rows } = results.job;
        addLogFacts(request, { jobId: results.job.id, format, rows });
        reply.header('content-type', RESULT_TYPES[format]);
        reply.header('content-disposition', `attachment; filename="${results.job.id}.${format}"`);
        return resultStream(results, query, kinds[kind]);
      },
    }),
    operation({
      ...JOBS,
      method: 'POST',
      path: '/v1/jobs/:id/cancel',
      operationId: 'cancelJob',
      summary: 'Cancel a job',
      description: 'Rows with a result keep it. A canceled job stays as it is, a completed one gets 409.',
      parameters: [ID],
      responses: {
        200: countedResponse('The job as it is now', ['Job', EXAMPLES.canceled]),
        ...jobErrors(JOB_ERRORS.cancel),
      },
      work: ({ request, id }) => store.cancel(clientOf(request), id),
    }),
  ];
}

const CONTENT_ENCODING: Parameter = {
  name: 'Content-Encoding',
  in: 'header',
  required: false,
  description: 'gzip, if the file is packed; limits count it unpacked',
  schema: { type: 'string', enum: ['identity', 'gzip'] },
};

const REPEATED_SUBMISSION: Parameter = {
  ...IDEMPOTENCY_KEY,
  description:
    'A new value for each file, such as a UUID; a retry sends the same value. For a day it gets the job of the first ' +
    'request, with the header Idempotency-Replayed. Its file is read and compared: a different file or parameter gets 409. ' +
    'While the first request is running, a retry gets 409 with Retry-After. Twenty seconds after a crash, a retry can send the file again.',
};

const text = { type: 'string' } as const;
/** No schema: an invalid line is not refused, it becomes an error row. */
const FILE_CONTENT: Content = {
  'application/x-ndjson': { schema: {}, example: EXAMPLES.files.jsonl },
  'application/jsonl': { schema: {}, example: EXAMPLES.files.jsonl },
  'application/json': { schema: {}, example: EXAMPLES.files.json },
  'text/csv': { schema: {}, example: EXAMPLES.files.csv },
};

const RESULT_CONTENT: Content = {
  'application/x-ndjson': { schema: text, example: EXAMPLES.results.jsonl },
  'text/csv': { schema: text, example: EXAMPLES.results.csv },
};
