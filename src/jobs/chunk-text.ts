import type { InputRow } from '../rows/input-rows.ts';

/** What is kept of a row until it is verified. */
export type ChunkRow = Pick<InputRow, 'row' | 'columns' | 'problem'>;

/** Some rows of a job, as text without characters that a database refuses: JSON escapes U+0000 and lone surrogates. */
export interface Chunk {
  readonly rows: number;
  readonly text: string;
}

export interface ChunkSize {
  /** Of rows that are verified; those with a problem take no time. */
  readonly maxRows: number;
  /** In UTF-16 units; a longer row is a chunk by itself. */
  readonly maxLength: number;
}

/** Of a chunk, those with a problem included: a file of nothing else is stored in fewer steps. */
const MAX_ROWS_IN_ALL = 500;

/** Rows as chunks, in order; at most one chunk is in memory. */
export async function* cutChunks(rows: AsyncIterable<ChunkRow>, size: ChunkSize): AsyncGenerator<Chunk> {
  let lines: string[] = [];
  let length = 0;
  let toVerify = 0;
  const take = (): Chunk => {
    const chunk = { rows: lines.length, text: lines.join('\n') };
    lines = [];
    length = 0;
    toVerify = 0;
    return chunk;
  };
  for await (const { row, columns, problem } of rows) {
    const text = JSON.stringify([row, columns, problem]);
    if (lines.length > 0 && length + text.length > size.maxLength) yield take();
    lines.push(text);
    length += text.length + 1;
    if (problem === undefined) toVerify += 1;
    if (toVerify === size.maxRows || lines.length === MAX_ROWS_IN_ALL) yield take();
  }
  if (lines.length > 0) yield take();
}

export function rowsOfChunk(text: string): InputRow[] {
  return text.split('\n').map((one, index) => {
    const [row, columns, problem] = JSON.parse(one) as [number, InputRow['columns'], string | null];
    return { index, line: row, row, endByte: 0, columns, problem: problem ?? undefined };
  });
}
