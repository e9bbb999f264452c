/** A map that forgets what was used longest ago. */
export class Lru<Value> {
  readonly #capacity: number;
  readonly #values = new Map<string, Value>();

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
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.#capacity) this.#values.delete(this.#values.keys().next().value!);
  }
}
