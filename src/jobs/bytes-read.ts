import { ServiceError } from '../contract/errors.ts';
import { type Database, onReserve } from '../store/database.ts';

const HOUR_MS = 3_600_000;
const HOURS = 24;
/** Bytes after which they are written down, so that a process that is killed forgets few. */
const BYTES_AT_ONCE = 4_000_000;

export interface BytesOfClient {
  readonly client: string;
  /** Uncompressed bytes of all files of a client within 24 hours. */
  readonly limit: number;
  /** Unix milliseconds. */
  readonly now: () => number;
}

interface HoursRead {
  readonly bytes: number;
  /** Hours since 1970. */
  readonly oldest: number;
}

/**
 * Counts the bytes that are read of a client's files, whatever becomes of them: the work of reading is done, and a file that
 * is refused or breaks off could be sent again at once.
 */
export class BytesRead {
  readonly #database: Database;
  readonly #of: BytesOfClient;
  #before: HoursRead;
  #unsaved = 0;

  private constructor(database: Database, of: BytesOfClient, before: HoursRead) {
    this.#database = database;
    this.#of = of;
    this.#before = before;
  }

  /** Rejects with `rate_limited` when the client has no bytes left. */
  static async begin(database: Database, of: BytesOfClient): Promise<BytesRead> {
    const bytesRead = new BytesRead(database, of, await readHours(database, of));
    bytesRead.#assertLeft(1);
    return bytesRead;
  }

  /** Rejects with `rate_limited` when the client has fewer bytes left; those count all the same. */
  async add(bytes: number): Promise<void> {
    this.#unsaved += bytes;
    // Again, for other files of the client that are read at the same time.
    if (this.#unsaved >= BYTES_AT_ONCE) await this.save();
    this.#assertLeft(0);
  }

  /** To call at the end, however it came. */
  async save(): Promise<void> {
    const bytes = this.#unsaved;
    if (bytes === 0) return;
    this.#unsaved = 0;
    const { client, now } = this.#of;
    await this.#database.transaction((sql) =>
      sql.query(
        `INSERT INTO job_bytes_read (client, hour, bytes) VALUES ($1, $2, $3)
          ON CONFLICT (client, hour) DO UPDATE SET bytes = job_bytes_read.bytes + excluded.bytes`,
        [client, hourOf(now()), bytes],
      ),
    );
    this.#before = await readHours(this.#database, this.#of);
  }

  #assertLeft(more: number): void {
    const { limit, now } = this.#of;
    const received = this.#before.bytes + this.#unsaved;
    if (received + more <= limit) return;
    const freeAt = (this.#before.oldest + HOURS) * HOUR_MS;
    const retryAfterSeconds = Math.max(1, Math.ceil((freeAt - now()) / 1_000));
    const message = `Bytes of files for jobs are limited to ${limit} per day, unpacked, and ${received} were read; try again in ${retryAfterSeconds} seconds.`;
    throw new ServiceError('rate_limited', message, {
      details: { limit, received, window: 'day', retry_after_seconds: retryAfterSeconds },
    });
  }
}

async function readHours(database: Database, { client, now }: BytesOfClient): Promise<HoursRead> {
  const hour = hourOf(now());
  const [row] = await database.query<{ bytes: number | null; oldest: number | null }>(
    'SELECT CAST(sum(bytes) AS BIGINT) AS bytes, min(hour) AS oldest FROM job_bytes_read WHERE client = $1 AND hour > $2',
    [client, hour - HOURS],
  );
  return { bytes: row?.bytes ?? 0, oldest: row?.oldest ?? hour };
}

/** Forgets the hours that count no more. */
export async function pruneBytesRead(database: Database, now: number): Promise<void> {
  await onReserve(database, (sql) => sql.query('DELETE FROM job_bytes_read WHERE hour <= $1', [hourOf(now) - HOURS]));
}

function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS);
}
