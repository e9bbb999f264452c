import { ServiceError } from '../../../contract/errors.ts';

/** Seconds after which a place may be free: files take seconds or minutes. */
const RETRY_AFTER_SECONDS = 5;

/** Tasks of a process at a time; a client may have a part of them, so that others have theirs. */
export const CONCURRENT = { uploads: 16, uploadsPerClient: 2, downloadsPerClient: 2 } as const;

export interface PlaceLimits {
  readonly what: 'uploads' | 'downloads';
  readonly perClient: number;
  /** Limit for all clients of this process together. */
  readonly inAll: number;
}

/** Counts what clients do at the same time in this process, and refuses what is too much before anything is read of it. */
export class Places {
  readonly #limits: PlaceLimits;
  readonly #taken = new Map<string, number>();
  #inAll = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  /** Takes a place; returns the function that frees it. Throws `rate_limited` when none is free. */
  take(client: string): () => void {
    const { what, perClient, inAll } = this.#limits;
    const own = this.#taken.get(client) ?? 0;
    if (own >= perClient) throw refused(`${what} of a customer`, perClient);
    if (this.#inAll >= inAll) throw refused(what, inAll);
    this.#taken.set(client, own + 1);
    this.#inAll += 1;
    return once(() => this.#giveBack(client));
  }

  #giveBack(client: string): void {
    const own = this.#taken.get(client)! - 1;
    if (own === 0) this.#taken.delete(client);
    else this.#taken.set(client, own);
    this.#inAll -= 1;
  }
}

function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) action();
    isDone = true;
  };
}

function refused(what: string, limit: number): ServiceError {
  const message = `At most ${limit} ${what} may run at a time; try again in ${RETRY_AFTER_SECONDS} seconds.`;
  const details = { limit, received: limit + 1, window: 'concurrent', retry_after_seconds: RETRY_AFTER_SECONDS };
  return new ServiceError('rate_limited', message, { details });
}
