import { parseCsvRecord } from './csv-records.ts';
import { type Format, splitRecords } from './split-records.ts';
import type { TextRecord } from './text-record.ts';

export type Columns = Readonly<Record<string, unknown>>;

/** One row of the input: its columns, or a sentence that says why there are none. */
export interface InputRow {
  /** Position among the rows, from 0; blank lines and the CSV header do not count. */
  readonly index: number;
  readonly line: number;
  readonly endByte: number;
  readonly columns: Columns;
  readonly problem: string | undefined;
}

/** An input that cannot be used; the message is a sentence for the user. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Rows of a JSONL or CSV stream. An invalid row carries its problem, and reading continues with the next row.
 * Throws InputError when a CSV header lacks `required` columns or repeats a name.
 */
export async function* readRows(
  chunks: AsyncIterable<Buffer>,
  format: Format,
  required: readonly string[],
): AsyncGenerator<InputRow> {
  const readRow = rowReader(format, required);
  for await (const record of splitRecords(chunks, format)) {
    const row = readRow(record);
    if (row !== undefined) yield row;
  }
}

/** Reads the records of one file, given in order, as rows; the CSV header is not a row. */
export function rowReader(format: Format, required: readonly string[]): (record: TextRecord) => InputRow | undefined {
  let index = 0;
  let header: readonly string[] | undefined;
  return (record) => {
    if (format === 'csv' && header === undefined) {
      header = readHeader(record, required);
      return undefined;
    }
    const read = readText(record, (text) => (header === undefined ? readJson(text) : readCsv(text, header)));
    const columns = read.columns ?? emptyColumns(header ?? []);
    index += 1;
    return { index: index - 1, line: record.line, endByte: record.endByte, columns, problem: read.problem };
  };
}

/** A CSV row has its columns even when it cannot be read. */
function emptyColumns(header: readonly string[]): Columns {
  return Object.fromEntries(header.map((name) => [name, '']));
}

interface ReadColumns {
  readonly columns: Columns | undefined;
  readonly problem: string | undefined;
}

const failed = (problem: string): ReadColumns => ({ columns: undefined, problem });

function readText({ content }: TextRecord, read: (text: string) => ReadColumns): ReadColumns {
  if ('problem' in content) return failed(content.problem);
  let text: string;
  try {
    text = utf8.decode(content.bytes);
  } catch {
    return failed('Expected UTF-8 text, got bytes that are not valid UTF-8.');
  }
  return read(text);
}

function readJson(text: string): ReadColumns {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return failed('Expected a JSON object on one line, got text that is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const kind = Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`;
    return failed(`Expected a JSON object, got ${kind}.`);
  }
  return { columns: value as Columns, problem: undefined };
}

function readCsv(text: string, header: readonly string[]): ReadColumns {
  const fields = parseCsvRecord(text);
  const named = header.map((name, index) => [name, fields[index] ?? ''] as const);
  const columns = Object.fromEntries(named);
  if (fields.length === header.length) return { columns, problem: undefined };
  return { columns, problem: `Expected ${header.length} fields, got ${fields.length}.` };
}

function readHeader(record: TextRecord, required: readonly string[]): string[] {
  let names: string[] = [];
  const { problem } = readText(record, (text) => {
    names = parseCsvRecord(text).map((name) => name.trim());
    return { columns: {}, problem: undefined };
  });
  if (problem !== undefined) throw new InputError(`Line ${record.line} (CSV header): ${problem}`);
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new InputError(
      `Expected a CSV header with the columns ${required.join(', ')}; missing: ${missing.join(', ')}; got ${names.join(', ')}.`,
    );
  }
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined)
    throw new InputError(`Expected each name once in the CSV header, got "${repeated}" twice.`);
  return names;
}
