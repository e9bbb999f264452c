/** Units of UTF-16 that a key may have on average; longer ones cost more places. */
const KEY_UNITS = 256;

/** A map that forgets what was used longest ago, bounded in entries and in the memory of its keys. */
export class Lru<Value> {
  readonly #capacity: number;
  readonly #values = new Map<string, Value>();
  #keyUnits = 0;

  /** @param capacity most values kept; 0 keeps none. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) {
      this.#values.delete(key);
      this.#values.set(key, value);
    }
    return value;
  }

  set(key: string, value: Value): void {
    if (this.#capacity === 0) return;
    if (!this.#values.delete(key)) this.#keyUnits += key.length;
    this.#values.set(key, value);
    while (this.#values.size > this.#capacity || this.#keyUnits > this.#capacity * KEY_UNITS) {
      const [oldest] = this.#values.keys();
      this.#values.delete(oldest!);
      this.#keyUnits -= oldest!.length;
    }
  }
}
