import type { ExchangeWatcher } from './exchanges.ts';

/** Counts requests between their first byte of headers read and their answer's last byte written. */
export class InFlight implements ExchangeWatcher {
  #count = 0;
  #waiting: (() => void)[] = [];

  get count(): number {
    return this.#count;
  }

  begun(): void {
    this.#count += 1;
  }

  ended(): void {
    this.#count -= 1;
    if (this.#count > 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Resolves when nothing is in flight. */
  async idle(): Promise<void> {
    if (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
