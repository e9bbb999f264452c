import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { every } from '../background.ts';
import { ServiceError } from '../contract/errors.ts';
import { type Database, type SqlValue, write } from '../store/database.ts';

/** A retry that comes later than this is a new request. */
const KEPT_MS = 86_400_000;
/** A request is under way for so long after it last said so. */
const LEASE_MS = 20_000;
const RENEW_MS = LEASE_MS / 4;
/** The longest wait that Retry-After names: a request may end long before its lease does. */
const LOOK_AGAIN_MS = 10_000;

export interface RepeatableRequest {
  /** The sender's choice, one for each request that is not a repetition. */
  readonly key: string;
  /** The sender's token: neither the key nor anything else that is stored gives the answer away without it. */
  readonly token: string;
  /** Method, path, query and body as text, which are the same in a retry. */
  readonly content: string;
}

/** The work of a request. `id` is the request's id, the same when it is repeated. */
export interface RepeatableWork {
  readonly run: (id: string) => Promise<unknown>;
  /** The answer if an interrupted attempt has taken effect; undefined if none has, and none will any more. */
  readonly recover?: ((id: string) => Promise<unknown>) | undefined;
}

export interface RepeatedAnswer {
  readonly body: unknown;
  /** True for the answer to an earlier request with this key. */
  readonly replayed: boolean;
}

type Row = { request: string; answer: string | null; lease_until: number };

interface Attempt {
  readonly id: string;
  readonly content: string;
  readonly lease: string;
}

/** Runs a request once per idempotency key and gives repetitions the answer of the first, for a day. */
export class Idempotency {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /**
   * Rejects with `conflict` for a key that came with another request, for one whose request is under way, and for one whose
   * request was interrupted, unless `work` can recover: its sender looks whether it took effect. A request that fails leaves
   * its key free.
   */
  async once(request: RepeatableRequest, work: RepeatableWork): Promise<RepeatedAnswer> {
    const content = sha256('content', request.content);
    const attempt = { id: sha256('id', request.token, request.key), content, lease: randomBytes(16).toString('hex') };
    const secret = Buffer.from(sha256('answer', request.token, request.key), 'hex');
    const earlier = await this.#claim(attempt, work.recover !== undefined);
    if (earlier !== undefined) return { body: this.#answerOf(earlier, content, secret), replayed: true };
    // When the database is unreachable, the next renewal tries again.
    const stopRenewing = every(RENEW_MS, () => this.#renew(attempt));
    try {
      const { body, replayed } = await this.#work(attempt, work);
      const values = [attempt.id, attempt.lease, sealAnswer(JSON.stringify(body), secret)];
      await this.#write('UPDATE idempotency SET answer = $3 WHERE id = $1 AND lease_id = $2', values);
      return { body, replayed };
    } finally {
      stopRenewing();
    }
  }

  async #work({ id, lease }: Attempt, { run, recover }: RepeatableWork): Promise<RepeatedAnswer> {
    try {
      const recovered = await recover?.(id);
      return { body: recovered ?? (await run(id)), replayed: recovered !== undefined };
    } catch (error) {
      const free = this.#write('DELETE FROM idempotency WHERE id = $1 AND lease_id = $2', [id, lease]);
      await free.catch(() => undefined);
      throw error;
    }
  }

  /** The row of an earlier request; undefined when the key is this attempt's from now on. */
  async #claim({ id, content, lease }: Attempt, mayTakeOver: boolean): Promise<Row | undefined> {
    const now = this.#now();
    return this.#database.transaction(async (sql) => {
      await sql.query('DELETE FROM idempotency WHERE created_at < $1', [now - KEPT_MS]);
      for (;;) {
        const [claimed] = await sql.query(
          `INSERT INTO idempotency (id, request, created_at, lease_id, lease_until) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (id) DO NOTHING RETURNING id`,
          [id, content, now, lease, now + LEASE_MS],
        );
        if (claimed !== undefined) return undefined;
        // A lease that ends later than any could was given before the clock was set back.
        const [taken] = await sql.query(
          `UPDATE idempotency SET created_at = $3, lease_id = $4, lease_until = $5
            WHERE id = $1 AND request = $2 AND answer IS NULL AND (lease_until < $3 OR lease_until > $6) AND $7 = 1
            RETURNING id`,
          [id, content, now, lease, now + LEASE_MS, now + 2 * LEASE_MS, mayTakeOver ? 1 : 0],
        );
        if (taken !== undefined) return undefined;
        const [row] = await sql.query<Row>('SELECT * FROM idempotency WHERE id = $1', [id]);
        // Without a row the earlier request failed meanwhile.
        if (row !== undefined) return row;
      }
    });
  }

  async #renew({ id, lease }: Attempt): Promise<void> {
    const until = this.#now() + LEASE_MS;
    await this.#write('UPDATE idempotency SET lease_until = $3 WHERE id = $1 AND lease_id = $2', [id, lease, until]);
  }

  #write(text: string, parameters: readonly SqlValue[]) {
    return write(this.#database, text, parameters);
  }

  #answerOf(row: Row, content: string, secret: Buffer): unknown {
    if (row.request !== content) {
      throw new ServiceError('conflict', 'This Idempotency-Key was used for another request. Use a new one.');
    }
    if (row.answer !== null) return JSON.parse(openAnswer(row.answer, secret));
    const leftMs = row.lease_until - this.#now();
    if (leftMs < 0)
      throw new ServiceError(
        'conflict',
        'The first request with this Idempotency-Key was interrupted: check whether it took effect, and use a new key to send it again.',
      );
    throw underWay(Math.ceil(Math.min(leftMs + 1, LOOK_AGAIN_MS) / 1000));
  }
}

function underWay(seconds: number): ServiceError {
  const message = `The first request with this Idempotency-Key is still running; try again in ${seconds} seconds.`;
  return new ServiceError('conflict', message, { details: { retry_after_seconds: seconds } });
}

/** Hex. The parts are distinguished, whatever is in them. */
function sha256(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts an answer, which may contain a new key, of which only a hash may be stored in clear text. `secret`: 32 bytes. */
function sealAnswer(text: string, secret: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, secret, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

function openAnswer(sealed: string, secret: Buffer): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, secret, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
