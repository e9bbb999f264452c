import type { FileEncoding } from '../contract/file-options.ts';
import { delimiterOf, parseCsvRecord } from '../csv-fields.ts';
import { openTable, type TableFormat } from './file-rows.ts';

/** Enough for the header of any file that the service reads. */
const HEAD_BYTES = 1 << 20;
const MAX_COLUMNS = 1_000;

interface ColumnNamesOptions {
  readonly format: TableFormat | 'csv' | 'jsonl' | 'json';
  readonly gzip?: boolean;
  /** The same as for the job that the file is sent for. */
  readonly encoding?: FileEncoding | undefined;
  readonly delimiter?: string | undefined;
}

/**
 * The names of a file's columns: those of the header, or of the first row of JSON. Undefined where its beginning does not
 * show them. Rejects with a sentence for a spreadsheet or a Parquet file that cannot be read.
 */
export async function columnNames(file: Blob, options: ColumnNamesOptions): Promise<readonly string[] | undefined> {
  const { format, gzip = false, encoding = 'utf-8', delimiter } = options;
  if (format === 'xlsx' || format === 'parquet') return (await openTable(file, format)).names;
  const head = await headOf(file, gzip).catch(() => undefined);
  if (head === undefined) return undefined;
  const text = new TextDecoder(labelOf(encoding, head)).decode(head);
  if (format === 'csv') return csvNames(text, delimiter === 'tab' ? '\t' : delimiter);
  return jsonNames(format === 'jsonl' ? (/\S.*/.exec(text)?.[0] ?? '') : text);
}

async function headOf(file: Blob, gzip: boolean): Promise<Uint8Array> {
  if (!gzip) return new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  while (length < HEAD_BYTES) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    length += value.length;
  }
  void reader.cancel().catch(() => undefined);
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** The decoder for an encoding; UTF-16 has its byte order from its mark. */
function labelOf(encoding: FileEncoding, [first, second]: Uint8Array): string {
  if (encoding !== 'utf-16') return encoding;
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-16le';
}

/** A first line such as `sep=;` names the delimiter, for Excel. */
const DELIMITER_LINE = /^sep=(.)\r?\n/i;
/** A record up to the line end outside quotes. */
const RECORD = /^(?:[^"\r\n]|"(?:[^"]|"")*"?)*/;

function csvNames(text: string, given: string | undefined): readonly string[] | undefined {
  const [line = '', named] = DELIMITER_LINE.exec(text) ?? [];
  const [record = ''] = RECORD.exec(text.slice(line.length)) ?? [];
  if (record.trim() === '') return undefined;
  const delimiter = given ?? named ?? delimiterOf(record.split(/\r?\n/)[0]!);
  return parseCsvRecord(record, delimiter, MAX_COLUMNS).fields.map((name) => name.trim());
}

function jsonNames(text: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const [row] = Array.isArray(value) ? value : [value];
    return typeof row === 'object' && row !== null && !Array.isArray(row) ? Object.keys(row) : undefined;
  } catch {
    return undefined;
  }
}
