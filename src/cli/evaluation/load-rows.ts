import type { FileEncoding } from '../../contract/file-options.ts';
import { InputError } from '../../contract/input-error.ts';
import type { LabelledRow } from '../../evaluation/labelled-rows.ts';
import type { Example, RowReadResult } from '../../evaluation/loading/example.ts';
import { readExamples } from '../../evaluation/loading/read-examples.ts';
import type { LeftOut } from '../../evaluation/results.ts';
import { readVerifyRequest, ServiceError } from '../../index.ts';
import type { ColumnNames } from '../../rows/column-names.ts';
import { formatOfName, nameOfFile } from '../../rows/file-format.ts';
import type { InputRow } from '../../rows/input-rows.ts';
import { WIDE_BOUNDS } from '../../rows/row-bounds.ts';
import { openRows } from '../batch/open-rows.ts';
import { printLines } from '../command-line.ts';

export interface LoadedRows {
  readonly rows: readonly LabelledRow[];
  readonly leftOut: readonly LeftOut[];
}

export interface LoadOptions {
  readonly inputs: readonly string[];
  /** Rows of each file; all by default. */
  readonly limit?: number;
  readonly columns?: ColumnNames | undefined;
  /** Delimiter of CSV; undefined: detected from the header. */
  readonly delimiter?: string | undefined;
  /** Encoding of text; undefined: UTF-8. */
  readonly encoding?: FileEncoding | undefined;
  readonly signal: AbortSignal;
}

/** Reads labeled files (JSONL, JSON, CSV or Parquet, plain or gzipped) in any known format. The name of a set comes from its rows or from its file. */
export async function loadRows(options: LoadOptions): Promise<LoadedRows> {
  const collector = new RowCollector();
  let isWeighted = false;
  for (const input of options.inputs) {
    for (const row of await firstRows(input, options)) {
      collector.add(row, nameOfFile(input));
      isWeighted ||= row.columns.weight !== undefined;
    }
  }
  // A weight was written by the page of 3.0.0, and counted.
  if (isWeighted) printLines(process.stderr, ['The field weight of labeled rows is ignored.']);
  return { rows: collector.rows, leftOut: collector.leftOut() };
}

/** The rows of a file up to the limit. An error about its content names the file, as there may be several. */
async function firstRows(path: string, { limit, signal, ...options }: LoadOptions): Promise<InputRow[]> {
  const rows: InputRow[] = [];
  const { delimiter, encoding, columns } = options;
  const form = { format: formatOfName(path), delimiter, encoding, columns, required: [], bounds: WIDE_BOUNDS };
  try {
    for await (const row of (await openRows(path, form, signal)).rows) if (rows.push(row) === limit) break;
  } catch (error) {
    if (!(error instanceof InputError) || error.message.includes(path)) throw error;
    throw new InputError(`${path}: ${error.message}`, error);
  }
  return rows;
}

/** Limits of the examples for rows that were left out: enough to see the problem, without texts. */
const MAX_FOUND = 3;
const MAX_FOUND_LENGTH = 80;

class RowCollector {
  readonly rows: LabelledRow[] = [];
  readonly #counts = new Map<string, LeftOut>();

  add(inputRow: InputRow, fileSet: string): void {
    const { problem, columns, line } = inputRow;
    const reading = problem === undefined ? readExamples(columns) : unreadable(line, problem);
    if ('leftOut' in reading) this.#leaveOut(fileSet, reading.leftOut, reading.found);
    for (const example of 'leftOut' in reading ? [] : reading.examples) {
      const set = example.set ?? fileSet;
      const id = example.id ?? `${fileSet}-${line}`;
      const texts = readTexts(example);
      if (typeof texts === 'string') this.#leaveOut(set, texts);
      else {
        const { label, category, pair, format } = example;
        this.rows.push({ set, id, ...texts, label, category, pair, format });
      }
    }
  }

  leftOut(): LeftOut[] {
    return [...this.#counts.values()];
  }

  #leaveOut(set: string, reason: string, example?: string): void {
    const key = JSON.stringify([set, reason]);
    const { rows, found = [] } = this.#counts.get(key) ?? { rows: 0 };
    const all = [...new Set([...found, ...(example === undefined ? [] : [shortened(example)])])].slice(0, MAX_FOUND);
    this.#counts.set(key, { set, reason, rows: rows + 1, ...(all.length > 0 && { found: all }) });
  }
}

function unreadable(line: number, problem: string): RowReadResult {
  return { leftOut: 'unreadable line', found: `line ${line}: ${problem}` };
}

function shortened(text: string): string {
  return text.length <= MAX_FOUND_LENGTH ? text : `${text.slice(0, MAX_FOUND_LENGTH)}...`;
}

/** The texts as the service accepts them, or the field that it refuses. */
function readTexts({ claim, source }: Example): { claim: string; source: string } | string {
  try {
    return readVerifyRequest({ claim, grounding_source: source });
  } catch (error) {
    if (error instanceof ServiceError) return `${String(error.details?.field)} outside the limits of the service`;
    throw error;
  }
}
