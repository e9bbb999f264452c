import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readJobRows } from '../../jobs/read-job-rows.ts';
import { bodyChunks, discardRest } from '../http/body-chunks.ts';
import { addLogFacts } from '../http/request-observers.ts';
import { runOnce } from '../operations/run-once.ts';
import { readFileHeaders } from './file-headers.ts';
import { jobBody } from './job-body.ts';
import type { JobContext } from './job-context.ts';
import type { JobBody } from './job-schemas.ts';
import { readSubmission, type Submission } from './read-submission.ts';

/** POST /v1/jobs: stores the file in the body while it arrives. The checks run in the order of the lines. */
export function submitRoute(app: FastifyInstance, context: JobContext): void {
  // Before Fastify looks at the header, which it refuses in words of its own.
  const onRequest = async ({ headers }: FastifyRequest) => void readFileHeaders(headers, context.config.MAX_JOB_BYTES);
  app.post('/v1/jobs', { onRequest }, async (request, reply) => {
    const submission = readSubmission(request, context.config);
    // The body is not known before it is read, and a repetition is not read.
    const { method, url, headers } = request;
    const content = JSON.stringify([method, url, headers['content-type'], headers['content-length']]);
    const run = (requestId?: string) => {
      const { job, file } = submission;
      return receive(request, { job: { ...job, requestId }, file }, context);
    };
    const recover = async (requestId: string) => {
      const job = await context.jobs.store.submitted(requestId);
      return job && jobBody(job);
    };
    const job = (await runOnce(context.access, { request, reply, content, recover }, run)) as JobBody;
    return reply.code(202).header('location', `/v1/jobs/${job.id}`).send(job);
  });
}

async function receive(
  request: FastifyRequest,
  { job, file }: Submission,
  { config, jobs: { store } }: JobContext,
): Promise<JobBody> {
  const { JOB_ROWS_PER_DAY: rowsPerDay, REQUEST_TIMEOUT_MS: idleMs } = config;
  const soFar = { bytes: 0, rows: 0 };
  try {
    const rows = readJobRows(bodyChunks(request.raw, idleMs), file, soFar);
    const received = await store.receive(job, rows, { rowsPerDay });
    addLogFacts(request, { jobId: received.id });
    return jobBody(received);
  } finally {
    addLogFacts(request, soFar);
    discardRest(request.raw, idleMs);
  }
}
