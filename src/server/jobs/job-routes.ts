import type { FastifyInstance } from 'fastify';
import { authenticate } from '../auth/authenticate.ts';
import { clientOf } from '../auth/request-cost.ts';
import { readFields } from '../operations/operation.ts';
import { pageFields } from '../operations/page.ts';
import { type JobContext, type JobRoutesContext, jobOf } from './job-context.ts';
import { jobBody, listQuery } from './job-schemas.ts';
import { Places } from './places.ts';
import { resultsRoute } from './results-route.ts';
import { submitRoute } from './submit-route.ts';

/** /v1/jobs: files of rows that are verified in the background, behind the hooks of POST /v1/verify. */
export async function jobRoutes(app: FastifyInstance, given: JobContext): Promise<void> {
  const { store } = given.jobs;
  const { JOB_UPLOADS: inAll, JOB_UPLOADS_PER_CLIENT: uploads, JOB_DOWNLOADS_PER_CLIENT: downloads } = given.config;
  const context: JobRoutesContext = {
    ...given,
    uploads: new Places({ what: 'uploads', perClient: uploads, inAll }),
    downloads: new Places({ what: 'downloads', perClient: downloads, inAll: Number.POSITIVE_INFINITY }),
  };
  app.decorateRequest('principal', undefined);
  app.addHook('onRequest', authenticate(given));
  app.removeAllContentTypeParsers();
  // A file is read as it arrives, by its route; other bodies are not read.
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  submitRoute(app, context);
  resultsRoute(app, context);
  app.get('/v1/jobs', async (request) => {
    const { status, count, cursor: after } = readFields(listQuery, request.query);
    const client = clientOf(request);
    const jobs = await store.list(client, { status, count, after });
    const total = await store.count(client, status);
    const page = pageFields(jobs, { count, total, timeOf: ({ createdAt }) => createdAt });
    return { jobs: jobs.map(jobBody), ...page };
  });
  app.get('/v1/jobs/:id', async (request) => jobBody(await store.get(...jobOf(request))));
  app.post('/v1/jobs/:id/cancel', async (request) => jobBody(await store.cancel(...jobOf(request))));
  app.delete('/v1/jobs/:id', async (request, reply) => {
    await store.delete(...jobOf(request));
    return reply.code(204).send();
  });
}
