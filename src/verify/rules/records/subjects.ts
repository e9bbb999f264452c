import { type RecordObject, sentenceWords } from '../../../text/index.ts';
import { recordKey } from '../lexicon/record-words.ts';
import type { IndexedField, RecordIndex } from './record-index.ts';
import { isContent, range, type Statement } from './statement.ts';

/** The objects that a statement may be about, and the words that say so. */
export interface Subjects {
  readonly objects: readonly RecordObject[];
  readonly taken: ReadonlySet<number>;
}

/**
 * The objects that a statement names: by what identifies them, else by most of their texts, else the whole record. Several
 * where it does not tell them apart.
 */
export function subjectsOf(statement: Statement, index: RecordIndex): Subjects {
  const items = itemsOf(index);
  const named = statement.mentions.flatMap(({ fields, from, to }) => {
    const objects = fields
      .filter(({ field, object }) => field.isIdentity && items.has(object))
      .map(({ object }) => object);
    return objects.length === 0 ? [] : [{ objects, at: range(from, to) }];
  });
  const taken = new Set(named.flatMap(({ at }) => at));
  if (named.length > 0) {
    const [first, ...others] = named;
    const common = first!.objects.filter((object) => others.every((other) => other.objects.includes(object)));
    return { objects: common, taken };
  }
  const counts = new Map<RecordObject, number>();
  for (const { fields } of statement.mentions)
    for (const object of new Set(fields.map((field) => field.object)))
      if (items.has(object)) counts.set(object, (counts.get(object) ?? 0) + 1);
  const most = [...counts.values()].reduce((found, count) => Math.max(found, count), 0);
  const best = [...counts].flatMap(([object, count]) => (count === most ? [object] : []));
  if (best.length > 0) return { objects: best, taken };
  return itemByWords(statement, index, items) ?? { objects: index.objects.slice(0, 1), taken };
}

/** The one item of a list of which a statement has words that no other item has: "the Kiln Lane flat" for "Kiln Lane 22". */
function itemByWords({ keys }: Statement, index: RecordIndex, items: ReadonlySet<RecordObject>): Subjects | undefined {
  const names = new Set([...index.fieldsOf.values()].flatMap((fields) => fields.flatMap(({ words }) => [...words])));
  const holders = new Map<string, Set<RecordObject>>();
  for (const item of items)
    for (const { field } of index.fieldsOf.get(item) ?? [])
      for (const key of field.kind === 'text' && field.value.length <= MAX_TEXT
        ? sentenceWords(field.value).map(recordKey)
        : [])
        holders.set(key, (holders.get(key) ?? new Set()).add(item));
  const found = keys.flatMap((key, at) => {
    const own = isContent(key) && /\p{L}{3}/u.test(key) && !names.has(key) ? holders.get(key) : undefined;
    return own === undefined ? [] : [{ at, own }];
  });
  const [item, ...others] = new Set(found.flatMap(({ own }) => [...own]));
  if (item === undefined || others.length > 0) return undefined;
  return { objects: [item], taken: new Set(found.map(({ at }) => at)) };
}

/** Longer texts are prose. */
const MAX_TEXT = 60;

/** The items of lists with several objects. */
export function itemsOf({ lists }: RecordIndex): ReadonlySet<RecordObject> {
  return new Set(lists.flatMap(({ field }) => (field.objects.length > 1 ? field.objects : [])));
}

/** The values of an object and of those that it is in, with all that belongs to them but the items of lists. */
export function fieldsAround(object: RecordObject, index: RecordIndex): readonly IndexedField[] {
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
  for (let one: RecordObject | undefined = object; one !== undefined; one = one.parent) add(one);
  return found;
}
