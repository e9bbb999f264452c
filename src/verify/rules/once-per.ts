import type { Steps } from '../../text/index.ts';

/** What is derived from an object, made when it is first asked for and then kept as long as the object. */
export function oncePer<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

/** The same for what takes long to make. */
export function stepsOncePer<Key extends object, Value>(make: (key: Key) => Steps<Value>): (key: Key) => Steps<Value> {
  const made = new WeakMap<Key, Value>();
  return function* (key) {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = yield* make(key);
    made.set(key, value);
    return value;
  };
}
