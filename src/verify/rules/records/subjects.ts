import { type RecordObject, range } from '../../../text/index.ts';
import type { IndexedField, RecordIndex } from './record-index.ts';
import type { Statement } from './statement.ts';

/** The objects that a statement may be about, and the words that say so. */
export interface Subjects {
  readonly objects: readonly RecordObject[];
  readonly taken: ReadonlySet<number>;
}

/**
 * The objects that a statement names: by what identifies them, else by most of their texts, else the whole record. Several
 * where it does not distinguish them.
 */
export function subjectsOf(statement: Statement, index: RecordIndex): Subjects {
  const items = itemsOf(index);
  const named = statement.mentions.flatMap(({ fields, from, to }) => {
    const objects = fields
      .filter(({ field, object }) => field.isIdentity && items.has(object))
      .map(({ object }) => object);
    return objects.length === 0 ? [] : [{ objects: new Set(objects), at: range(from, to) }];
  });
  const taken = new Set(named.flatMap(({ at }) => at));
  if (named.length > 0) {
    const within = (object: RecordObject, some: ReadonlySet<RecordObject>) =>
      chainOf(object).some((one) => some.has(one));
    // "The test job of pipeline 882": a job of this name in this pipeline.
    const common = [...new Set(named.flatMap(({ objects }) => [...objects]))].filter((object) =>
      named.every(({ objects }) => within(object, objects)),
    );
    return { objects: mentionedWithin(statement, common, items), taken };
  }
  const counts = new Map<RecordObject, number>();
  for (const { fields } of statement.mentions)
    for (const object of new Set(fields.map((field) => field.object)))
      if (items.has(object)) counts.set(object, (counts.get(object) ?? 0) + 1);
  const most = [...counts.values()].reduce((found, count) => Math.max(found, count), 0);
  const best = [...counts].flatMap(([object, count]) => (count === most ? [object] : []));
  return { objects: best.length > 0 ? best : index.objects.slice(0, 1), taken };
}

/** The items of some objects whose texts a statement has, "Dr. Osei on Monday", else these objects: an item has all values around it too. */
function mentionedWithin(
  { mentions }: Statement,
  outer: readonly RecordObject[],
  items: ReadonlySet<RecordObject>,
): readonly RecordObject[] {
  const inner = mentions
    .flatMap(({ fields }) => fields.map(({ object }) => object))
    .filter((object) => items.has(object));
  const around = new Set(outer);
  const found = inner.filter((object) => !around.has(object) && chainOf(object).some((one) => around.has(one)));
  return found.length > 0 ? [...new Set(found)] : outer;
}

/** The items of lists with several objects. */
function itemsOf({ lists }: RecordIndex): ReadonlySet<RecordObject> {
  return new Set(lists.flatMap(({ field }) => (field.objects.length > 1 ? field.objects : [])));
}

/** Items of a list that are looked at. */
const MAX_ITEMS = 300;

/** The lists of several objects that a statement may be about: of lists with one name those of an object that it names. */
export function listsFor({ mentions }: Statement, { lists }: RecordIndex): readonly IndexedField[] {
  const counts = new Map<string, number>();
  for (const { field } of lists) counts.set(field.name, (counts.get(field.name) ?? 0) + 1);
  const named = new Set(
    mentions.flatMap(({ fields }) => fields.filter(({ field }) => field.isIdentity).map(({ object }) => object)),
  );
  return lists.filter(({ field: { name, objects }, object }) => {
    if (objects.length < 2 || objects.length > MAX_ITEMS) return false;
    return counts.get(name) === 1 || chainOf(object).some((one) => named.has(one));
  });
}

/** Values that one statement is compared with at most, each for every number of it: of more the model alone judges. */
const MOST_COMPARED = 10_000;

/** The values around each of some objects; undefined for too many to compare. */
export function allFieldsAround(
  objects: readonly RecordObject[],
  { values }: Statement,
  index: RecordIndex,
): readonly (readonly IndexedField[])[] | undefined {
  const found: (readonly IndexedField[])[] = [];
  let left = MOST_COMPARED / Math.max(1, values.length);
  for (const object of objects) {
    const fields = fieldsAround(object, index);
    left -= fields.length;
    if (left < 0) return undefined;
    found.push(fields);
  }
  return found;
}

/** An object and those that it is in. */
function chainOf(object: RecordObject): RecordObject[] {
  const chain: RecordObject[] = [];
  for (let one: RecordObject | undefined = object; one !== undefined; one = one.parent) chain.push(one);
  return chain;
}

/** The values of an object and of those that it is in, with all that belongs to them but the items of lists. */
export function fieldsAround(object: RecordObject, index: RecordIndex): readonly IndexedField[] {
  return fieldsWithin(chainOf(object), index);
}

/** The values of some objects, with all that belongs to them but the items of lists. */
function fieldsWithin(outer: readonly RecordObject[], index: RecordIndex): readonly IndexedField[] {
  const found: IndexedField[] = [];
  const seen = new Set<RecordObject>();
  const add = (one: RecordObject) => {
    if (seen.has(one)) return;
    seen.add(one);
    for (const field of index.fieldsOf.get(one) ?? []) {
      found.push(field);
      const { kind, objects } = field.field;
      if (kind === 'object' || objects.length === 1) for (const inner of objects) add(inner);
    }
  };
  for (const one of outer) add(one);
  return found;
}
