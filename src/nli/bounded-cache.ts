import { LRUCache } from 'lru-cache';

/** Units of UTF-16 that a key may have on average; longer ones leave room for fewer entries. */
const KEY_UNITS = 256;

/** Forgets what was used longest ago; bounded in entries and in the memory of its keys. */
export type BoundedCache<Value extends object> = Pick<LRUCache<string, Value>, 'get' | 'set'>;

/** @param maxEntries most values kept; 0 keeps none. */
export function boundedCache<Value extends object>(maxEntries: number): BoundedCache<Value> {
  return new LRUCache<string, Value>({
    // The library refuses bounds of 0; as every entry is larger than 1, a size of 1 keeps none.
    max: Math.max(maxEntries, 1),
    maxSize: Math.max(maxEntries * KEY_UNITS, 1),
    sizeCalculation: (_value, key) => key.length + 2,
  });
}
