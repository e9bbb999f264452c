import type { RowGroup, SchemaElement } from 'hyparquet';
import { type BasicType, ByteWriter, ParquetWriter, schemaFromColumnData, type Writer } from 'hyparquet-writer';
import { snappyCompressor } from 'hysnappy';
import type { Rest } from '../yield-regularly.ts';
import { ParquetFooter } from './parquet-footer.ts';

/** "PAR1", with the first byte last. */
const MAGIC = 0x31524150;

export interface ParquetColumn {
  readonly name: string;
  readonly type: BasicType;
}

/** Writes a Parquet file group by group, with a rest after each column of a group. */
export class ParquetGroups {
  readonly #writer: Writer;
  readonly #rest: Rest;
  readonly #columns: readonly ParquetWriter[];
  readonly #footer: ParquetFooter;

  constructor(writer: Writer, columns: readonly ParquetColumn[], rest: Rest) {
    this.#writer = writer;
    this.#rest = rest;
    this.#columns = columnWriters(writer, columns);
    this.#footer = new ParquetFooter(schemaOf(columns));
    writer.appendUint32(MAGIC);
  }

  /** `cells`: of each column those of all rows; undefined for none. At least one row. */
  async write(cells: readonly unknown[][]): Promise<void> {
    const parts: RowGroup[] = [];
    for (const [at, column] of this.#columns.entries()) {
      const data = cells[at]!;
      const name = column.schema[1]!.name;
      await column.write({ columnData: [{ name, data, offsetIndex: false }], rowGroupSize: data.length });
      // The footer keeps what describes it.
      parts.push(...column.row_groups.splice(0));
      column.pendingIndexes = [];
      await this.#rest();
    }
    this.#footer.add(groupOf(parts));
  }

  async finish(): Promise<void> {
    const writer = this.#writer;
    const start = writer.offset;
    for (const part of this.#footer.parts()) {
      writer.appendBytes(part);
      await writer.flush?.();
      await this.#rest();
    }
    writer.appendUint32(writer.offset - start);
    writer.appendUint32(MAGIC);
    await writer.finish();
  }
}

/**
 * One for each column, as if it were a file by itself: a writer of all writes a group at once, during which the service
 * answers nothing, and looks through all names for each of them.
 */
function columnWriters(writer: Writer, columns: readonly ParquetColumn[]): ParquetWriter[] {
  // The compressor of the library is JavaScript, and takes most of the time of a group.
  const compressors = { SNAPPY: snappyCompressor() };
  return columns.map((column) => {
    const only = new ParquetWriter({ writer: new ByteWriter(), schema: schemaOf([column]), compressors });
    // Later, because each writes the start of a file when it is made.
    only.writer = writer;
    return only;
  });
}

function schemaOf(columns: readonly ParquetColumn[]): SchemaElement[] {
  return schemaFromColumnData({ columnData: columns.map((column) => ({ ...column, nullable: true, data: [] })) });
}

/** The group that has the columns of all parts. */
function groupOf(parts: readonly RowGroup[]): RowGroup {
  return {
    columns: parts.flatMap(({ columns }) => columns),
    total_byte_size: parts.reduce((sum, part) => sum + part.total_byte_size, 0n),
    num_rows: parts[0]!.num_rows,
    total_compressed_size: parts.reduce((sum, part) => sum + (part.total_compressed_size ?? 0n), 0n),
  };
}
