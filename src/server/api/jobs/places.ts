import { randomBytes } from 'node:crypto';
import { ServiceError } from '../../../errors.ts';

/** Seconds after which a place may be free: files take seconds or minutes. */
const RETRY_AFTER_SECONDS = 5;
const RESERVED_MS = 60_000;

export interface PlaceLimits {
  /** What takes a place, for the sentence of a refusal. */
  readonly what: 'uploads' | 'downloads';
  readonly perClient: number;
  /** Of all clients of this process together. */
  readonly inAll: number;
}

/** A place that waits for its upload. */
export interface Reservation {
  readonly place: string;
  readonly expiresInSeconds: number;
}

/** Counts what clients do at the same time in this process, and refuses what is too much before anything is read of it. */
export class Places {
  readonly #limits: PlaceLimits;
  readonly #taken = new Map<string, number>();
  #inAll = 0;
  readonly #reserved = new Map<string, { readonly client: string; readonly claim: () => () => void }>();

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  /** Takes a place, or the one that was reserved; returns what gives it back. Throws `rate_limited` when none is free. */
  take(client: string, place?: string): () => void {
    const reserved = this.#reserved.get(place ?? '');
    if (reserved?.client === client) {
      this.#reserved.delete(place!);
      return reserved.claim();
    }
    const { what, perClient, inAll } = this.#limits;
    const own = this.#taken.get(client) ?? 0;
    if (own >= perClient) throw refused(`${what} of a client`, perClient);
    if (this.#inAll >= inAll) throw refused(what, inAll);
    this.#taken.set(client, own + 1);
    this.#inAll += 1;
    return once(() => this.#giveBack(client));
  }

  /** Keeps a place for a minute, for an upload that can be sent once only. Throws `rate_limited` when none is free. */
  reserve(client: string): Reservation {
    const place = randomBytes(16).toString('base64url');
    const giveBack = this.take(client);
    const timer = setTimeout(() => {
      this.#reserved.delete(place);
      giveBack();
    }, RESERVED_MS);
    timer.unref();
    const claim = () => {
      clearTimeout(timer);
      return giveBack;
    };
    this.#reserved.set(place, { client, claim });
    return { place, expiresInSeconds: RESERVED_MS / 1_000 };
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
  const message = `Expected at most ${limit} ${what} at a time, got one more; try again in ${RETRY_AFTER_SECONDS} seconds.`;
  const details = { limit, received: limit + 1, window: 'concurrent', retry_after_seconds: RETRY_AFTER_SECONDS };
  return new ServiceError('rate_limited', message, { details });
}
