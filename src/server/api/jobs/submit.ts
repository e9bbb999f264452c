import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { isOutOfSpace } from '../../../access/index.ts';
import { answerLimits, type Config } from '../../../config.ts';
import { invalidField, ServiceError } from '../../../contract/errors.ts';
import type { JobBody, JobFormat } from '../../../contract/job.ts';
import { type Jobs, type NewJob, storageFull } from '../../../jobs/index.ts';
import {
  type JobFile,
  type ReadSoFar,
  readJobBytes,
  readJobRows,
  tooLarge,
  UPLOAD_BOUNDS,
} from '../../../jobs/read-job-rows.ts';
import type { InputRow } from '../../../rows/input-rows.ts';
import { inputBounds } from '../../../rows/row-bounds.ts';
import { answersWithin, CLAIMS, type RowKind } from '../../../rows/row-kind.ts';
import { boundedClientOf, clientOf } from '../../auth/rate-limits.ts';
import { bodyChunks, brokenOff, discardRest } from '../../http/body-chunks.ts';
import { clientDisconnectSignal } from '../../http/connections.ts';
import { byMediaType } from '../../http/json-body.ts';
import { addLogFacts } from '../../http/request-observers.ts';
import { runOnce } from '../idempotency.ts';
import { type Call, readFields } from '../operation.ts';
import type { TakePlace } from './places.ts';
import { submitQuery } from './queries.ts';

export async function submit(call: Call, store: Jobs['store'], takePlace: TakePlace): Promise<JobBody> {
  const { request, reply, config } = call;
  try {
    const freePlace = takePlace(boundedClientOf(request));
    try {
      const job = await receive(call, store);
      reply.header('location', `${call.request.routeOptions.url}/${job.id}`);
      return job;
    } catch (error) {
      throw isOutOfSpace(error) ? storageFull('The database has no room for the file', {}, error) : error;
    } finally {
      freePlace();
    }
  } finally {
    discardRest(request.raw, config.REQUEST_TIMEOUT_MS);
  }
}

/** The job of the file, or that of the request which this one repeats. The checks run in the order of the lines. */
async function receive(call: Call, store: Jobs['store']): Promise<JobBody> {
  const { request, config } = call;
  const { job, file } = readSubmission(request, config);
  const arriving = new ArrivingFile(call, file);
  let isRepetition = true;
  const run = async (requestId?: string) => {
    isRepetition = false;
    const contentHash = requestId === undefined ? undefined : () => arriving.contentHash();
    return store.receive({ ...job, requestId, contentHash }, arriving.rows());
  };
  const recover = (requestId: string) => store.submitted(requestId);
  // The file is not read yet: of a repetition it is compared afterwards.
  const { method, url, headers } = request;
  const content = JSON.stringify([method, url, headers['content-type'], headers['content-length']]);
  try {
    const body = (await runOnce({ ...call, content, recover }, run)) as JobBody;
    addLogFacts(request, { jobId: body.id });
    if (isRepetition) await assertSameFile(arriving, await store.contentHash(body.id));
    return body;
  } finally {
    const { bytes, rows } = arriving.soFar;
    addLogFacts(request, { bytes, rows });
  }
}

/** `hash` is undefined for a job that was deleted while the file arrived. */
async function assertSameFile(arriving: ArrivingFile, hash: string | undefined): Promise<void> {
  if (hash === undefined || (await arriving.readContentHash()) === hash) return;
  throw new ServiceError('conflict', 'This Idempotency-Key was used for another file. Use a new one.');
}

export function rowKinds(config: Config): Readonly<Record<RowKind['name'], RowKind>> {
  return { claims: CLAIMS, answers: answersWithin(answerLimits(config)) };
}

/** Reads everything but the body. Throws `invalid_request` and `too_large`. */
function readSubmission(request: FastifyRequest, config: Config): { readonly job: NewJob; readonly file: JobFile } {
  const given = readFields(submitQuery, request.query);
  const { name, rows: kind, delimiter, encoding } = given;
  const { MAX_JOB_BYTES: maxBytes, MAX_JOB_ROWS: maxRows, JOB_ROWS_PER_DAY: rowsPerDay } = config;
  const format = readFileHeaders(request.headers, maxBytes);
  if (delimiter !== undefined && format !== 'csv')
    throw invalidField('delimiter', 'delimiter is for CSV only. Leave it out.');
  if (kind === 'answers' && format === 'csv')
    throw invalidField('rows', 'Whole answers cannot be sent as CSV. Send JSONL or JSON.');
  const named = (['claim_column', 'source_column'] as const).find((field) => given[field] !== undefined);
  if (kind === 'answers' && named !== undefined) {
    throw invalidField(
      named,
      `${named} is for rows=claims only. Leave it out: answers have the field names of POST /v1/verify/answer.`,
    );
  }
  const names = { claim: given.claim_column, sources: given.source_column };
  const { required } = rowKinds(config)[kind];
  const bounds = inputBounds(answerLimits(config));
  const job = { client: clientOf(request), keyId: keyIdOf(request), name, kind, inputFormat: format, rowsPerDay };
  return { job, file: { format, delimiter, encoding, names, required, bounds, maxBytes, maxRows } };
}

function keyIdOf({ principal }: FastifyRequest): string {
  if (principal === undefined) throw new Error('A job was submitted without a key. This is a bug.');
  return principal.keyId;
}

/** The file in the body of a request. It is read once, as rows or as bytes, and ends when its sender has left. */
class ArrivingFile {
  readonly soFar: ReadSoFar = { bytes: 0, rows: 0, blankLines: 0, line: 0 };
  readonly #request: FastifyRequest;
  readonly #file: JobFile;
  readonly #idleMs: number;
  readonly #hash;
  readonly #signal: AbortSignal;

  constructor({ request, reply, config }: Call, file: JobFile) {
    this.#request = request;
    this.#file = file;
    this.#idleMs = config.REQUEST_TIMEOUT_MS;
    // A repetition has the same query too: it says what is done with the rows.
    this.#hash = createHash('sha256').update(`${request.url}\n`);
    this.#signal = clientDisconnectSignal(reply);
  }

  async *rows(): AsyncGenerator<InputRow> {
    try {
      yield* readJobRows(this.#chunks(), this.#file, this.#reading());
    } catch (error) {
      throw this.#signal.aborted ? brokenOff() : error;
    }
  }

  /** SHA-256 of the query and of the unpacked bytes, as hex; to call once, when the rows were read to their end. */
  contentHash(): string {
    return this.#hash.digest('hex');
  }

  /** The same of a file whose rows are not wanted: reads it to its end, within the same bounds. */
  async readContentHash(): Promise<string> {
    for await (const _bytes of readJobBytes(this.#chunks(), this.#file, this.#reading())) {
      if (this.#signal.aborted) throw brokenOff();
    }
    return this.contentHash();
  }

  #chunks(): AsyncGenerator<Buffer> {
    return bodyChunks(this.#request.raw, { idleMs: this.#idleMs, pace: UPLOAD_BOUNDS.pace });
  }

  #reading() {
    const onBytes = (bytes: Buffer) => void this.#hash.update(bytes);
    return { soFar: this.soFar, signal: this.#signal, onBytes };
  }
}

const FORMATS: ReadonlyMap<string, JobFormat> = new Map([
  ['application/json', 'json'],
  ['application/x-ndjson', 'jsonl'],
  ['application/jsonl', 'jsonl'],
  ['text/csv', 'csv'],
]);
const ENCODINGS = new Set(['identity', 'gzip', 'x-gzip']);

/** How a body holds its rows, by the headers. Throws `invalid_request` for another type or encoding, `too_large`. */
export function readFileHeaders(headers: IncomingHttpHeaders, maxBytes: number): JobFormat {
  const names = 'application/x-ndjson, application/jsonl, application/json or text/csv';
  const format = byMediaType(headers['content-type'], FORMATS, names);
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && !ENCODINGS.has(encoding.trim().toLowerCase())) {
    throw new ServiceError('invalid_request', 'Expected Content-Encoding: gzip or none, got another encoding.');
  }
  const received = Number(headers['content-length'] ?? 0);
  if (received > maxBytes) throw tooLarge({ limit: maxBytes, received }, 'bytes');
  return format;
}
