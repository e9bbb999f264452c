import type { BasicType, Writer } from 'hyparquet-writer';
import { type Rest, yieldRegularly } from '../yield-regularly.ts';
import { toCell } from './cells.ts';
import type { Table } from './output-rows.ts';
import { ParquetGroups } from './parquet-groups.ts';

const ROWS_IN_GROUP = 1_000;
/** With so many bytes of cells a group ends sooner: it is in memory whole, some times over. */
const BYTES_IN_GROUP = 8_000_000;
/** What a cell takes apart from its text, an empty one too: a group of many columns has few rows. */
const BYTES_OF_CELL = 8;

/**
 * Writes a table as Parquet. Numbers stay numbers, whole ones whole; lists and objects become JSON. Its rows are read twice,
 * from the start: the types of the columns are known once all rows were seen.
 */
export async function writeParquet(writer: Writer, { names, rows }: Table): Promise<void> {
  const rest = yieldRegularly();
  const types = await columnTypes(names, rows(), rest);
  const columns = names.map((name, at) => ({ name, type: types[at]! }));
  const groups = new ParquetGroups(writer, columns, rest);
  for await (const cells of cutGroups(rows(), types, rest)) await groups.write(cells);
  await groups.finish();
}

/** Those of columns without any value are text. */
async function columnTypes(
  names: readonly string[],
  rows: AsyncIterable<readonly unknown[]>,
  rest: Rest,
): Promise<BasicType[]> {
  const types: (BasicType | undefined)[] = names.map(() => undefined);
  for await (const row of rows) {
    for (const [at, value] of row.entries()) {
      if (!isEmpty(value)) types[at] = commonType(types[at], typeOf(names[at]!, value));
    }
    await rest();
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
  rest: Rest,
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
    await rest();
  }
  if (count > 0) yield columns;
}

function toValue(value: unknown, type: BasicType): unknown {
  if (isEmpty(value)) return undefined;
  if (type === 'STRING') return toCell(value);
  return type === 'INT64' ? BigInt(value as number) : value;
}
