import { ServiceError } from '../contract/service-error.ts';
import type { CallOptions } from './bodies.ts';
import type { ClientOptions } from './client-options.ts';
import type {
  JobBody,
  JobFile,
  JobListBody,
  JobResultFormat,
  JobResultOptions,
  ListJobsOptions,
  SubmitJobOptions,
  WaitForJobOptions,
} from './job-bodies.ts';
import { bodyText } from './read-error.ts';
import { delayOf, mayPass, sleep, withRetries } from './retry-policy.ts';
import { otherThan, Transport } from './transport.ts';

const CONTENT_TYPES = { jsonl: 'application/x-ndjson', json: 'application/json', csv: 'text/csv' } as const;
const INTERVAL_MS = 2_000;
const [NOT_FOUND, CONFLICT] = [404, 409];

/** Files too large for a request: /v1/jobs. Rejects with ServiceError, or with the reason of a call's signal. */
export class JobClient {
  protected readonly transport: Transport;

  constructor(options: ClientOptions) {
    this.transport = new Transport(options);
  }

  /**
   * Submits a file and resolves once the service has stored it. It is sent as it comes, never whole in memory. A function
   * that opens the file has it sent again after a failure, as a text or a Blob is; however often it is sent, there is one
   * job. While the same customer uploads as many files as it may at a time, this file waits; a stream, which can be
   * sent once only, is rejected with `rate_limited`.
   */
  submitJob(file: JobFile | (() => JobFile), options: SubmitJobOptions = {}): Promise<JobBody> {
    const { signal, format = 'jsonl', gzip, onWait, ...query } = options;
    const headers = {
      'content-type': CONTENT_TYPES[format],
      'idempotency-key': randomId(),
      ...(gzip === true && { 'content-encoding': 'gzip' }),
    };
    const path = `/v1/jobs${queryOf({ ...query })}`;
    const { open, isRepeatable } = openFile(file);
    const submit = () => this.transport.askOnce<JobBody>(path, { file: open(), headers, signal });
    if (!isRepeatable) return submit();
    let attempts = 0;
    const again = () => {
      attempts += 1;
      return submit();
    };
    // The service may not have noticed yet that the attempt before was broken off.
    const passes = (error: ServiceError) => (attempts > 1 && error.status === CONFLICT) || mayPass(error);
    return withRetries(again, { ...this.transport.policy, onWait, passes }, signal);
  }

  /** How far a job is. */
  job(id: string, { signal }: CallOptions = {}): Promise<JobBody> {
    return this.transport.ask(pathOf(id), { method: 'GET', signal });
  }

  /** A page of the jobs of the key, newest first. */
  jobs({ signal, ...query }: ListJobsOptions = {}): Promise<JobListBody> {
    return this.transport.ask(`/v1/jobs${queryOf({ ...query })}`, { method: 'GET', signal });
  }

  /** Cancels a job: rows with a result keep it. */
  cancelJob(id: string, { signal }: CallOptions = {}): Promise<JobBody> {
    return this.transport.ask(`${pathOf(id)}/cancel`, { signal });
  }

  /** Deletes a job with its rows and results. */
  async deleteJob(id: string, { signal }: CallOptions = {}): Promise<void> {
    let attempts = 0;
    const ask = async () => {
      attempts += 1;
      await this.transport.send(pathOf(id), { method: 'DELETE', signal }).catch((error: unknown) => {
        const isDeleted = attempts > 1 && error instanceof ServiceError && error.status === NOT_FOUND;
        if (!isDeleted) throw error;
      });
    };
    await withRetries(ask, this.transport.policy, signal);
  }

  /**
   * Resolves with the job once it has ended, completed or canceled. Waits out lost connections and refusals for a time,
   * however long they last: end it with a signal.
   */
  async waitForJob(id: string, options: WaitForJobOptions = {}): Promise<JobBody> {
    const { signal, intervalMs = INTERVAL_MS, onProgress, onInterruption } = options;
    for (let failures = 0; ; ) {
      let waitMs = intervalMs;
      try {
        const job = await this.transport.askOnce<JobBody>(pathOf(id), { method: 'GET', signal });
        failures = 0;
        onProgress?.(job);
        if (job.status === 'completed' || job.status === 'canceled') return job;
      } catch (error) {
        if (!mayPass(error)) throw error;
        waitMs = Math.min(delayOf(failures, error), this.transport.policy.maxWaitMs);
        failures += 1;
        onInterruption?.(error);
      }
      await sleep(waitMs, signal);
    }
  }

  /**
   * The results of a job that has ended: a line of JSON for each row, in the order of the rows. After a lost connection
   * it asks again and continues with the next line.
   */
  async *jobResults(id: string, { signal }: CallOptions = {}): AsyncGenerator<string> {
    const { retries, maxWaitMs } = this.transport.policy;
    let given = 0;
    for (let failures = 0; ; ) {
      try {
        let line = 0;
        for await (const text of linesOf(await this.jobResultFile(id, 'jsonl', { signal }), signal)) {
          line += 1;
          if (line <= given) continue;
          given = line;
          failures = 0;
          yield text;
        }
        return;
      } catch (error) {
        const waitMs = mayPass(error) ? delayOf(failures, error) : Number.POSITIVE_INFINITY;
        failures += 1;
        if (failures > retries || waitMs > maxWaitMs) throw error;
        await sleep(waitMs, signal);
      }
    }
  }

  /** The bytes of the results in a format, as they come. Only the request is repeated, not a stream that has begun. */
  async jobResultFile(
    id: string,
    format: JobResultFormat,
    { signal, ...csv }: JobResultOptions = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const path = `${pathOf(id)}/results${queryOf({ format, ...csv })}`;
    const ask = () => this.transport.send(path, { method: 'GET', signal });
    const response = await withRetries(ask, this.transport.policy, signal);
    if (response.body === null) throw otherThan('rows', response);
    return response.body;
  }
}

async function* linesOf(body: ReadableStream<Uint8Array>, signal: AbortSignal | undefined): AsyncGenerator<string> {
  let rest = '';
  for await (const text of bodyText(body, signal)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** crypto.randomUUID is there on pages of https only. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function pathOf(id: string): string {
  return `/v1/jobs/${encodeURIComponent(id)}`;
}

type QueryValue = string | number | boolean | readonly string[] | undefined;

function queryOf(parameters: Readonly<Record<string, QueryValue>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of [value ?? []].flat()) query.append(name, String(one));
  }
  return query.size === 0 ? '' : `?${query}`;
}

/** A file that is given itself, or by a function that opens it again: as fetch takes it, and if that may be sent twice. */
function openFile(file: JobFile | (() => JobFile)) {
  if (typeof file === 'function') return { open: () => bodyOf(file()), isRepeatable: true };
  return { open: () => bodyOf(file), isRepeatable: typeof file === 'string' || file instanceof Blob };
}

function bodyOf(file: JobFile): RequestInit['body'] {
  return typeof file === 'string' || file instanceof Blob || file instanceof ReadableStream ? file : streamOf(file);
}

/** Not every browser has ReadableStream.from. */
function streamOf(
  parts: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const rest = iteratorOf(parts);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await rest.next();
      if (done) return controller.close();
      controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    async cancel(reason) {
      await rest.return?.(reason);
    },
  });
}

function iteratorOf<Part>(parts: AsyncIterable<Part> | Iterable<Part>): AsyncIterator<Part> | Iterator<Part> {
  return Symbol.asyncIterator in parts ? parts[Symbol.asyncIterator]() : parts[Symbol.iterator]();
}
