import { ServiceError } from '../errors.ts';
import { withoutMark } from '../rows/byte-order-mark.ts';
import { withOwnNames } from '../rows/column-names.ts';
import { unpacked } from '../rows/gunzip.ts';
import { InputError, type InputRow, readRows } from '../rows/input-rows.ts';

export interface JobFile {
  readonly format: 'jsonl' | 'csv';
  /** Of CSV; undefined: found by the header. */
  readonly delimiter?: string | undefined;
  /** Columns that every row needs. */
  readonly required: readonly string[];
  /** Of the file when it is unpacked. */
  readonly maxBytes: number;
  readonly maxRows: number;
}

/** How much of a file was read. */
export interface ReadSoFar {
  /** Unpacked. */
  bytes: number;
  rows: number;
}

/**
 * The rows of a file as they arrive, gzip or not, as `claim-verifier verify` reads them: one that cannot be used carries its
 * problem. Throws `invalid_request` for a file without rows or with a header that cannot be used, and `too_large`.
 */
export async function* readJobRows(
  bytes: AsyncIterable<Buffer>,
  file: JobFile,
  soFar: ReadSoFar,
): AsyncGenerator<InputRow> {
  const chunks = withoutMark(bounded(unpacked(bytes), file.maxBytes, soFar));
  try {
    for await (const row of withOwnNames(readRows(chunks, file, file.required), file.required, {})) {
      soFar.rows += 1;
      if (soFar.rows > file.maxRows) throw tooLarge(file.maxRows, 'rows');
      yield row;
    }
  } catch (error) {
    throw error instanceof InputError ? new ServiceError('invalid_request', error.message) : error;
  }
  if (soFar.rows === 0) throw new ServiceError('invalid_request', 'Expected a file with at least one row, got none.');
}

async function* bounded(chunks: AsyncIterable<Buffer>, maxBytes: number, soFar: ReadSoFar): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    soFar.bytes += chunk.length;
    if (soFar.bytes > maxBytes) throw tooLarge(maxBytes, 'bytes');
    yield chunk;
  }
}

/** The 413 of a file with more than a setting allows. */
export function tooLarge(limit: number, of: 'bytes' | 'rows'): ServiceError {
  return new ServiceError('too_large', `Expected a file of at most ${limit} ${of}, got more.`, { details: { limit } });
}
