import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { ServiceError } from '../errors.ts';
import type { Database } from './sql/database.ts';

/** A retry that comes later than this is a new request. */
const KEPT_MS = 86_400_000;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A request that its sender may repeat. */
export interface RepeatableRequest {
  /** The sender's choice, one for each request that is not a repetition. */
  readonly key: string;
  /** The sender's token: neither the key nor anything else that is stored gives the answer away without it. */
  readonly token: string;
  /** Method, path, query and body as text: a repetition has the same. */
  readonly content: string;
}

export interface RepeatedAnswer {
  readonly body: unknown;
  /** True for the answer to an earlier request with this key. */
  readonly replayed: boolean;
}

type Row = { request: string; answer: string | null; created_at: number };

/** Runs a request once per idempotency key and gives repetitions the answer of the first, for a day. */
export class Idempotency {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /**
   * Rejects with `conflict` for a key that came with another request, and for one whose request has not ended: its sender
   * looks whether it took effect. A request that fails leaves its key free.
   */
  async once(request: RepeatableRequest, run: () => Promise<unknown>): Promise<RepeatedAnswer> {
    const id = sha256('id', request.token, request.key);
    const content = sha256('content', request.content);
    const earlier = await this.#claim(id, content);
    if (earlier !== undefined) return { body: answerOf(earlier, content, request), replayed: true };
    const body = await run().catch(async (error) => {
      await this.#database.transaction((sql) => sql.query('DELETE FROM idempotency WHERE id = $1', [id]));
      throw error;
    });
    await this.#store(id, encrypt(JSON.stringify(body), request));
    return { body, replayed: false };
  }

  /** The row of an earlier request; undefined when the key is this request's from now on. */
  async #claim(id: string, content: string): Promise<Row | undefined> {
    const now = this.#now();
    return this.#database.transaction(async (sql) => {
      await sql.query('DELETE FROM idempotency WHERE created_at < $1', [now - KEPT_MS]);
      const [claimed] = await sql.query(
        `INSERT INTO idempotency (id, request, created_at) VALUES ($1, $2, $3)
          ON CONFLICT (id) DO NOTHING RETURNING id`,
        [id, content, now],
      );
      if (claimed !== undefined) return undefined;
      const [row] = await sql.query<Row>('SELECT request, answer, created_at FROM idempotency WHERE id = $1', [id]);
      return row;
    });
  }

  async #store(id: string, answer: string): Promise<void> {
    await this.#database.transaction((sql) =>
      sql.query('UPDATE idempotency SET answer = $2 WHERE id = $1', [id, answer]),
    );
  }
}

function answerOf(row: Row, content: string, request: RepeatableRequest): unknown {
  if (row.request !== content) {
    throw new ServiceError('conflict', 'Expected a new Idempotency-Key for another request, got one that was used.');
  }
  if (row.answer === null) {
    throw new ServiceError(
      'conflict',
      'Expected the first request with this Idempotency-Key to have ended; it is under way or was interrupted: look whether it took effect.',
    );
  }
  return JSON.parse(decrypt(row.answer, request));
}

/** Answers may contain a new key, of which only a hash may be stored in clear text. */
function encrypt(text: string, request: RepeatableRequest): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, secretOf(request), nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

function decrypt(stored: string, request: RepeatableRequest): string {
  const bytes = Buffer.from(stored, 'base64');
  const decipher = createDecipheriv(CIPHER, secretOf(request), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

function secretOf({ token, key }: RepeatableRequest): Buffer {
  return Buffer.from(sha256('answer', token, key), 'hex');
}

/** Hex. The parts are told apart, whatever is in them. */
function sha256(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
