import { type BasicType, parquetWriteRows, type Writer } from 'hyparquet-writer';
import { toCell } from './cells.ts';
import type { Columns } from './input-rows.ts';

/** Rows of a group, which is written at once: the service answers nothing else meanwhile. */
const ROWS_IN_GROUP = 1_000;

/**
 * Writes the rows of an output in JSONL as Parquet. Numbers stay numbers, whole ones whole; lists and objects become JSON.
 * `rows` is read twice, from the start: the types of the columns are known once all rows were seen.
 */
export async function writeParquet(writer: Writer, rows: () => AsyncIterable<Columns>): Promise<void> {
  const types = await columnTypes(rows());
  const columns = [...types].map(([name, type]) => ({ name, type, nullable: true }));
  await parquetWriteRows({ writer, rows: cellsOf(rows(), types), columns, rowGroupSize: ROWS_IN_GROUP });
}

async function columnTypes(rows: AsyncIterable<Columns>): Promise<Map<string, BasicType>> {
  const types = new Map<string, BasicType>();
  const empty = new Set<string>();
  for await (const row of rows) {
    for (const [name, value] of Object.entries(flat(row))) {
      if (value === null) empty.add(name);
      // A file whose confidences are all 1 has the same type as any other.
      else types.set(name, commonType(types.get(name), name === 'confidence' ? 'DOUBLE' : typeOf(value)));
    }
  }
  for (const name of empty) types.set(name, types.get(name) ?? 'STRING');
  return types;
}

function typeOf(value: unknown): BasicType {
  if (typeof value !== 'number') return 'STRING';
  return Number.isSafeInteger(value) ? 'INT64' : 'DOUBLE';
}

/** Whole and other numbers together are DOUBLE, anything else together is text. */
function commonType(before: BasicType | undefined, now: BasicType): BasicType {
  if (before === undefined || before === now) return now;
  return before === 'STRING' || now === 'STRING' ? 'STRING' : 'DOUBLE';
}

async function* cellsOf(
  rows: AsyncIterable<Columns>,
  types: ReadonlyMap<string, BasicType>,
): AsyncGenerator<Record<string, unknown>> {
  for await (const row of rows) {
    const columns = flat(row);
    const cells = [...types].map(([name, type]) => {
      return [name, toValue(columns[name] ?? undefined, type)];
    });
    yield Object.fromEntries(cells);
  }
}

function toValue(value: unknown, type: BasicType): unknown {
  if (value === undefined || type === 'DOUBLE') return value;
  return type === 'INT64' ? BigInt(value as number) : toCell(value);
}

/** An error has two columns, as in CSV. */
function flat(row: Columns): Columns {
  const { error, ...others } = row as { error?: { code: string; message: string } };
  return { ...others, ...(error && { error_code: error.code, error_message: error.message }) };
}
