import { StringDecoder } from 'node:string_decoder';
import { columnOptions, InputError, missingColumns, shortened } from '../contract/input-error.ts';
import { parseCsvRecord } from '../csv-fields.ts';
import { isTooComplex } from '../json-text.ts';
import type { RowBounds } from './row-bounds.ts';
import { type NumberedRecord, type SplitOptions, splitRecords, type TextForm } from './split-records.ts';
import { BEGINNING_BYTES, type TextRecord } from './text-record.ts';

export type Columns = Readonly<Record<string, unknown>>;

/** One row of the input: its columns, and a sentence when they cannot be used. */
export interface InputRow {
  /** Position among the rows, from 0; blank lines and the CSV header do not count. */
  readonly index: number;
  readonly line: number;
  /**
   * Row number as a spreadsheet counts, from 1: blank lines and the header of CSV are rows, line ends inside a cell begin
   * none.
   */
  readonly row: number;
  readonly endByte: number;
  /** A CSV row that is too short lacks the last columns; an unreadable row has its first bytes as UNREADABLE_TEXT. */
  readonly columns: Columns;
  readonly problem: string | undefined;
  /** Names of the CSV header, the same list for all rows. */
  readonly header?: readonly string[] | undefined;
  /** Columns and header under the caller's names, where `columns` and `header` have those of this service. */
  readonly given?: Pick<InputRow, 'columns' | 'header'> | undefined;
}

export function asGiven(row: InputRow): InputRow {
  return { ...row, ...row.given };
}

/** The column with the first bytes of a row that is no record of CSV, no object of JSON, or too long. */
export const UNREADABLE_TEXT = 'unreadable_text';

/** The names of the columns that CSV output of a file has, by its first row. */
export function outputColumns(first: InputRow | undefined): readonly string[] {
  return first?.header ?? Object.keys(first?.columns ?? {}).filter((name) => name !== UNREADABLE_TEXT);
}

export interface ReadOptions extends Pick<SplitOptions, 'onBlankLines' | 'signal'> {
  readonly required: readonly string[];
  readonly bounds: RowBounds;
}

/**
 * Rows of a text in UTF-8. An invalid row has its problem, and reading continues with the next row. Throws InputError when
 * a CSV header lacks `required` columns, repeats a name or is beyond the bounds, and when the first row is no UTF-8.
 */
export async function* readRows(
  chunks: AsyncIterable<Buffer>,
  form: TextForm,
  options: ReadOptions,
): AsyncGenerator<InputRow> {
  const readRow = rowReader(form, options);
  for await (const record of splitRecords(chunks, form, { ...options, maxBytes: options.bounds.recordBytes })) {
    const row = readRow(record);
    if (row !== undefined) yield row;
  }
}

/** Reads the records of one file, given in order, as rows; the CSV header is not a row. */
export function rowReader(
  { format }: Pick<TextForm, 'format'>,
  { required, bounds }: Pick<ReadOptions, 'required' | 'bounds'>,
): (record: NumberedRecord) => InputRow | undefined {
  let index = 0;
  let header: CsvHeader | undefined;
  return (record) => {
    const { line, row, endByte } = record;
    if (format === 'csv' && header === undefined) {
      header = readCsvHeader(record, { required, bounds });
      return undefined;
    }
    const names = header?.names;
    const text = textOf(record);
    if (text === undefined && index === 0) assertReadable(record);
    const read =
      text === undefined
        ? { problem: problemOf(record) }
        : header === undefined
          ? readJson(text, bounds)
          : readCsv(text, header);
    index += 1;
    const columns = read.columns ?? { [UNREADABLE_TEXT]: beginningOf(record) };
    return { index: index - 1, line, row, endByte, columns, problem: read.problem, header: names };
  };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf({ content }: TextRecord): string | undefined {
  if ('problem' in content) return undefined;
  try {
    return utf8.decode(content.bytes);
  } catch {
    return undefined;
  }
}

function problemOf({ content }: TextRecord): string {
  return 'problem' in content ? content.problem : 'The row is not valid UTF-8.';
}

/** The first bytes as text, whatever they are; a character that is cut off is left out. */
function beginningOf({ content }: TextRecord): string {
  const bytes = 'problem' in content ? content.beginning : content.bytes.subarray(0, BEGINNING_BYTES);
  return new StringDecoder('utf8').write(bytes);
}

function headerText(record: TextRecord): string {
  const text = textOf(record);
  if (text !== undefined) return text;
  assertReadable(record);
  throw new InputError(`Line ${record.line} (CSV header): ${problemOf(record)}`);
}

/** Checks the first rows: a file in another encoding would give an error row wherever it has more than ASCII. */
function assertReadable(record: TextRecord): void {
  if ('problem' in record.content) return;
  const message = `Line ${record.line} is not valid UTF-8. Set the encoding of the file: utf-16 or windows-1252.`;
  throw new InputError(message, { options: ['encoding'] });
}

interface ReadColumns {
  /** Undefined when the row could not be read. */
  readonly columns?: Columns;
  readonly problem: string | undefined;
}

function readJson(text: string, bounds: RowBounds): ReadColumns {
  const { values } = bounds;
  if (isTooComplex(text, { depth: MAX_DEPTH, values })) {
    const expected = `a JSON object of at most ${values} values, at most ${MAX_DEPTH} deep`;
    return { problem: `Expected ${expected}, got more or deeper.` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'Expected a JSON object on one line, got text that is not JSON.' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const kind = Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`;
    return { problem: `Expected a JSON object, got ${kind}.` };
  }
  const problem = namesProblem(Object.keys(value), bounds);
  return problem === undefined ? { columns: value as Columns, problem } : { problem };
}

/** Deeper values than any row needs can be parsed, but not be written again. */
const MAX_DEPTH = 500;

function namesProblem(names: readonly string[], { columns, namesBytes }: RowBounds): string | undefined {
  if (names.length > columns) return `Expected a JSON object of at most ${columns} names, got ${names.length}.`;
  const bytes = Buffer.byteLength(names.join(''));
  return bytes > namesBytes ? `Expected names of at most ${namesBytes} bytes together, got ${bytes}.` : undefined;
}

function readCsv(text: string, { names, delimiter }: CsvHeader): ReadColumns {
  const { fields, count } = parseCsvRecord(text, delimiter, names.length);
  const columns = Object.fromEntries(fields.map((field, at) => [names[at]!, field]));
  if (count === names.length) return { columns, problem: undefined };
  return { columns, problem: `Expected ${names.length} fields, got ${count}.` };
}

interface CsvHeader {
  readonly names: readonly string[];
  readonly delimiter: string;
}

/** Bytes next to a name: two quotes, and a delimiter. */
const AROUND_NAME = 3;

/** The names in the header of a CSV file. Throws InputError when they cannot be used, before much work is done for them. */
function readCsvHeader(
  record: NumberedRecord,
  { required, bounds }: Pick<ReadOptions, 'required' | 'bounds'>,
): CsvHeader {
  const text = headerText(record);
  const { line } = record;
  const delimiter = record.delimiter!;
  const bytes = Buffer.byteLength(text);
  // A quote inside a name is doubled.
  if (bytes > 2 * bounds.namesBytes + AROUND_NAME * bounds.columns) throw tooManyBytes(bounds, bytes, line);
  const { fields, count } = parseCsvRecord(text, delimiter, bounds.columns);
  const names = fields.map((name) => name.trim());
  assertWithin({ names, count }, bounds, line);
  const found = new Set(names);
  if (required.some((name) => !found.has(name))) {
    throw new InputError(missingColumns(required, names), { options: columnOptions(required) });
  }
  if (found.size < names.length) {
    const repeated = firstRepeated(names);
    throw new InputError(`The CSV header has the name "${shortened(repeated)}" twice. Rename one of the columns.`);
  }
  return { names, delimiter };
}

function assertWithin(
  { names, count: received }: { readonly names: readonly string[]; readonly count: number },
  bounds: RowBounds,
  line: number,
): void {
  const { columns: limit } = bounds;
  if (received > limit) {
    const message = `Expected a CSV header of at most ${limit} columns, got ${received}.`;
    throw new InputError(message, { excess: { limit, received, line } });
  }
  const bytes = Buffer.byteLength(names.join(''));
  if (bytes > bounds.namesBytes) throw tooManyBytes(bounds, bytes, line);
}

function tooManyBytes({ namesBytes: limit }: RowBounds, received: number, line: number): InputError {
  const message = `Expected names of at most ${limit} bytes together in the CSV header, got ${received}.`;
  return new InputError(message, { excess: { limit, received, line } });
}

function firstRepeated(names: readonly string[]): string {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size)!;
}
