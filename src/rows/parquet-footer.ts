import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { RowGroup, SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';

/** Of the list of groups: what its first byte says is the type of them, a struct of Thrift's compact protocol. */
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
  /** Of a file without groups and rows. */
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
