import type { Columns, InputRow } from './input-rows.ts';
import type { RowResult } from './output-rows.ts';
import type { RowKind } from './row-kind.ts';

/** A row and its result, as a RowWriter takes them. */
export interface ResultRow {
  readonly row: InputRow;
  readonly result: RowResult;
}

/**
 * Reads lines that a JSONL writer wrote, so that another writer with the same kind and columns can write the rows as if it
 * had been given them in the first place.
 */
export function resultReader(kind: RowKind, columns: readonly string[]): (line: string) => ResultRow {
  return (line) => {
    const found = JSON.parse(line) as Columns;
    const rowWith = (kept: Columns, at: unknown): InputRow => {
      return { index: 0, line: Number(at ?? 0), endByte: 0, columns: kept, problem: undefined };
    };
    if ('error' in found) {
      const { error, line: at, ...kept } = found;
      // A JSONL line of an error has an id even when the input has none.
      const { id, ...others } = kept;
      const own = id === null && !columns.includes('id') ? others : kept;
      return { row: rowWith(own, at), result: { error } as RowResult };
    }
    const isResult = ([name]: [string, unknown]) => kind.results.includes(name);
    const entries = Object.entries(found);
    const kept = Object.fromEntries(entries.filter((entry) => !isResult(entry)));
    return { row: rowWith(kept, undefined), result: { body: Object.fromEntries(entries.filter(isResult)) } as never };
  };
}
