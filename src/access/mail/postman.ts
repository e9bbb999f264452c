import type { Database } from '../sql/types.ts';
import { beginAttempt, endAttempt, failAttempt } from './outbox.ts';

const LOOK_EVERY_MS = 5000;

export interface Letter {
  readonly to: { readonly name: string; readonly email: string };
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Resolves once the mail server has taken the letter over. */
  send(letter: Letter): Promise<void>;
  close(): void;
}

export interface PostmanOptions {
  readonly mailer: Mailer;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly dashboardUrl: string;
  readonly checkoutUrl: string;
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
    const { mailer, now } = this.#options;
    const attempt = await beginAttempt(this.#database, now());
    if (!attempt) return false;
    try {
      await mailer.send({ to: attempt.recipient, ...this.#words(attempt.created.key, attempt.recipient.name) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await failAttempt(this.#database, attempt, { now: now(), reason });
      return true;
    }
    await endAttempt(this.#database, attempt, now());
    return true;
  }

  #words(key: string, name: string): Pick<Letter, 'subject' | 'text'> {
    const { dashboardUrl, checkoutUrl } = this.#options;
    return {
      subject: 'Your API key for claim verification',
      // Lines of a mail's usual width, so that it travels as it is and the key is not folded on its way.
      text: [
        `Hello ${name},`,
        '',
        'your API key is active now:',
        '',
        `  ${key}`,
        '',
        'Send it with every request, in the header',
        '"Authorization: Bearer <API_KEY>". Keep it on your servers: never in',
        'client-side code, mobile apps or public repositories. It is stored',
        'nowhere in clear and cannot be sent again.',
        '',
        'See your status and usage, and rotate the key:',
        dashboardUrl,
        '',
        'Renew your subscription:',
        checkoutUrl,
        '',
      ].join('\n'),
    };
  }
}
