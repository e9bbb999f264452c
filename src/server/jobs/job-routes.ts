import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors.ts';
import type { JobResults } from '../../jobs/index.ts';
import type { Columns } from '../../rows/input-rows.ts';
import { type RowWriterOptions, rowWriter } from '../../rows/output-rows.ts';
import { parquetStream } from '../../rows/parquet-stream.ts';
import { resultReader, resultTable } from '../../rows/result-rows.ts';
import type { RowKind } from '../../rows/row-kind.ts';
import { yieldRegularly } from '../../yield-regularly.ts';
import { authenticate } from '../auth/authenticate.ts';
import { boundedClientOf, clientOf } from '../auth/request-cost.ts';
import { addLogFacts } from '../http/request-observers.ts';
import { readFields } from '../operations/operation.ts';
import { pageFields } from '../operations/page.ts';
import { type JobContext, type JobRoutesContext, jobOf, rowKinds } from './job-context.ts';
import { jobBody, listQuery, type RESULT_FORMATS, resultsQuery } from './job-schemas.ts';
import { Places } from './places.ts';
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

/** GET /v1/jobs/{id}/results: one row for each row of the file, in its order, sent as fast as the client reads. */
function resultsRoute(app: FastifyInstance, { config, downloads, jobs: { store } }: JobRoutesContext): void {
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

type ResultFormat = (typeof RESULT_FORMATS)[number];

const RESULT_TYPES: Readonly<Record<ResultFormat, string>> = {
  jsonl: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

interface ResultForm {
  readonly format: ResultFormat;
  /** Of CSV: whether formulas are marked as text. */
  readonly escapeFormulas: boolean;
}

/** The results of a job in a format, as the command `verify` writes them; read from the store while they are sent. */
function resultStream({ columns, lines }: JobResults, { format, escapeFormulas }: ResultForm, kind: RowKind): Readable {
  if (format === 'jsonl') return Readable.from(lines());
  if (format === 'csv') return Readable.from(csvOf(lines(), { kind, columns, escapeFormulas }));
  return parquetStream(resultTable(kind, columns, () => parsed(lines())));
}

async function* csvOf(lines: AsyncIterable<string>, options: RowWriterOptions): AsyncGenerator<string> {
  const rest = yieldRegularly();
  const { header, write } = rowWriter('csv', options);
  const read = resultReader(options.kind, options.columns);
  yield header;
  for await (const text of lines) {
    let csv = '';
    for (const line of textsOf(text)) {
      const { row, result } = read(JSON.parse(line));
      csv += write(row, result);
      await rest();
    }
    yield csv;
  }
}

async function* parsed(lines: AsyncIterable<string>): AsyncGenerator<Columns> {
  for await (const text of lines) {
    for (const line of textsOf(text)) yield JSON.parse(line);
  }
}

/** Each line ends with a line feed. */
function textsOf(lines: string): string[] {
  return lines.split('\n').slice(0, -1);
}
