import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { RowGroup, SchemaElement } from 'hyparquet';
import { type BasicType, ByteWriter, ParquetWriter, schemaFromColumnData, type Writer } from 'hyparquet-writer';
import { snappyCompressor } from 'hysnappy';
import { type Pause, pauseRegularly } from '../pause.ts';
import { type Table, toCell } from './output-rows.ts';

const ROWS_IN_GROUP = 1_000;
/** With so many bytes of cells a group ends sooner: it is in memory whole, some times over. */
const BYTES_IN_GROUP = 8_000_000;
/** Overhead of a cell, also of an empty one: a group of many columns has few rows. */
const BYTES_OF_CELL = 8;

/**
 * Writes a table as Parquet. Numbers stay numbers, whole ones whole; lists and objects become JSON. Its rows are read twice,
 * from the start: the types of the columns are known once all rows were seen.
 */
export async function writeParquet(writer: Writer, { names, rows }: Table): Promise<void> {
  const pause = pauseRegularly();
  const types = await columnTypes(names, rows(), pause);
  const columns = names.map((name, at) => ({ name, type: types[at]! }));
  const groups = new ParquetGroups(writer, columns, pause);
  for await (const cells of cutGroups(rows(), types, pause)) await groups.write(cells);
  await groups.finish();
}

/** Those of columns without any value are text. */
async function columnTypes(
  names: readonly string[],
  rows: AsyncIterable<readonly unknown[]>,
  pause: Pause,
): Promise<BasicType[]> {
  const types: (BasicType | undefined)[] = names.map(() => undefined);
  for await (const row of rows) {
    for (const [at, value] of row.entries()) {
      if (!isEmpty(value)) types[at] = commonType(types[at], typeOf(names[at]!, value));
    }
    await pause();
  }
  return types.map((type) => type ?? 'STRING');
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null;
}

/** A file whose confidences are all 1 has the same type as any other. */
function typeOf(name: string, value: unknown): BasicType {
  if (typeof value !== 'number') return 'STRING';
  return Number.isSafeInteger(value) && name !== 'confidence' ? 'INT64' : 'DOUBLE';
}

/** Whole and other numbers together are DOUBLE, anything else together is text. */
function commonType(before: BasicType | undefined, now: BasicType): BasicType {
  if (before === undefined || before === now) return now;
  return before === 'STRING' || now === 'STRING' ? 'STRING' : 'DOUBLE';
}

/** The cells of a group of rows, by column; at most one group is in memory. */
async function* cutGroups(
  rows: AsyncIterable<readonly unknown[]>,
  types: readonly BasicType[],
  pause: Pause,
): AsyncGenerator<unknown[][]> {
  const none = () => types.map((): unknown[] => []);
  let columns = none();
  let [count, bytes] = [0, 0];
  for await (const row of rows) {
    for (const [at, type] of types.entries()) {
      const value = toValue(row[at], type);
      columns[at]!.push(value);
      bytes += BYTES_OF_CELL + (typeof value === 'string' ? Buffer.byteLength(value) : 0);
    }
    count += 1;
    if (count === ROWS_IN_GROUP || bytes >= BYTES_IN_GROUP) {
      yield columns;
      columns = none();
      [count, bytes] = [0, 0];
    }
    await pause();
  }
  if (count > 0) yield columns;
}

function toValue(value: unknown, type: BasicType): unknown {
  if (isEmpty(value)) return undefined;
  if (type === 'STRING') return toCell(value);
  return type === 'INT64' ? BigInt(value as number) : value;
}

/** "PAR1", with the first byte last. */
const MAGIC = 0x31524150;

interface ParquetColumn {
  readonly name: string;
  readonly type: BasicType;
}

/** Writes a Parquet file group by group, with a pause after each column of a group. */
class ParquetGroups {
  readonly #writer: Writer;
  readonly #pause: Pause;
  readonly #columns: readonly ParquetWriter[];
  readonly #footer: ParquetFooter;

  constructor(writer: Writer, columns: readonly ParquetColumn[], pause: Pause) {
    this.#writer = writer;
    this.#pause = pause;
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
      for (const group of column.row_groups.splice(0)) parts.push(group);
      column.pendingIndexes = [];
      await this.#pause();
    }
    this.#footer.add(groupOf(parts));
  }

  async finish(): Promise<void> {
    const writer = this.#writer;
    const start = writer.offset;
    for (const part of this.#footer.parts()) {
      writer.appendBytes(part);
      await writer.flush?.();
      await this.#pause();
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

function groupOf(parts: readonly RowGroup[]): RowGroup {
  return {
    columns: parts.flatMap(({ columns }) => columns),
    total_byte_size: parts.reduce((sum, part) => sum + part.total_byte_size, 0n),
    num_rows: parts[0]!.num_rows,
    total_compressed_size: parts.reduce((sum, part) => sum + (part.total_compressed_size ?? 0n), 0n),
  };
}

/** First byte of the list of groups: their type, a struct of Thrift's compact protocol. */
const STRUCT = 12;
/** A list of more has its length in further bytes. */
const SHORT_LIST = 14;
/** "PAR1" before a footer, its length and "PAR1" behind it. */
const [BEFORE, BEHIND] = [4, 8];

/**
 * The description of the groups at the end of a Parquet file. That of a group is kept packed: as objects, those of a
 * million rows take more memory than a group of rows, and the service answers nothing while they are all written at once.
 */
export class ParquetFooter {
  readonly #schema: SchemaElement[];
  /** A file without groups and rows. */
  readonly #empty: Uint8Array;
  readonly #groups: Buffer[] = [];
  /** Bytes behind the list of groups. */
  #tailLength = 0;
  #rows = 0n;

  constructor(schema: SchemaElement[]) {
    this.#schema = schema;
    this.#empty = this.#describe([], 0n);
  }

  add(group: RowGroup): void {
    const one = this.#describe([group], 0n);
    // They are equal up to the first byte of the list, which says how many groups it has, and behind the list.
    const listAt = one.findIndex((byte, at) => byte !== this.#empty[at]);
    this.#tailLength = this.#empty.length - listAt - 1;
    this.#groups.push(deflateRawSync(one.subarray(listAt + 1, one.length - this.#tailLength)));
    this.#rows += group.num_rows;
  }

  /** The footer, without its length and magic number. */
  *parts(): Generator<Uint8Array> {
    const none = this.#describe([], this.#rows);
    if (this.#groups.length === 0) return yield none;
    const tailAt = none.length - this.#tailLength;
    yield none.subarray(0, tailAt - 1);
    yield listStart(this.#groups.length);
    for (const group of this.#groups) yield inflateRawSync(group);
    yield none.subarray(tailAt);
  }

  #describe(groups: RowGroup[], rows: bigint): Uint8Array {
    const writer = new ByteWriter();
    const parquet = new ParquetWriter({ writer, schema: this.#schema });
    parquet.row_groups = groups;
    parquet.num_rows = rows;
    void parquet.finish();
    return writer.getBytes().subarray(BEFORE, -BEHIND);
  }
}

function listStart(length: number): Uint8Array {
  const writer = new ByteWriter();
  writer.appendUint8((Math.min(length, SHORT_LIST + 1) << 4) | STRUCT);
  if (length > SHORT_LIST) writer.appendVarInt(length);
  return writer.getBytes();
}
