import type { InputRow } from '../../rows/input-rows.ts';

/** One of `count` parts of a file; `index` starts at 0, like JOB_COMPLETION_INDEX. */
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

/** Neighbouring rows of one source go to one shard, which processes the source once; longer runs are divided. */
const MAX_RUN_LENGTH = 64;

/**
 * The rows of one shard, in order. Runs of neighbouring rows with the same source are assigned to the shards
 * round-robin: every row is in exactly one shard, which depends only on the file.
 */
export async function* rowsOfShard(rows: AsyncIterable<InputRow>, { index, count }: Shard): AsyncGenerator<InputRow> {
  let run = -1;
  let length = 0;
  let source: unknown;
  for await (const row of rows) {
    const next = row.columns.grounding_source;
    if (run < 0 || next === undefined || next !== source || length === MAX_RUN_LENGTH) {
      run += 1;
      length = 0;
      source = next;
    }
    length += 1;
    if (run % count === index) yield row;
  }
}
