import { type Caller, ERRORS, ServiceError, type Verifier } from '../index.ts';
import type { InputRow } from './input-rows.ts';
import type { RowResult } from './output-rows.ts';
import type { RowKind } from './row-kind.ts';
import { isUnavailable } from './with-retries.ts';

export interface RowContext {
  readonly verifier: Verifier;
  readonly kind: RowKind;
  /** Stops the run: no further row is started or written. */
  readonly signal: AbortSignal;
  /** For whom; the caller of one process has no name. */
  readonly caller?: Caller;
}

/**
 * The result of one row. For an invalid row or a failed verification the result is an error, and the run continues.
 * Throws when the verifier stays unavailable or the run was stopped: no further row can be verified then.
 */
export async function answerRow(row: InputRow, { verifier, kind, signal, caller }: RowContext): Promise<RowResult> {
  try {
    if (row.problem !== undefined) throw new ServiceError('invalid_request', row.problem);
    return { body: await kind.verify(verifier, row.columns, { ...caller, signal }) };
  } catch (error) {
    if (signal.aborted || isUnavailable(error)) throw error;
    return { error: toRowError(error) };
  }
}

/** The error as the API reports it, without the cause of an unexpected error, which may quote the texts. */
function toRowError(error: unknown): { code: string; message: string } {
  if (error instanceof ServiceError) return { code: ERRORS[error.code].publicCode, message: error.message };
  return { code: 'internal_error', message: 'Expected a verdict, got an unexpected error. This is a bug.' };
}
