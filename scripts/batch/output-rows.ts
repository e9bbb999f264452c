import { stringify } from 'csv-stringify/sync';
import type { ResponseBody } from '../../src/index.ts';
import { toCell, toTextCell } from './cells.ts';
import type { Columns, InputRow } from './input-rows.ts';
import type { Format } from './split-records.ts';

/** The result of a row: the API's response body or the API's error. */
export type RowResult = { readonly body: ResponseBody } | { readonly error: RowError };

interface RowError {
  readonly code: string;
  readonly message: string;
}

/** Column names of the result; an input column of the same name is written as `input_<name>`. */
const ANSWER_COLUMNS = ['verdict', 'confidence', 'reasoning', 'audit_trail'];
const ERROR_COLUMNS = ['line', 'error', 'error_code', 'error_message'];
const OTHER_COLUMN = 'other';
const RESERVED = new Set([...ANSWER_COLUMNS, ...ERROR_COLUMNS, OTHER_COLUMN]);

/** Formats rows with their results, line ends included. */
export interface RowWriter {
  /** Text before the first row. */
  readonly header: string;
  readonly write: (row: InputRow, answer: RowResult) => string;
}

export interface RowWriterOptions {
  /** The input's columns, known from its CSV header or its first row; JSONL output needs none. */
  readonly columns: readonly string[];
  /** Whether formulas in CSV cells are marked as text; no effect on JSONL output. */
  readonly escapeFormulas: boolean;
}

export function rowWriter(format: Format, options: RowWriterOptions): RowWriter {
  return format === 'csv' ? csvWriter(options) : { header: '', write: writeJson };
}

/** The input columns in the output: all but the source, which would make the output as large as the input. */
function carried(columns: Columns, answer: RowResult): [string, unknown][] {
  const left = 'error' in answer ? ['claim', 'grounding_source'] : ['grounding_source'];
  return Object.entries(columns)
    .filter(([name]) => !left.includes(name))
    .map(([name, value]) => [outputName(name), value]);
}

function outputName(name: string): string {
  return RESERVED.has(name) ? `input_${name}` : name;
}

function writeJson(row: InputRow, answer: RowResult): string {
  const kept = carried(row.columns, answer);
  if ('body' in answer) return `${JSON.stringify(Object.fromEntries([...kept, ...Object.entries(answer.body)]))}\n`;
  const entries = [['id', null], ...kept, ['line', row.line], ['error', answer.error]];
  return `${JSON.stringify(Object.fromEntries(entries))}\n`;
}

/** Cells with these are quoted: a spreadsheet that splits at them instead of commas would see another cell. */
const OTHER_SEPARATORS = /[;|\t]/;

function csvWriter({ columns, escapeFormulas }: RowWriterOptions): RowWriter {
  const cell = escapeFormulas ? toTextCell : toCell;
  const line = (cells: readonly unknown[]) =>
    stringify([cells.map(cell)], escapeFormulas ? { quoted_match: OTHER_SEPARATORS } : {});
  const kept = columns.filter((name) => name !== 'grounding_source').map(outputName);
  const named = new Set(kept);
  const header = [...kept, ...ANSWER_COLUMNS, 'line', 'error_code', 'error_message', OTHER_COLUMN];
  const write = (row: InputRow, answer: RowResult): string => {
    const entries = carried(row.columns, answer);
    const values = new Map(entries);
    const others = entries.filter(([name]) => !named.has(name));
    const cells = [
      ...kept.map((name) => values.get(name)),
      ...answerCells(row, answer),
      others.length > 0 ? Object.fromEntries(others) : undefined,
    ];
    return line(cells);
  };
  return { header: line(header), write };
}

function answerCells({ line }: InputRow, answer: RowResult): unknown[] {
  if ('error' in answer) return ['', '', '', '', line, answer.error.code, answer.error.message];
  const { verdict, confidence, reasoning, audit_trail } = answer.body;
  return [verdict, confidence, reasoning, audit_trail, '', '', ''];
}
