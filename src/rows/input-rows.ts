import { parseCsvRecord } from './csv-records.ts';
import { delimiterOf } from './delimiter.ts';
import { missingColumns } from './missing-columns.ts';
import { splitRecords, type TextForm } from './split-records.ts';
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
 * Rows of a text. An invalid row carries its problem, and reading continues with the next row.
 * Throws InputError when a CSV header lacks `required` columns or repeats a name.
 */
export async function* readRows(
  chunks: AsyncIterable<Buffer>,
  form: TextForm,
  required: readonly string[],
): AsyncGenerator<InputRow> {
  const readRow = rowReader(form, required);
  for await (const record of splitRecords(chunks, form)) {
    const row = readRow(record);
    if (row !== undefined) yield row;
  }
}

/** Reads the records of one file, given in order, as rows; the CSV header is not a row. */
export function rowReader(
  { format, delimiter }: TextForm,
  required: readonly string[],
): (record: TextRecord) => InputRow | undefined {
  let index = 0;
  let header: Header | undefined;
  return (record) => {
    if (format === 'csv' && header === undefined) {
      header = readHeader(record, required, delimiter);
      return undefined;
    }
    const read = readText(record, (text) => (header === undefined ? readJson(text) : readCsv(text, header)));
    const columns = read.columns ?? emptyColumns(header?.names ?? []);
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
  if (isDeeper(value, MAX_DEPTH)) return failed(`Expected a JSON object at most ${MAX_DEPTH} deep, got a deeper one.`);
  return { columns: value as Columns, problem: undefined };
}

/** Deeper values than any row needs can be parsed, but not be written again. */
const MAX_DEPTH = 500;

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((part) => isDeeper(part, depth - 1));
}

interface Header {
  readonly names: readonly string[];
  readonly delimiter: string;
}

function readCsv(text: string, { names, delimiter }: Header): ReadColumns {
  const fields = parseCsvRecord(text, delimiter);
  const named = names.map((name, index) => [name, fields[index] ?? ''] as const);
  const columns = Object.fromEntries(named);
  if (fields.length === names.length) return { columns, problem: undefined };
  return { columns, problem: `Expected ${names.length} fields, got ${fields.length}.` };
}

function readHeader(record: TextRecord, required: readonly string[], given: string | undefined): Header {
  let names: string[] = [];
  let delimiter = given;
  const { problem } = readText(record, (text) => {
    delimiter ??= delimiterOf(text.split('\n', 1)[0]!);
    names = parseCsvRecord(text, delimiter).map((name) => name.trim());
    return { columns: {}, problem: undefined };
  });
  if (problem !== undefined) throw new InputError(`Line ${record.line} (CSV header): ${problem}`);
  if (required.some((name) => !names.includes(name))) throw new InputError(missingColumns(required, names));
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined)
    throw new InputError(`Expected each name once in the CSV header, got "${repeated}" twice.`);
  return { names, delimiter: delimiter! };
}
