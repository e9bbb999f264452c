import { stringify } from 'csv-stringify/sync';
import type { ResponseBody } from '../../src/index.ts';
import type { Columns, InputRow } from './input-rows.ts';
import type { Format } from './records.ts';

/** What a row came to: the API's answer, or the API's error. */
export type Answer = { readonly body: ResponseBody } | { readonly error: RowError };

interface RowError {
  readonly code: string;
  readonly message: string;
}

/** Names the answer needs; an input column of the same name is carried as `input_<name>`. */
const ANSWER_COLUMNS = ['verdict', 'confidence', 'reasoning', 'audit_trail'];
const ERROR_COLUMNS = ['line', 'error', 'error_code', 'error_message'];
const OTHER_COLUMN = 'other';
const RESERVED = new Set([...ANSWER_COLUMNS, ...ERROR_COLUMNS, OTHER_COLUMN]);

/** Turns answered rows into text, line end included. */
export interface RowWriter {
  /** Text before the first row. */
  readonly header: string;
  readonly write: (row: InputRow, answer: Answer) => string;
}

/** `columns` are the input's columns, known from its CSV header or its first row; JSONL output needs none. */
export function rowWriter(format: Format, columns: readonly string[]): RowWriter {
  return format === 'csv' ? csvWriter(columns) : { header: '', write: writeJson };
}

/** The columns that go through to the output: all but the source, which would make the output as big as the input. */
function carried(columns: Columns, answer: Answer): [string, unknown][] {
  const left = 'error' in answer ? ['claim', 'grounding_source'] : ['grounding_source'];
  return Object.entries(columns)
    .filter(([name]) => !left.includes(name))
    .map(([name, value]) => [outputName(name), value]);
}

function outputName(name: string): string {
  return RESERVED.has(name) ? `input_${name}` : name;
}

function writeJson(row: InputRow, answer: Answer): string {
  const kept = carried(row.columns, answer);
  if ('body' in answer) return `${JSON.stringify(Object.fromEntries([...kept, ...Object.entries(answer.body)]))}\n`;
  const entries = [['id', null], ...kept, ['line', row.line], ['error', answer.error]];
  return `${JSON.stringify(Object.fromEntries(entries))}\n`;
}

function csvWriter(columns: readonly string[]): RowWriter {
  const kept = columns.filter((name) => name !== 'grounding_source').map(outputName);
  const named = new Set(kept);
  const header = [...kept, ...ANSWER_COLUMNS, 'line', 'error_code', 'error_message', OTHER_COLUMN];
  const write = (row: InputRow, answer: Answer): string => {
    const entries = carried(row.columns, answer);
    const values = new Map(entries);
    const others = entries.filter(([name]) => !named.has(name));
    const cells = [
      ...kept.map((name) => values.get(name)),
      ...answerCells(row, answer),
      others.length > 0 ? Object.fromEntries(others) : undefined,
    ];
    return stringify([cells.map(toCell)]);
  };
  return { header: stringify([header]), write };
}

function answerCells({ line }: InputRow, answer: Answer): unknown[] {
  if ('error' in answer) return ['', '', '', '', line, answer.error.code, answer.error.message];
  const { verdict, confidence, reasoning, audit_trail } = answer.body;
  return [verdict, confidence, reasoning, audit_trail, '', '', ''];
}

/** Strings as they are, nothing for null, everything else as JSON. */
export function toCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
