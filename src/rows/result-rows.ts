import type { Columns, InputRow } from './input-rows.ts';
import { cellWriter, ROW_COLUMN, type RowResult, type Table } from './output-rows.ts';
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
export function resultReader(kind: RowKind, columns: readonly string[]): (line: Columns) => ResultRow {
  return (found) => {
    const rowWith = ({ [ROW_COLUMN]: at, ...kept }: Columns): InputRow => {
      // 2.0.0 stored no row, and the line of an error row only.
      const { line, ...others } = kept;
      const isOld = at === undefined && 'error' in found;
      const row = Number(at ?? (isOld ? line : 0));
      return { index: 0, line: row, row, endByte: 0, columns: isOld ? others : kept, problem: undefined };
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
