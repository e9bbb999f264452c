import { parseCsvRecord } from './csv-records.ts';
import { delimiterOf } from './delimiter.ts';
import { InputError } from './input-error.ts';
import { missingColumns, shortened } from './missing-columns.ts';
import type { RowBounds } from './row-bounds.ts';

export interface CsvHeader {
  readonly names: readonly string[];
  readonly delimiter: string;
}

export interface HeaderOptions {
  readonly required: readonly string[];
  /** Undefined: found by the header. */
  readonly delimiter: string | undefined;
  readonly bounds: RowBounds;
  readonly line: number;
}

/** Bytes beside a name: two quotes, and a delimiter. */
const AROUND_NAME = 3;

/** The names in the header of a CSV file. Throws InputError when they cannot be used, before much work is done for them. */
export function readCsvHeader(text: string, { required, delimiter, bounds, line }: HeaderOptions): CsvHeader {
  const bytes = Buffer.byteLength(text);
  // A quote inside a name is doubled.
  if (bytes > 2 * bounds.namesBytes + AROUND_NAME * bounds.columns) throw tooManyBytes(bounds, bytes, line);
  const used = delimiter ?? delimiterOf(text.split('\n', 1)[0]!);
  const { fields, count } = parseCsvRecord(text, used, bounds.columns);
  const names = fields.map((name) => name.trim());
  assertWithin({ names, count }, bounds, line);
  const found = new Set(names);
  if (required.some((name) => !found.has(name))) throw new InputError(missingColumns(required, names));
  if (found.size < names.length) {
    const repeated = firstRepeated(names);
    throw new InputError(`Expected each name once in the CSV header, got "${shortened(repeated)}" twice.`);
  }
  return { names, delimiter: used };
}

function assertWithin(
  { names, count: received }: { readonly names: readonly string[]; readonly count: number },
  bounds: RowBounds,
  line: number,
): void {
  const { columns: limit } = bounds;
  if (received > limit) {
    const message = `Expected a CSV header of at most ${limit} columns, got ${received}.`;
    throw new InputError(message, { limit, received, line });
  }
  const bytes = Buffer.byteLength(names.join(''));
  if (bytes > bounds.namesBytes) throw tooManyBytes(bounds, bytes, line);
}

function tooManyBytes({ namesBytes: limit }: RowBounds, received: number, line: number): InputError {
  const message = `Expected names of at most ${limit} bytes together in the CSV header, got ${received}.`;
  return new InputError(message, { limit, received, line });
}

function firstRepeated(names: readonly string[]): string {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size)!;
}
