import { existsSync } from 'node:fs';
import Libsql from 'libsql';
import { ServiceError } from '../../contract/errors.ts';
import { printable } from '../../printable.ts';

/** The part of the database that is used. libsql's own types need those of Node, which a program with this library may not have. */
export interface IndexHandle {
  exec(sql: string): unknown;
  prepare(sql: string): IndexStatement;
  close(): unknown;
}

interface IndexStatement {
  get(...values: unknown[]): unknown;
  all(...values: unknown[]): unknown[];
  run(...values: unknown[]): unknown;
}

/** Written into every index, so that another SQLite file is not taken for one. */
const APPLICATION_ID = 0x636c7669;
/**
 * Goes up with the tables, with what is stored in them, with what `read/` makes of a file, and with how `text/` cuts sentences
 * or makes keys of words: an update reads no unchanged file again.
 */
const FORMAT = 12;

/**
 * `words` holds the keys of the sentences that can be read alone, without the sentences: their rows are `first_row` of their
 * passage plus the place of the sentence in it. The signs of the tokenizer are those that occur inside keys.
 */
const TABLES = `
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${FORMAT};
  CREATE TABLE documents (
    file TEXT PRIMARY KEY,
    sha256 TEXT NOT NULL,
    sentences INTEGER NOT NULL,
    facts TEXT NOT NULL,
    body BLOB NOT NULL
  );
  CREATE TABLE passages (
    first_row INTEGER PRIMARY KEY,
    past_row INTEGER NOT NULL,
    file TEXT NOT NULL,
    body BLOB NOT NULL
  );
  CREATE INDEX passages_of ON passages (file);
  CREATE TABLE unread (file TEXT PRIMARY KEY, reason TEXT NOT NULL);
  CREATE TABLE others (file TEXT PRIMARY KEY);
  CREATE TABLE left_out (kind TEXT PRIMARY KEY, files INTEGER NOT NULL);
  CREATE TABLE duplicates (file TEXT PRIMARY KEY, of TEXT NOT NULL);
  CREATE VIRTUAL TABLE words USING fts5(
    keys, content = '', tokenize = "ascii tokenchars '''.,-'"
  );
  CREATE VIRTUAL TABLE frequencies USING fts5vocab(words, row);
`;

export function openForWriting(path: string): IndexHandle {
  return clearly(path, () => {
    const isNew = !existsSync(path);
    const handle = opened(path, isNew);
    // Pages that a merge of the lists left empty are given back.
    if (isNew) handle.exec(`PRAGMA auto_vacuum = FULL; BEGIN; ${TABLES} COMMIT`);
    return handle;
  });
}

/** Rejects a file that is not an index, with a message for the person who named it. */
export function openForReading(path: string): IndexHandle {
  return clearly(path, () => {
    if (!existsSync(path)) throw unusable(`There is no index at ${path}. ${HOW_TO_MAKE}`);
    const handle = opened(path, false);
    handle.exec('PRAGMA query_only = ON');
    return handle;
  });
}

const HOW_TO_MAKE = 'Make one: claim-verifier index FOLDER --output FILE.';
const REBUILD = 'Delete it and make it again: claim-verifier index FOLDER --output FILE.';

function opened(path: string, isNew: boolean): IndexHandle {
  const handle = new Libsql(path, { timeout: 1_000 });
  try {
    if (!isNew) assertFormat(path, handle);
    return handle;
  } catch (error) {
    handle.close();
    throw error;
  }
}

function assertFormat(path: string, handle: IndexHandle): void {
  const read = (pragma: string) => Object.values(handle.prepare(`PRAGMA ${pragma}`).get() as object)[0];
  if (read('application_id') !== APPLICATION_ID)
    throw unusable(`${path} is a database, but not an index of claim-verifier. Name another file.`);
  const format = read('user_version');
  if (format !== FORMAT)
    throw unusable(`The index at ${path} has format ${format}, and this release reads format ${FORMAT}. ${REBUILD}`);
}

/** Uses an index; for a fault that SQLite finds in its file, the error says what to do about it. */
export function clearly<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw clearError(path, error);
  }
}

function clearError(path: string, error: unknown): unknown {
  const code = String((error as { code?: unknown }).code);
  const is = (...codes: readonly string[]) => codes.some((one) => code.startsWith(one));
  if (is('SQLITE_NOTADB')) return unusable(`${path} is not an index. Name another file.`, error);
  if (is('SQLITE_CORRUPT', 'SQLITE_ERROR', 'Z_', 'ERR_')) return damagedIndex(path, error);
  if (is('SQLITE_BUSY', 'SQLITE_LOCKED'))
    return unusable(`The index at ${path} is being written by another process. Try again when it has ended.`, error);
  if (is('SQLITE_CANTOPEN', 'SQLITE_READONLY', 'SQLITE_PERM'))
    return unusable(`The index at ${path} cannot be opened: ${(error as Error).message}.`, error);
  return error;
}

/** True if an error concerns the whole index, such as a full disk, and not only the document being written. */
export function isOfIndex(error: unknown): boolean {
  const code = String((error as { code?: unknown } | undefined)?.code);
  return error instanceof ServiceError || (code.startsWith('SQLITE_') && code !== 'SQLITE_TOOBIG');
}

export function damagedIndex(path: string, cause?: unknown): ServiceError {
  return unusable(`The index at ${path} is damaged. ${REBUILD}`, cause);
}

function unusable(message: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_configuration', printable(message), { cause });
}
