import { createReadStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { type BasicType, fileWriter, parquetWriteRows } from 'hyparquet-writer';
import { toCell } from './cells.ts';
import { readRows } from './input-rows.ts';

/** Rows of a group, which is written at once. */
const ROWS_IN_GROUP = 10_000;

/** The rows until they are all there: Parquet cannot be written row by row, or gone on with. */
export function partialPath(path: string): string {
  return `${path}.partial.jsonl`;
}

/** Writes the rows of an output in JSONL as Parquet. Numbers stay numbers, whole ones whole; lists and objects become JSON. */
export async function writeParquet(jsonlPath: string, path: string): Promise<void> {
  const types = await columnTypes(jsonlPath);
  const columns = [...types].map(([name, type]) => ({ name, type, nullable: true }));
  const draft = `${path}.new`;
  await parquetWriteRows({
    writer: fileWriter(draft),
    rows: cellsOf(jsonlPath, types),
    columns,
    rowGroupSize: ROWS_IN_GROUP,
  });
  await rename(draft, path);
}

async function columnTypes(path: string): Promise<Map<string, BasicType>> {
  const types = new Map<string, BasicType>();
  const empty = new Set<string>();
  for await (const columns of flatRows(path)) {
    for (const [name, value] of Object.entries(columns)) {
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

async function* cellsOf(path: string, types: ReadonlyMap<string, BasicType>): AsyncGenerator<Record<string, unknown>> {
  for await (const columns of flatRows(path)) {
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
async function* flatRows(path: string): AsyncGenerator<Record<string, unknown>> {
  for await (const { columns } of readRows(createReadStream(path), { format: 'jsonl' }, [])) {
    const { error, ...others } = columns as { error?: { code: string; message: string } };
    yield { ...others, ...(error && { error_code: error.code, error_message: error.message }) };
  }
}
