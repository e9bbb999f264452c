import { LRUCache } from 'lru-cache';

/** Mean length of a key in UTF-16 units; with longer keys the cache holds fewer entries. */
const MEAN_KEY_UNITS = 256;

/** Least-recently-used cache, bounded in entries and in the total length of its keys. */
export type BoundedCache<Value extends object> = Pick<LRUCache<string, Value>, 'get' | 'set'>;

/** @param maxEntries maximum number of values; 0 disables the cache. */
export function boundedCache<Value extends object>(maxEntries: number): BoundedCache<Value> {
  return new LRUCache<string, Value>({
    // The library refuses bounds of 0; as every entry is larger than 1, a size of 1 keeps none.
    max: Math.max(maxEntries, 1),
    maxSize: Math.max(maxEntries * MEAN_KEY_UNITS, 1),
    sizeCalculation: (_value, key) => key.length + 2,
  });
}
