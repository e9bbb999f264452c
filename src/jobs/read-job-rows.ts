import { ServiceError } from '../contract/errors.ts';
import type { FileEncoding } from '../contract/file-options.ts';
import { type Excess, InputError } from '../contract/input-error.ts';
import { type ColumnNames, namesInFile, withOwnNames } from '../rows/column-names.ts';
import { decoded, unpacked } from '../rows/decode.ts';
import { type InputRow, readRows } from '../rows/input-rows.ts';
import type { RowBounds } from '../rows/row-bounds.ts';
import type { Format } from '../rows/split-records.ts';

export interface JobFile {
  readonly format: Format;
  /** Delimiter of CSV; undefined: detected from the header. */
  readonly delimiter?: string | undefined;
  /** Undefined: UTF-8. */
  readonly encoding?: FileEncoding | undefined;
  readonly names?: ColumnNames | undefined;
  readonly required: readonly string[];
  readonly bounds: RowBounds;
  readonly maxBytes: number;
  /** Blank lines count too. */
  readonly maxRows: number;
}

export interface ReadSoFar {
  bytes: number;
  rows: number;
  blankLines: number;
  /** Line of the row that was read last. */
  line: number;
}

export interface ReadingOptions {
  readonly soFar: ReadSoFar;
  /** Called with the bytes of the file, unpacked, in order. */
  readonly onBytes: (bytes: Buffer) => void;
  /** Ends the reading at its next pause. */
  readonly signal: AbortSignal;
}

/** The rows of a file as `claim-verifier verify` reads them. Throws `invalid_request` and `too_large`. */
export async function* readJobRows(
  bytes: AsyncIterable<Buffer>,
  file: JobFile,
  options: ReadingOptions,
): AsyncGenerator<InputRow> {
  const { soFar, signal } = options;
  const assertRows = () => {
    const received = soFar.rows + soFar.blankLines;
    if (received > file.maxRows) throw tooLarge({ limit: file.maxRows, received, line: soFar.line + 1 }, 'rows');
  };
  const onBlankLines = (count: number) => {
    soFar.blankLines += count;
    assertRows();
  };
  const { required, bounds, encoding, names = {} } = file;
  const chunks = decoded(readJobBytes(bytes, file, options), encoding);
  try {
    const rows = readRows(chunks, file, { required: namesInFile(required, names), bounds, onBlankLines, signal });
    for await (const row of withOwnNames(rows, required, names)) {
      soFar.rows += 1;
      assertRows();
      soFar.line = row.line;
      yield row;
    }
  } catch (error) {
    throw asServiceError(error);
  }
  if (soFar.rows === 0) throw new ServiceError('invalid_request', 'The file has no rows. Send at least one.');
}

/** The bytes of a file, unpacked. Throws `too_large` for more than a file may have, `invalid_request` for damaged gzip. */
export async function* readJobBytes(
  bytes: AsyncIterable<Buffer>,
  { maxBytes }: Pick<JobFile, 'maxBytes'>,
  { soFar, onBytes }: Pick<ReadingOptions, 'soFar' | 'onBytes'>,
): AsyncGenerator<Buffer> {
  const { unpackedFreely, unpackedTimes } = UPLOAD_BOUNDS;
  const assertRatio = ({ packed, unpacked: received }: { packed: number; unpacked: number }) => {
    if (received <= unpackedFreely || received <= unpackedTimes * packed) return;
    const message = `The gzip file unpacks to ${received} bytes from ${packed}. After the first ${unpackedFreely} bytes, at most ${unpackedTimes} times its size is accepted.`;
    const details = { limit: unpackedTimes * packed, received, line: soFar.line + 1 };
    throw new ServiceError('too_large', message, { details });
  };
  try {
    for await (const chunk of unpacked(bytes, assertRatio)) {
      soFar.bytes += chunk.length;
      onBytes(chunk);
      const { bytes: received, line } = soFar;
      if (received > maxBytes) throw tooLarge({ limit: maxBytes, received, line: line + 1 }, 'bytes');
      yield chunk;
    }
  } catch (error) {
    throw asServiceError(error);
  }
}

function asServiceError(error: unknown): unknown {
  if (!(error instanceof InputError)) return error;
  const { excess, options, message } = error;
  const [field] = options;
  const details = { ...excess, ...(field !== undefined && { field }) };
  return new ServiceError('invalid_request', message, Object.keys(details).length === 0 ? {} : { details });
}

/** The 413 of a file with more than a setting allows; without a line it was found before the file was read. */
export function tooLarge(excess: Omit<Excess, 'line'> & Partial<Excess>, of: 'bytes' | 'rows'): ServiceError {
  const { limit, received, line } = excess;
  const where = line === undefined ? '' : ` by line ${line}`;
  const message = `Expected a file of at most ${limit} ${of}, got ${received}${where}.`;
  return new ServiceError('too_large', message, { details: { ...excess } });
}

/** Bounds of an upload, whatever the settings. */
export const UPLOAD_BOUNDS = {
  /** Least pace of the sender, in bytes on the wire, over each minute in which the service waited for it. */
  pace: { bytesPerSecond: 1_000, windowMs: 60_000 },
  /** Unpacked bytes of a gzip file before its ratio counts. */
  unpackedFreely: 64_000_000,
  /** How many times its size a gzip file may unpack to then. Claims on one repeated source honestly reach 76. */
  unpackedTimes: 250,
} as const;
