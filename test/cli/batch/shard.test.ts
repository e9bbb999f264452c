import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { parseShard, rowsOfShard } from '../../../src/cli/batch/shard.ts';
import type { InputRow } from '../../../src/rows/input-rows.ts';
import { collect } from '../../support/chunks.ts';

async function* rowsWith(sources: readonly unknown[]): AsyncGenerator<InputRow> {
  for (const [index, source] of sources.entries()) {
    yield {
      index,
      line: index + 1,
      row: index + 1,
      endByte: index,
      columns: { grounding_source: source },
      problem: undefined,
    };
  }
}
const shardOf = async (sources: readonly unknown[], index: number, count: number) =>
  (await collect(rowsOfShard(rowsWith(sources), { index, count }))).map((row) => row.index);

describe('parseShard', () => {
  it('reads i/n with i from 0', () => {
    expect(parseShard('0/1')).toEqual({ index: 0, count: 1 });
    expect(parseShard('7/8')).toEqual({ index: 7, count: 8 });
  });

  it.each(['4/4', '1/0', '-1/2', '1', 'a/b', '1/2/3', ''])('refuses %j in a sentence', (text) => {
    expect(() => parseShard(text)).toThrow(`expected i/n with i from 0 to n - 1, such as 0/4; got "${text}"`);
  });
});

describe('rowsOfShard', () => {
  it('deals rows of different sources in turn', async () => {
    expect(await shardOf(['a', 'b', 'c', 'd', 'e'], 0, 2)).toEqual([0, 2, 4]);
    expect(await shardOf(['a', 'b', 'c', 'd', 'e'], 1, 2)).toEqual([1, 3]);
  });

  it('keeps neighbours of one source together, up to 64 rows', async () => {
    expect(await shardOf(['a', 'a', 'a', 'b', 'b', 'c'], 0, 2)).toEqual([0, 1, 2, 5]);
    expect((await shardOf(Array(200).fill('a'), 1, 2)).length).toBe(64 + 8);
  });

  test.prop([fc.array(fc.constantFrom('a', 'b', undefined), { maxLength: 200 }), fc.integer({ min: 1, max: 5 })], {
    numRuns: 60,
  })('puts every row into exactly one shard, in order', async (sources, count) => {
    const shards = await Promise.all(Array.from({ length: count }, (_, index) => shardOf(sources, index, count)));
    for (const shard of shards) expect(shard).toEqual(shard.toSorted((left, right) => left - right));
    expect(shards.flat().toSorted((left, right) => left - right)).toEqual([...sources.keys()]);
  });
});
