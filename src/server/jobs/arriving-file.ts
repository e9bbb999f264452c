import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.ts';
import { BytesRead } from '../../jobs/bytes-read.ts';
import { UPLOAD_BOUNDS } from '../../jobs/job-bounds.ts';
import { type JobFile, type ReadSoFar, readJobBytes, readJobRows } from '../../jobs/read-job-rows.ts';
import type { InputRow } from '../../rows/input-rows.ts';
import { boundedClientOf } from '../auth/request-cost.ts';
import { bodyChunks } from '../http/body-chunks.ts';
import { clientDisconnectSignal } from '../http/client-disconnect.ts';
import type { JobContext } from './job-context.ts';

/** The file in the body of a request. It is read once, as rows or as bytes, and ends when its sender has left. */
export class ArrivingFile {
  readonly soFar: ReadSoFar = { bytes: 0, rows: 0, blankLines: 0, line: 0 };
  readonly #request: FastifyRequest;
  readonly #file: JobFile;
  readonly #idleMs: number;
  readonly #bytesRead: BytesRead;
  readonly #hash;
  readonly #signal: AbortSignal;

  private constructor(
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    file: JobFile,
    { idleMs, bytesRead }: { readonly idleMs: number; readonly bytesRead: BytesRead },
  ) {
    this.#request = request;
    this.#file = file;
    this.#idleMs = idleMs;
    this.#bytesRead = bytesRead;
    // A repetition has the same query too: it says what is done with the rows.
    this.#hash = createHash('sha256').update(`${request.url}\n`);
    this.#signal = clientDisconnectSignal(reply);
  }

  /** Rejects with `rate_limited` when the client has sent as many bytes as it may in a day. */
  static async open(
    parties: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    file: JobFile,
    { access, config }: JobContext,
  ): Promise<ArrivingFile> {
    const { JOB_BYTES_PER_DAY: limit, REQUEST_TIMEOUT_MS: idleMs } = config;
    const client = boundedClientOf(parties.request);
    const bytesRead = await BytesRead.begin(access.database, { client, limit, now: Date.now });
    return new ArrivingFile(parties, file, { idleMs, bytesRead });
  }

  async *rows(): AsyncGenerator<InputRow> {
    try {
      yield* readJobRows(this.#chunks(), this.#file, this.#reading());
    } catch (error) {
      throw this.#signal.aborted ? senderLeft() : error;
    }
  }

  /** SHA-256 of the query and of the unpacked bytes, as hex; to call once, when the rows were read to their end. */
  contentHash(): string {
    return this.#hash.digest('hex');
  }

  /** The same of a file whose rows are not wanted: reads it to its end, within the same bounds. */
  async readContentHash(): Promise<string> {
    for await (const _bytes of readJobBytes(this.#chunks(), this.#file, this.#reading())) {
      if (this.#signal.aborted) throw senderLeft();
    }
    return this.contentHash();
  }

  /** Writes down what was read; to call at the end, however it came. */
  close(): Promise<void> {
    return this.#bytesRead.save();
  }

  #chunks(): AsyncGenerator<Buffer> {
    return bodyChunks(this.#request.raw, { idleMs: this.#idleMs, pace: UPLOAD_BOUNDS.pace });
  }

  #reading() {
    const onBytes = (bytes: Buffer) => {
      this.#hash.update(bytes);
      return this.#bytesRead.add(bytes.length);
    };
    return { soFar: this.soFar, signal: this.#signal, onBytes };
  }
}

function senderLeft(): ServiceError {
  return new ServiceError('invalid_request', 'Expected the whole body, got a part of it.');
}
