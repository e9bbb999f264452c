import type { InputRow } from './input-rows.ts';

/** One of `count` parts of a file; `index` runs from 0, as JOB_COMPLETION_INDEX does. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Parses "i/n"; throws a sentence unless 0 <= i < n. */
export function parseShard(text: string): Shard {
  const [, index, count] = /^(\d{1,6})\/(\d{1,6})$/.exec(text)?.map(Number) ?? [];
  if (index === undefined || count === undefined || index >= count) {
    throw new Error(`expected i/n with i from 0 to n - 1, such as 0/4; got "${text}"`);
  }
  return { index, count };
}

/** Neighbouring rows of one source stay on one machine, which reads the source once; longer runs are dealt out. */
const LONGEST_RUN = 64;

/**
 * The rows of one shard, in order. Runs of neighbouring rows with the same source are dealt to the shards in turn:
 * every row is in exactly one shard, and which one depends on the file alone.
 */
export async function* rowsOfShard(rows: AsyncIterable<InputRow>, { index, count }: Shard): AsyncGenerator<InputRow> {
  let run = -1;
  let length = 0;
  let source: unknown;
  for await (const row of rows) {
    const next = row.columns.grounding_source;
    if (run < 0 || next === undefined || next !== source || length === LONGEST_RUN) {
      run += 1;
      length = 0;
      source = next;
    }
    length += 1;
    if (run % count === index) yield row;
  }
}
