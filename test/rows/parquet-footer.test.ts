import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { ParquetFooter } from '../../src/rows/parquet-output.ts';

const columnData = [
  { name: 'a', type: 'INT64' as const, data: [1n, 2n, undefined], offsetIndex: false },
  { name: 'b', type: 'STRING' as const, data: ['x', undefined, 'z'.repeat(100)], offsetIndex: false },
];

describe('the footer of a Parquet file', () => {
  it.each([0, 1, 14, 15, 300])('is the one that the library writes: %d groups', (groups) => {
    const schema = schemaFromColumnData({ columnData });
    const writer = new ByteWriter();
    const parquet = new ParquetWriter({ writer, schema });
    const footer = new ParquetFooter(schema);
    for (let at = 0; at < groups; at += 1) {
      void parquet.write({ columnData: columnData.map(({ type, ...column }) => column), rowGroupSize: 3 });
      footer.add(parquet.row_groups.at(-1)!);
    }
    const start = writer.offset;
    void parquet.finish();
    expect(Buffer.concat([...footer.parts()]).toString('latin1')).toBe(
      Buffer.from(writer.getBytes()).toString('latin1', start, writer.offset - 8),
    );
  });
});
