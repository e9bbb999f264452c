import {
  MAX_ROWS,
  MAX_TABLES,
  NO_UNIT,
  type RecordField,
  type RecordObject,
  type Table,
  type TableCell,
} from '../../../text/index.ts';
import { oncePer } from '../keyed.ts';
import { inMajorUnits } from './minor-units.ts';
import { isCode, isPageOf } from './record-index.ts';

const MAX_COLUMNS = 60;

/** The lists of objects as tables: a row for each object under the names of the values. Offsets are those of the records. */
export const recordTables = oncePer((objects: readonly RecordObject[]): readonly Table[] => {
  const tables: Table[] = [];
  let left = MAX_ROWS;
  const names = new Map<string, number>();
  for (const { fields } of objects)
    for (const { kind, name } of fields) if (kind === 'list') names.set(name, (names.get(name) ?? 0) + 1);
  for (const object of objects) {
    const { fields, name } = object;
    for (const field of fields) {
      const rows = field.kind === 'list' ? field.objects.length : 0;
      if (tables.length === MAX_TABLES) return tables;
      if (rows < 2 || rows > left || names.get(field.name)! > 1 || isPageOf(object, field)) continue;
      left -= rows;
      tables.push(tableOf(field, name));
    }
  }
  return tables;
});

function tableOf({ name: title, objects }: RecordField, context: string): Table {
  const all = objects.map(cellFields);
  const identity = all.flat().find(({ isIdentity }) => isIdentity)?.name;
  const names = [...new Set(all.flatMap((fields) => fields.map(({ name }) => name)))].slice(0, MAX_COLUMNS);
  const ordered = identity === undefined ? names : [identity, ...names.filter((name) => name !== identity)];
  const rows = all.map((fields) => {
    const byName = new Map(fields.map((field) => [field.name, field]));
    return {
      start: fields[0]?.start ?? 0,
      end: fields.at(-1)?.end ?? 0,
      cells: ordered.map((name) => cellOf(byName.get(name))),
    };
  });
  return {
    ...{ start: rows[0]!.start, end: rows.at(-1)!.end, title, context, rows },
    columns: ordered.map((name) => ({ ...NO_UNIT, name })),
  };
}

/** The values of an object, an amount in cents in its currency; those of an inner object under both names: "rating average". */
function cellFields(object: RecordObject): RecordField[] {
  return object.fields.flatMap((field) => {
    if (field.kind === 'list') return [];
    if (field.kind !== 'object') return [{ ...field, value: inMajorUnits(field, object) ?? field.value }];
    const inner = field.objects.flatMap(cellFields);
    return inner.map((one) => ({ ...one, name: `${field.name} ${one.name}`, isIdentity: false }));
  });
}

function cellOf(field: RecordField | undefined): TableCell {
  if (field === undefined || field.kind === 'none') return { start: 0, end: 0, text: '' };
  const { start, end, value, name, kind, isIdentity } = field;
  // A number that names its object is no amount.
  const isName = kind === 'number' && (isIdentity || isCode(name));
  return { start, end, text: isName ? `${name} ${value}` : value };
}
