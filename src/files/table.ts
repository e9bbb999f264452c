/** Random access to the bytes of a file. A Blob becomes one by `bytesOf`. */
export interface FileBytes {
  readonly byteLength: number;
  slice(start: number, end?: number): ArrayBuffer | Promise<ArrayBuffer>;
}

export interface TableRow {
  /** Row number as a spreadsheet counts, the header being a row. */
  readonly row: number;
  readonly columns: Readonly<Record<string, unknown>>;
  /** For a spreadsheet, the same cells as typed values (numbers, dates, booleans); null for other cells. */
  readonly values?: Readonly<Record<string, unknown>>;
}

export interface FileTable {
  readonly names: readonly string[];
  readonly rowCount: number;
  readonly rows: () => AsyncGenerator<TableRow>;
}

export function bytesOf(blob: Blob): FileBytes {
  return {
    byteLength: blob.size,
    slice: (start, end = blob.size) => {
      // Node ends the process for an offset that is no number, which a damaged file may state.
      if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end)) throw new Error('an offset is not a number');
      return blob.slice(start, end).arrayBuffer();
    },
  };
}

const MIDNIGHT = 'T00:00:00.000Z';

/** A date as the file has it: without a time at midnight, and without a zone, which cells and plain timestamps do not have. */
export function dateText(date: Date): string {
  const text = date.toISOString();
  return text.endsWith(MIDNIGHT) ? text.slice(0, -MIDNIGHT.length) : text.replace(/(?:\.000)?Z$/, '');
}
