import { missingColumns } from '../contract/input-error.ts';
import { type Columns, type InputRow, UNREADABLE_TEXT } from './input-rows.ts';

/** The caller's names of the columns; undefined and none: those of this service. */
export interface ColumnNames {
  readonly claim?: string | undefined;
  readonly sources?: readonly string[] | undefined;
  readonly label?: string | undefined;
}

/** This service's name of a column, and the caller's names for it. */
type Renamed = readonly [name: string, given: readonly string[]];

function renamed({ claim, sources = [], label }: ColumnNames): Renamed[] {
  const all: Renamed[] = [
    ['claim', claim === undefined ? [] : [claim]],
    ['grounding_source', sources],
    ['label', label === undefined ? [] : [label]],
  ];
  return all.filter(([, given]) => given.length > 0);
}

export function namesInFile(required: readonly string[], names: ColumnNames): string[] {
  const given = new Map(renamed(names));
  const others = [...given.keys()].filter((name) => !required.includes(name));
  return [...required, ...others].flatMap((name) => given.get(name) ?? [name]);
}

/** Rows with the names of this service; one that lacks a column has a problem that names its columns. */
export async function* withOwnNames(
  rows: AsyncIterable<InputRow>,
  required: readonly string[],
  names: ColumnNames,
): AsyncGenerator<InputRow> {
  const needed = namesInFile(required, names);
  let header: readonly string[] | undefined;
  for await (const row of rows) {
    const isComplete = needed.every((name) => cellOf(row.columns, name) !== undefined);
    const columns = rename(row.columns, names);
    const problem = row.problem ?? (isComplete ? undefined : missingColumns(needed, namesOf(row.columns)));
    header ??= row.header && Object.keys(rename(Object.fromEntries(row.header.map((name) => [name, ''])), names));
    const { columns: own, header: ownHeader } = row;
    yield { ...row, columns, problem, header, given: { columns: own, header: ownHeader } };
  }
}

/** The value of a column, which may have the name of a member of every object. */
function cellOf(columns: Columns, name: string): unknown {
  return Object.hasOwn(columns, name) ? columns[name] : undefined;
}

function namesOf(columns: Columns): string[] {
  return Object.keys(columns).filter((name) => columns[name] !== undefined);
}

/** Another column with one of this service's names is set aside as `input_<name>`. */
function rename(columns: Columns, names: ColumnNames): Columns {
  const changes = renamed(names);
  if (changes.length === 0 || UNREADABLE_TEXT in columns) return columns;
  const taken = new Set(changes.flatMap(([, given]) => given));
  const targets = new Map(changes);
  const others = Object.entries(columns)
    .filter(([name]) => !taken.has(name))
    .map(([name, value]) => [targets.has(name) ? `input_${name}` : name, value]);
  const own = changes.map(([name, given]) => [name, joined(given.map((one) => cellOf(columns, one)))]);
  return Object.fromEntries([...others, ...own]);
}

/** One value as it is; several, and lists of texts, as one text with an empty line between them. */
function joined(values: readonly unknown[]): unknown {
  const [first] = values;
  if (values.length === 1 && !Array.isArray(first)) return first;
  const texts = values.flat().filter((value) => typeof value === 'string' && value.trim() !== '');
  return texts.join('\n\n');
}
