import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors.ts';
import type { JobResults } from '../../jobs/index.ts';
import { addLogFacts } from '../http/request-observers.ts';
import { readFields } from '../operations/operation.ts';
import { type JobContext, jobOf, rowKinds } from './job-context.ts';
import { resultsQuery } from './job-query.ts';
import { RESULT_TYPES, resultStream } from './result-stream.ts';

/** GET /v1/jobs/{id}/results: one row for each row of the file, in its order, sent as fast as the client reads. */
export function resultsRoute(app: FastifyInstance, { config, jobs: { store } }: JobContext): void {
  const kinds = rowKinds(config);
  // The answer to HEAD would be made from all rows.
  app.get('/v1/jobs/:id/results', { exposeHeadRoute: false }, async (request, reply) => {
    const { format } = readFields(resultsQuery, request.query);
    const results = await store.results(...jobOf(request));
    const { id, kind, rowsDone } = results.job;
    if (format === 'parquet') await assertAnyRow(results);
    addLogFacts(request, { jobId: id, format, rows: rowsDone });
    reply.header('content-type', RESULT_TYPES[format]);
    reply.header('content-disposition', `attachment; filename="${id}.${format}"`);
    return reply.send(resultStream(results, format, kinds[kind]));
  });
}

/** A Parquet file has at least one column. */
async function assertAnyRow({ lines }: JobResults): Promise<void> {
  const { done } = await lines().next();
  if (done === true)
    throw new ServiceError('conflict', 'Expected a job with a result for its first row, got one without.');
}
