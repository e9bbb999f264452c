/** Makes a value of an object when it is first asked for, and keeps it as long as the object. */
export function oncePer<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined || made.has(key)) return known as Value;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

/** Items by key, in their order; an item may have several keys, and a key keeps its first `most` items. */
export function grouped<Item>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly string[],
  most = Number.POSITIVE_INFINITY,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    for (const key of new Set(keysOf(item))) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else if (group.length < most) group.push(item);
    }
  }
  return groups;
}

/** A code as it is compared: "x200" for "x-200" and "x 200". */
export function codeKey(code: string): string {
  return code.replace(/(?<=\p{L})[- ](?=\d)/gu, '');
}
