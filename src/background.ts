/**
 * Does `work` every `ms` milliseconds until the function that it returns is called. It does not keep the process alive, and
 * what fails is tried again the next time.
 */
export function every(ms: number, work: () => unknown): () => void {
  const run = async () => work();
  const timer = setInterval(() => void run().catch(() => undefined), ms).unref();
  return () => clearInterval(timer);
}

const POLL_INTERVAL_MS = 5_000;

/** How an attempt ended. failed: it will be made again; given_up: it will not. */
export type DeliveryOutcome = 'sent' | 'failed' | 'given_up';

export interface Deliveries<Due> {
  readonly atATime: number;
  /** Takes the next message that is due, so that no other process sends it; undefined when none is. */
  readonly begin: () => Promise<Due | undefined>;
  /** Sends it, and stores how that ended. */
  readonly send: (due: Due) => Promise<void>;
}

/**
 * Sends the messages that wait in the database, such as e-mails: when it is woken, as soon as an attempt has ended, and
 * every few seconds for those of other processes and those to be tried again.
 */
export class DeliveryWorker<Due> {
  readonly #deliveries: Deliveries<Due>;
  readonly #stopTimer: () => void;
  readonly #sending = new Set<Promise<void>>();
  #looking: Promise<void> | undefined;
  #looksAgain = false;
  #closed = false;

  constructor(deliveries: Deliveries<Due>) {
    this.#deliveries = deliveries;
    this.#stopTimer = every(POLL_INTERVAL_MS, () => this.wake());
  }

  /** Begins to send what is due now, in the background. */
  wake(): void {
    this.#looksAgain = true;
    // When the database is unreachable, the next look tries again.
    this.#looking ??= this.#look()
      .catch(() => undefined)
      .finally(() => {
        this.#looking = undefined;
      });
  }

  /** Sends what is due now; resolves when nothing more is, and nothing is being sent. */
  async deliver(): Promise<void> {
    this.wake();
    while (this.#looking !== undefined || this.#sending.size > 0) await Promise.all([this.#looking, ...this.#sending]);
  }

  /** Finishes the messages that are being sent, and begins no others. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stopTimer();
    await this.#looking;
    await Promise.all(this.#sending);
  }

  async #look(): Promise<void> {
    const { atATime, begin, send } = this.#deliveries;
    while (this.#looksAgain) {
      this.#looksAgain = false;
      while (!this.#closed && this.#sending.size < atATime) {
        const due = await begin();
        if (due === undefined) break;
        const sending = send(due)
          .catch(() => undefined)
          .finally(() => {
            this.#sending.delete(sending);
            this.wake();
          });
        this.#sending.add(sending);
      }
    }
  }
}
