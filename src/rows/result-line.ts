import type { InputRow } from './input-rows.ts';
import type { RowResult } from './output-rows.ts';
import type { RowKind } from './row-kind.ts';

/** A row of an output in JSONL with its result, for a writer of another format. */
export interface WrittenRow {
  readonly row: InputRow;
  readonly answer: RowResult;
}

/** Reads a row of JSONL output. `columns`: those of the input's first row, by which a writer of CSV names its cells. */
export function readResultLine(text: string, kind: RowKind, columns: readonly string[]): WrittenRow {
  const { error, ...others } = JSON.parse(text) as Record<string, unknown> & { error?: unknown };
  const { results } = kind;
  if (error !== undefined) return { row: errorRow(others, columns), answer: { error } as RowResult };
  const entries = Object.entries(others);
  const body = Object.fromEntries(entries.filter(([name]) => results.includes(name)));
  const kept = Object.fromEntries(entries.filter(([name]) => !results.includes(name)));
  return { row: rowOf(kept, 0), answer: { body } as unknown as RowResult };
}

/** JSONL gives every error row an id, `null` where the input has none. */
function errorRow({ line, id, ...kept }: Record<string, unknown>, columns: readonly string[]): InputRow {
  const hasId = id !== null || columns.includes('id');
  return rowOf(hasId ? { id, ...kept } : kept, Number(line));
}

function rowOf(columns: Record<string, unknown>, line: number): InputRow {
  return { index: 0, endByte: 0, line, columns, problem: undefined };
}
