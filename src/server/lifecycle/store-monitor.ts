import type { FastifyBaseLogger } from 'fastify';
import type { Store, StoreName } from '../../access/index.ts';
import { every } from '../../background.ts';
import { describeError } from '../http/errors.ts';

/** Short enough that one failed request in a row of many is explained by the log line next to it. */
const PERIOD_MS = 2_000;

type Log = Pick<FastifyBaseLogger, 'warn' | 'info'>;

/** Asks every store every two seconds whether it answers, and logs one line at each loss and at each return. */
export class StoreMonitor {
  readonly #stores: readonly Store[];
  /** When each store that does not answer now was lost, Unix milliseconds. */
  readonly #lostAt = new Map<StoreName, number>();
  #round: Promise<unknown> | undefined;
  #stopTimer: (() => void) | undefined;

  constructor(stores: readonly Store[]) {
    this.#stores = stores;
  }

  get names(): readonly StoreName[] {
    return this.#stores.map(({ name }) => name);
  }

  get lost(): readonly StoreName[] {
    return [...this.#lostAt.keys()];
  }

  /** Resolves after the first round; the others follow in the background until `close`. */
  async watch(log: Log): Promise<void> {
    this.#stopTimer = every(PERIOD_MS, () => this.#checkAll(log));
    await this.#checkAll(log);
  }

  close(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
  }

  /** One round at a time: a store may take longer than the period to say nothing. */
  async #checkAll(log: Log): Promise<void> {
    this.#round ??= Promise.all(this.#stores.map((store) => this.#check(store, log))).finally(() => {
      this.#round = undefined;
    });
    await this.#round;
  }

  async #check({ name, check }: Store, log: Log): Promise<void> {
    const lostAt = this.#lostAt.get(name);
    try {
      await check();
    } catch (error) {
      if (lostAt !== undefined || this.#stopTimer === undefined) return;
      this.#lostAt.set(name, Date.now());
      log.warn({ store: name, error: describeError(error) }, 'store lost');
      return;
    }
    if (lostAt === undefined) return;
    this.#lostAt.delete(name);
    log.info({ store: name, lostMs: Date.now() - lostAt }, 'store is back');
  }
}
