import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { writeParquet } from '../../src/rows/parquet-output.ts';

async function written(names: readonly string[], rows: () => Iterable<readonly unknown[]>) {
  const writer = new ByteWriter();
  await writeParquet(writer, {
    names,
    rows: async function* () {
      yield* rows();
    },
  });
  const file = writer.getBuffer();
  const { schema, row_groups: groups } = parquetMetadata(file);
  return {
    groups: groups.map(({ num_rows }) => Number(num_rows)),
    types: Object.fromEntries(schema.slice(1).map(({ name, type }) => [name, type])),
    rows: () => parquetReadObjects({ file }),
  };
}

function* repeated(count: number, row: readonly unknown[]) {
  for (let at = 0; at < count; at += 1) yield row;
}

describe('groups of rows', () => {
  it('have a thousand rows, or fewer that have 8 MB of cells', async () => {
    expect((await written(['a'], () => repeated(2_500, ['x']))).groups).toEqual([1_000, 1_000, 500]);
    expect((await written(['a'], () => repeated(20, ['x'.repeat(1_000_000)]))).groups).toEqual([8, 8, 4]);
  });

  it('count what a text takes in the file, and cells without a value too', async () => {
    expect((await written(['a'], () => repeated(9, ['猪'.repeat(1_000_000)]))).groups).toEqual([3, 3, 3]);
    const names = Array.from({ length: 5_000 }, (_, at) => `column ${at}`);
    expect((await written(names, () => repeated(250, [1]))).groups).toEqual([200, 50]);
  });
});

describe('a Parquet file', () => {
  it('gives back what is in more groups than the footer can count in its first byte', async () => {
    const values = Array.from({ length: 15_001 }, (_, at) => [at, `text ${at}`]);
    const file = await written(['n', 'text'], () => values);
    expect(file.groups).toHaveLength(16);
    expect((await file.rows()).map(({ n, text }) => [Number(n), text])).toEqual(values);
  });

  it('has the type of each column by the values of all rows', async () => {
    const names = ['whole', 'part', 'mixed', 'none', 'confidence', 'data', '__proto__'];
    const values = [
      [1, 1, 1, null, 1, { a: [1] }, 'x'],
      [2, 0.5, 'two', undefined, 0.5, true, null],
      [undefined, undefined, undefined],
    ];
    const file = await written(names, () => values);
    expect(Object.values(file.types)).toEqual([
      ...['INT64', 'DOUBLE', 'BYTE_ARRAY', 'BYTE_ARRAY', 'DOUBLE', 'BYTE_ARRAY', 'BYTE_ARRAY'],
    ]);
    // The reader makes objects, which cannot have the last name.
    expect((await file.rows()).map((row) => Object.values(row))).toEqual([
      [1n, 1, '1', null, 1, '{"a":[1]}'],
      [2n, 0.5, 'two', null, 0.5, 'true'],
      [null, null, null, null, null, null],
    ]);
  });

  it('keeps a confidence that is no number', async () => {
    const file = await written(['confidence'], () => [['high'], [1]]);
    expect(await file.rows()).toEqual([{ confidence: 'high' }, { confidence: '1' }]);
  });

  it('may have no rows', async () => {
    const file = await written(['a', 'b'], () => []);
    expect(file.types).toEqual({ a: 'BYTE_ARRAY', b: 'BYTE_ARRAY' });
    expect(await file.rows()).toEqual([]);
  });
});
