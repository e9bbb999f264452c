import { ServiceError, unavailable } from '../errors.ts';

const RETRY_SECONDS = 1;

/**
 * 503 for a store that is unavailable. Unauthenticated clients get this message too, so it is always the same; the
 * `reason`, which may name paths, users and tables, is kept as the cause, for the log.
 */
export function storeUnavailable(reason: string, error: unknown): ServiceError {
  const cause = unavailable(reason, RETRY_SECONDS, error);
  return unavailable('The key database is unavailable; try again shortly.', RETRY_SECONDS, cause);
}

/** Codes of SQLite and of the file system, and the SQLSTATE of PostgreSQL, for a full disk. */
const OUT_OF_SPACE = new Set(['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'EDQUOT', '53100']);

/** Whether a store failed for want of space on its disk. */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return OUT_OF_SPACE.has(String((error as { code?: unknown }).code)) || isOutOfSpace(error.cause);
}

/** A database that is to exist already. `place` is its path or address, `origin` says which setting led there. */
export function missingDatabase(place: string, origin: string): ServiceError {
  return new ServiceError(
    'invalid_configuration',
    `Expected a key database at ${place}, got none there. ${origin} Start the service there once, or create one: claim-verifier init.`,
  );
}

/** While a store is being opened, only the operator sees the error: it is the reason itself. */
export function openingFailure(error: unknown): unknown {
  return error instanceof ServiceError && error.cause instanceof ServiceError ? error.cause : error;
}
