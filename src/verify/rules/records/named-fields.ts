import type { IndexedField } from './record-index.ts';
import { distance, isContent, type Statement } from './statement.ts';

/** A value whose name a statement has. */
export interface NamedField {
  readonly field: IndexedField;
  /** Words of the statement that are its name. */
  readonly at: readonly number[];
  /** It has all words of the name. */
  readonly isWhole: boolean;
}

/**
 * The values that a statement names, by all words that distinguish the name from others, or by its head: "price" for "unit price". A
 * head counts only where no whole name and no other head has its word.
 */
export function namedFields(
  statement: Statement,
  fields: readonly IndexedField[],
  taken: ReadonlySet<number>,
): readonly NamedField[] {
  const places = new Map<string, number[]>();
  for (const [at, key] of statement.keys.entries()) {
    if (taken.has(at)) continue;
    const known = places.get(key);
    if (known === undefined) places.set(key, [at]);
    else known.push(at);
  }
  const whole: NamedField[] = [];
  const heads: NamedField[] = [];
  for (const field of fields) {
    const { name } = field;
    if (name.length === 0 || !name.some(isContent)) continue;
    if (name.every((key) => places.has(key)))
      whole.push({ field, at: nearestPlaces(name, places, statement), isWhole: true });
    else if (name.length > 1 && places.has(name.at(-1)!))
      heads.push({ field, at: places.get(name.at(-1)!)!, isWhole: false });
  }
  // "Cost" is the unit price of an item, and not the cost of shipping.
  const ofItem = heads.filter(({ field }) => field.object === fields[0]!.object && field.object.parent !== undefined);
  const isOfItem = ({ field, at }: NamedField) =>
    field.object === fields[0]!.object || !ofItem.some((head) => at.every((place) => head.at.includes(place)));
  const widest = whole.filter(
    (one) => isOfItem(one) && !whole.some((other) => other !== one && isPart(one.field.name, other.field.name)),
  );
  const used = new Set(widest.flatMap(({ at }) => at));
  const free = heads.filter(({ at }) => !at.some((place) => used.has(place)));
  const isOnly = ({ field }: NamedField) =>
    free.every((other) => other.field === field || other.field.name.at(-1) !== field.name.at(-1));
  return [...widest, ...free.filter(isOnly)];
}

function isPart(one: readonly string[], other: readonly string[]): boolean {
  return other.length > one.length && one.every((key) => other.includes(key));
}

/** The place of each word of a name, the ones nearest to the last word. */
function nearestPlaces(name: readonly string[], places: ReadonlyMap<string, readonly number[]>, statement: Statement) {
  const own = name.map((key) => places.get(key)!);
  const [anchor = 0] = own.at(-1)!;
  return own.map((some) =>
    some.reduce((best, at) => (distance(statement, at, anchor) < distance(statement, best, anchor) ? at : best)),
  );
}
