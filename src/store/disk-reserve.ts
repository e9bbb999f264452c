import { randomBytes } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const RESERVE_FILE = 'disk.reserve';

/** Room for the write-ahead log of the largest step of a deletion, and some hundred changes of keys. */
const RESERVE_BYTES = 32 * 1024 * 1024;
/** Space to leave free for the write-ahead log, in addition to the reserve. */
const LEFT_BYTES = RESERVE_BYTES / 4;
const PART_BYTES = 1024 * 1024;

/** Bytes that may still be written to the file system of a folder. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * A file next to the embedded database that keeps some megabytes of the disk. When the disk is full it is deleted, so that keys
 * can be revoked and jobs deleted all the same.
 */
export class DiskReserve {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, RESERVE_FILE);
  }

  /** False for one whose making was interrupted, too. */
  get isThere(): boolean {
    return statSync(this.#path, { throwIfNoEntry: false })?.size === RESERVE_BYTES;
  }

  /** Frees its space. False when there was none to free. */
  giveUp(): boolean {
    try {
      rmSync(this.#path);
      return true;
    } catch {
      return false;
    }
  }

  /** Makes it unless it is there, or hardly anything would stay free next to it. When that fails it leaves none. */
  async make(): Promise<void> {
    if (this.isThere || (await freeBytesOf(dirname(this.#path))) < RESERVE_BYTES + LEFT_BYTES) return;
    const file = await open(this.#path, 'w', 0o600);
    try {
      // No zeros: some file systems store none, and others pack what repeats.
      for (let at = 0; at < RESERVE_BYTES; at += PART_BYTES) await file.write(randomBytes(PART_BYTES));
      await file.sync();
    } catch (error) {
      await rm(this.#path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  }
}
