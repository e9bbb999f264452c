import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors.ts';
import { boundedClientOf } from '../auth/request-cost.ts';
import { addLogFacts } from '../http/request-observers.ts';
import { readFields } from '../operations/operation.ts';
import { type JobRoutesContext, jobOf, rowKinds } from './job-context.ts';
import { resultsQuery } from './job-schemas.ts';
import { RESULT_TYPES, type ResultFormat, resultStream } from './result-stream.ts';

/** GET /v1/jobs/{id}/results: one row for each row of the file, in its order, sent as fast as the client reads. */
export function resultsRoute(app: FastifyInstance, { config, downloads, jobs: { store } }: JobRoutesContext): void {
  const kinds = rowKinds(config);
  // The answer to HEAD would be made from all rows.
  app.get('/v1/jobs/:id/results', { exposeHeadRoute: false }, async (request, reply) => {
    const { format, escape_formulas: escapeFormulas } = readFields(resultsQuery, request.query);
    if (escapeFormulas && format !== 'csv') throw onlyOfCsv(format);
    const freePlace = downloads.take(boundedClientOf(request));
    reply.raw.once('close', freePlace);
    const results = await store.results(...jobOf(request));
    const { id, kind, rowsDone } = results.job;
    addLogFacts(request, { jobId: id, format, rows: rowsDone });
    reply.header('content-type', RESULT_TYPES[format]);
    reply.header('content-disposition', `attachment; filename="${id}.${format}"`);
    return reply.send(resultStream(results, { format, escapeFormulas }, kinds[kind]));
  });
}

function onlyOfCsv(format: ResultFormat): ServiceError {
  const message = `Expected escape_formulas=true with format=csv only, got it with format=${format}.`;
  return new ServiceError('invalid_request', message, { details: { field: 'escape_formulas' } });
}
