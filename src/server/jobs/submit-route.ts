import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOutOfSpace } from '../../access/index.ts';
import { ServiceError } from '../../errors.ts';
import { storageFull } from '../../jobs/index.ts';
import { boundedClientOf } from '../auth/request-cost.ts';
import { discardRest } from '../http/body-chunks.ts';
import { addLogFacts } from '../http/request-observers.ts';
import { runOnce } from '../operations/operation-routes.ts';
import { ArrivingFile } from './arriving-file.ts';
import { readFileHeaders } from './file-headers.ts';
import type { JobRoutesContext } from './job-context.ts';
import { type JobBody, jobBody } from './job-schemas.ts';
import { readSubmission } from './read-submission.ts';

/** The header with a place that was reserved. */
const PLACE_HEADER = 'x-upload-place';

/** POST /v1/jobs: stores the file in the body while it arrives. POST /v1/jobs/places: keeps a place for a file. */
export function submitRoute(app: FastifyInstance, context: JobRoutesContext): void {
  const { config, uploads } = context;
  // Before Fastify looks at the header, which it refuses in words of its own.
  const onRequest = async ({ headers }: FastifyRequest) => void readFileHeaders(headers, config.MAX_JOB_BYTES);
  app.post('/v1/jobs', { onRequest }, async (request, reply) => {
    try {
      const freePlace = uploads.take(boundedClientOf(request), placeOf(request));
      try {
        const job = await receive({ request, reply }, context);
        return reply.code(202).header('location', `/v1/jobs/${job.id}`).send(job);
      } catch (error) {
        throw isOutOfSpace(error) ? storageFull('Expected room in the database, got none', {}, error) : error;
      } finally {
        freePlace();
      }
    } finally {
      discardRest(request.raw, config.REQUEST_TIMEOUT_MS);
    }
  });
  app.post('/v1/jobs/places', async (request, reply) => {
    const { place, expiresInSeconds } = uploads.reserve(boundedClientOf(request));
    return reply.code(201).send({ place, expires_in_seconds: expiresInSeconds });
  });
}

function placeOf({ headers }: FastifyRequest): string | undefined {
  const place = headers[PLACE_HEADER];
  return typeof place === 'string' ? place : undefined;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The job of the file, or that of the request which this one repeats. The checks run in the order of the lines. */
async function receive(exchange: Exchange, context: JobRoutesContext): Promise<JobBody> {
  const { request, reply } = exchange;
  const { job, file } = readSubmission(request, context.config);
  const { store } = context.jobs;
  const arriving = await ArrivingFile.open(exchange, file, context);
  let isRepetition = true;
  const run = async (requestId?: string) => {
    isRepetition = false;
    const contentHash = requestId === undefined ? undefined : () => arriving.contentHash();
    const { JOB_ROWS_PER_DAY: rowsPerDay } = context.config;
    return jobBody(await store.receive({ ...job, requestId, contentHash }, arriving.rows(), { rowsPerDay }));
  };
  const recover = async (requestId: string) => {
    const submitted = await store.submitted(requestId);
    return submitted && jobBody(submitted);
  };
  // The body is not known before it is read; that of a repetition is compared when it was.
  const { method, url, headers } = request;
  const content = JSON.stringify([method, url, headers['content-type'], headers['content-length']]);
  try {
    const body = (await runOnce(context.access, { request, reply, content, recover }, run)) as JobBody;
    addLogFacts(request, { jobId: body.id });
    if (isRepetition) await assertSameFile(arriving, await store.contentHash(body.id));
    return body;
  } finally {
    const { bytes, rows } = arriving.soFar;
    addLogFacts(request, { bytes, rows });
    await arriving.close();
  }
}

/** `hash` is undefined for a job that version 2 received, or one that was deleted meanwhile. */
async function assertSameFile(arriving: ArrivingFile, hash: string | undefined): Promise<void> {
  if (hash === undefined || (await arriving.readContentHash()) === hash) return;
  throw new ServiceError('conflict', 'Expected a new Idempotency-Key for another file, got one that was used.');
}
