import type { Database } from '../sql/types.ts';
import { keyLetter, type LetterAddresses, rotationLetter, type Words } from './letters.ts';
import { type Attempt, beginAttempt, endAttempt, failAttempt } from './outbox.ts';

const LOOK_EVERY_MS = 5000;

export interface Letter extends Words {
  readonly to: { readonly name: string; readonly email: string };
}

export interface Mailer {
  /**
   * Resolves once the mail server has taken the letter over. Rejects with `RefusedForGood` when it will never take this
   * one, with anything else when another attempt may succeed.
   */
  send(letter: Letter): Promise<void>;
  close(): void;
}

/** The mail server will not take this letter, now or later. */
export class RefusedForGood extends Error {
  override readonly name = 'RefusedForGood';
}

/** How an attempt to send a letter ended. */
export interface LetterEnding {
  /** Id of the letter. */
  readonly letter: string;
  readonly kind: 'key' | 'rotation';
  readonly attempt: number;
  readonly outcome: 'sent' | 'failed' | 'given_up';
}

export interface PostmanOptions extends LetterAddresses {
  readonly mailer: Mailer;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Told of every attempt; must not throw. */
  readonly onEnding?: (ending: LetterEnding) => void;
}

/** Empties the outbox: when told that something was put in, and every few seconds for what has to be tried again. */
export class Postman {
  readonly #database: Database;
  readonly #options: PostmanOptions;
  readonly #timer: NodeJS.Timeout;
  #round: Promise<void> | undefined;
  #closed = false;

  constructor(database: Database, options: PostmanOptions) {
    this.#database = database;
    this.#options = options;
    this.#timer = setInterval(() => this.wake(), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  /** Sends what waits, in the background. A store that cannot be asked is asked again at the next round. */
  wake(): void {
    void this.deliver().catch(() => undefined);
  }

  /** Sends what waits now; resolves when nothing more is due. Rejects when the store cannot be asked. */
  deliver(): Promise<void> {
    this.#round ??= this.#deliverAll().finally(() => {
      this.#round = undefined;
    });
    return this.#round;
  }

  /** Finishes the letter in hand. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#round?.catch(() => undefined);
    this.#options.mailer.close();
  }

  async #deliverAll(): Promise<void> {
    while (!this.#closed && (await this.#deliverOne())) {
      // The next letter.
    }
  }

  /** False when nothing waits. */
  async #deliverOne(): Promise<boolean> {
    const { mailer, now, onEnding } = this.#options;
    const attempt = await beginAttempt(this.#database, now());
    if (!attempt) return false;
    const kind = 'created' in attempt.subject ? 'key' : 'rotation';
    const tell = (outcome: LetterEnding['outcome']) =>
      onEnding?.({ letter: attempt.id, kind, attempt: attempt.attempt, outcome });
    try {
      await mailer.send({ to: attempt.recipient, ...this.#words(attempt) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const failure = { now: now(), reason, forGood: error instanceof RefusedForGood };
      tell((await failAttempt(this.#database, attempt, failure)) ? 'given_up' : 'failed');
      return true;
    }
    await endAttempt(this.#database, attempt, now());
    tell('sent');
    return true;
  }

  #words({ subject, recipient: { name } }: Attempt): Words {
    return 'created' in subject
      ? keyLetter(name, subject.created.key, this.#options)
      : rotationLetter(name, subject.rotation, this.#options);
  }
}
