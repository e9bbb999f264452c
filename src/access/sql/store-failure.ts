import { ServiceError, unavailable } from '../../errors.ts';

const RETRY_SECONDS = 1;

/**
 * 503 for a store that cannot be asked. Strangers get this answer too, so its sentence is always the same; the `reason`,
 * which may name paths, users and tables, is the cause, for the log.
 */
export function storeUnavailable(reason: string, error: unknown): ServiceError {
  const cause = unavailable(reason, RETRY_SECONDS, error);
  return unavailable('The key database cannot be asked now; try again shortly.', RETRY_SECONDS, cause);
}

/** While a store is opened there are no strangers: whoever starts the process is told the reason itself. */
export function openingFailure(error: unknown): unknown {
  return error instanceof ServiceError && error.cause instanceof ServiceError ? error.cause : error;
}
