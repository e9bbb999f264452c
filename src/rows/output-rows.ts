import { stringify } from 'csv-stringify/sync';
import type { LineFormat } from './file-format.ts';
import type { Columns, InputRow } from './input-rows.ts';
import type { RowKind, RowResult } from './row-kind.ts';

/** Names besides those of the result; an input column of the same name is written as `input_<name>`. */
const ERROR_COLUMNS = ['error', 'error_code', 'error_message'];
const OTHER_COLUMN = 'other';
export const ROW_COLUMN = 'row';

export interface RowWriter {
  readonly header: string;
  readonly write: (row: InputRow, answer: RowResult) => string;
}

export interface RowWriterOptions {
  readonly kind: RowKind;
  /** The input's columns, known from its CSV header or its first row; JSONL output needs none. */
  readonly columns: readonly string[];
  readonly delimiter?: string | undefined;
  readonly bom?: boolean | undefined;
  /** Formulas in CSV cells are marked as text; no effect on JSONL output. */
  readonly escapeFormulas: boolean;
}

export function rowWriter(format: LineFormat, options: RowWriterOptions): RowWriter {
  const { kind } = options;
  return format === 'csv'
    ? csvWriter(options)
    : { header: '', write: (row, answer) => writeJson(row, answer, carried(row.columns, kind)) };
}

function carried(columns: Columns, kind: RowKind): [string, unknown][] {
  return Object.entries(columns)
    .filter(([name]) => !kind.omitted.includes(name))
    .map(([name, value]) => [outputName(name, kind), value]);
}

export function outputName(name: string, { results }: Pick<RowKind, 'results'>): string {
  return [...results, ...ERROR_COLUMNS, OTHER_COLUMN, ROW_COLUMN].includes(name) ? `input_${name}` : name;
}

function writeJson({ row }: InputRow, answer: RowResult, kept: readonly [string, unknown][]): string {
  const entries =
    'body' in answer ? [...kept, ...Object.entries(answer.body)] : [['id', null], ...kept, ['error', answer.error]];
  return `${JSON.stringify(Object.fromEntries([...entries, [ROW_COLUMN, row]]))}\n`;
}

const BYTE_ORDER_MARK = '\ufeff';
/** Cells with these are quoted: a spreadsheet that splits at them instead of commas would see another cell. */
const OTHER_SEPARATORS = /[,;|\t]/;

function csvWriter({ columns, escapeFormulas, kind, delimiter = ',', bom = false }: RowWriterOptions): RowWriter {
  const cell = escapeFormulas ? toTextCell : toCell;
  const line = (cells: readonly unknown[]) =>
    stringify([cells.map(cell)], { delimiter, ...(escapeFormulas && { quoted_match: OTHER_SEPARATORS }) });
  const { names, cells } = cellWriter(kind, columns);
  return { header: `${bom ? BYTE_ORDER_MARK : ''}${line(names)}`, write: (row, answer) => line(cells(row, answer)) };
}

/** Rows for formats with columns: the names, and the values of each row in that order. */
export interface Table {
  readonly names: readonly string[];
  /** From the start each time. undefined and null: there is no value. */
  readonly rows: () => AsyncIterable<readonly unknown[]>;
}

/** Columns in order: the input's, the results, the error, `other` for values without their own column, the row. */
function cellWriter(kind: RowKind, columns: readonly string[]) {
  // `verdict` and `input_verdict` of the input have one name.
  const named = new Set(columns.filter((name) => !kind.omitted.includes(name)).map((name) => outputName(name, kind)));
  const kept = [...named];
  const names = [...kept, ...kind.results, 'error_code', 'error_message', OTHER_COLUMN, ROW_COLUMN];
  const cells = (row: InputRow, answer: RowResult): unknown[] => {
    const entries = carried(row.columns, kind);
    const values = new Map(entries);
    const others = entries.filter(([name]) => !named.has(name));
    return [
      ...kept.map((name) => values.get(name)),
      ...answerCells(answer, kind),
      others.length > 0 ? Object.fromEntries(others) : undefined,
      row.row,
    ];
  };
  return { names, cells };
}

function answerCells(answer: RowResult, { results }: RowKind): unknown[] {
  if ('error' in answer) return [...results.map(() => undefined), answer.error.code, answer.error.message];
  const body = new Map(Object.entries(answer.body));
  return [...results.map((name) => body.get(name)), undefined, undefined];
}

/** Characters that a spreadsheet takes for the start of a formula or a command, including full-width forms. */
const FORMULA = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;

/** Strings unchanged, null and undefined as an empty cell, all other values as JSON. */
export function toCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Like toCell, with an apostrophe before a formula, so that a spreadsheet shows it as text. */
export function toTextCell(value: unknown): string {
  const cell = toCell(value);
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

export interface ResultRow {
  readonly row: InputRow;
  readonly result: RowResult;
}

/** Reads lines that a JSONL writer wrote, so that another writer can write the rows as if it had been given them. */
export function resultReader(kind: RowKind, columns: readonly string[]): (line: Columns) => ResultRow {
  return (found) => {
    const rowWith = ({ [ROW_COLUMN]: at, ...kept }: Columns): InputRow => {
      const row = Number(at);
      return { index: 0, line: row, row, endByte: 0, columns: kept, problem: undefined };
    };
    if ('error' in found) {
      const { error, ...kept } = found;
      // A JSONL line of an error has an id even when the input has none.
      const { id, ...others } = kept;
      const own = id === null && !columns.includes('id') ? others : kept;
      return { row: rowWith(own), result: { error } as RowResult };
    }
    const isResult = ([name]: [string, unknown]) => kind.results.includes(name);
    const entries = Object.entries(found);
    const kept = Object.fromEntries(entries.filter((entry) => !isResult(entry)));
    return { row: rowWith(kept), result: { body: Object.fromEntries(entries.filter(isResult)) } as never };
  };
}

/** The same as a table with the columns of CSV. */
export function resultTable(kind: RowKind, columns: readonly string[], lines: () => AsyncIterable<Columns>): Table {
  const { names, cells } = cellWriter(kind, columns);
  const read = resultReader(kind, columns);
  async function* rows(): AsyncGenerator<readonly unknown[]> {
    for await (const line of lines()) {
      const { row, result } = read(line);
      yield cells(row, result);
    }
  }
  return { names, rows };
}
