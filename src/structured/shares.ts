import { fieldOf, partOf } from './fields.ts';
import type { Part, StructuredPlace } from './statement-writer.ts';
import { type Collection, isCollection, isEmpty, type Member, type Scalar } from './value.ts';

/** Names of the items' members that are read. */
const MAX_NAMES = 24;
/** Values that the items have between them. */
const MAX_VALUES = 5;
const NO_UNITS = { currency: undefined, unit: undefined };

/**
 * How many items of an array have each value that some of them share, as statements: "phase: Running for 2 of the 3 pods,
 * Pending for 1 of the 3 pods". Each is of the whole array, since every item counts.
 *
 * @param words the name of the items, in the plural.
 */
export function sharesOf(items: readonly Collection[], words: string, place: StructuredPlace): Part[][] {
  if (items.length < 2) return [];
  const byName = items.map(({ members }) => new Map(members.map((member) => [member.name, member])));
  const names = [...new Set(byName.flatMap((own) => [...own.keys()].slice(0, MAX_NAMES)))].slice(0, MAX_NAMES);
  return names.flatMap((name) => {
    const members = byName.map((own) => own.get(name));
    const some = members.find(isScalar);
    const counts = some && countsOf(members);
    if (counts === undefined) return [];
    const of = (count: number) => (count === items.length ? `all ${count}` : `${count} of the ${items.length}`);
    const shares = [...counts].map(([said, count]) => `${said} for ${of(count)} ${words}`);
    const label = `${fieldOf(some!, '', NO_UNITS).name.text}: `;
    return [[{ text: label }, { text: shares.join(', '), from: place }]];
  });
}

/** How many items have each value; undefined where there are too many values, or none that is shared or a boolean. */
function countsOf(members: readonly (Member | undefined)[]): ReadonlyMap<string, number> | undefined {
  const counts = new Map<string, number>();
  for (const member of members) {
    if (member !== undefined && !isScalar(member) && !isEmpty(member.value)) return undefined;
    const said = isScalar(member) ? partOf(member.value, '', '').text : 'none';
    counts.set(said, (counts.get(said) ?? 0) + 1);
    if (counts.size > MAX_VALUES) return undefined;
  }
  const isBoolean = members.some((member) => member?.value.kind === 'boolean');
  return counts.size < members.length || isBoolean ? counts : undefined;
}

function isScalar(member: Member | undefined): member is Member<Scalar> {
  return member !== undefined && !isCollection(member.value);
}
