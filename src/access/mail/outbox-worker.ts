import type { Database } from '../../store/database.ts';
import { type EmailContent, type EmailLinks, keyEmail, rotationEmail } from './email-messages.ts';
import { type Attempt, beginAttempt, endAttempt, failAttempt } from './outbox.ts';

const POLL_INTERVAL_MS = 5000;

export interface EmailMessage extends EmailContent {
  readonly to: { readonly name: string; readonly email: string };
}

export interface Mailer {
  /**
   * Resolves once the mail server has accepted the message. Rejects with `PermanentRejection` when it will never accept
   * this message, with any other error when another attempt may succeed.
   */
  send(message: EmailMessage): Promise<void>;
  close(): void;
}

/** The mail server will not accept this message, now or later. */
export class PermanentRejection extends Error {
  override readonly name = 'PermanentRejection';
}

/** How an attempt to send an e-mail ended. */
export interface DeliveryResult {
  /** Id of the message in the outbox. */
  readonly messageId: string;
  readonly kind: 'key' | 'rotation';
  readonly attempt: number;
  readonly outcome: 'sent' | 'failed' | 'given_up';
}

export interface OutboxWorkerOptions extends EmailLinks {
  readonly mailer: Mailer;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Called after every attempt; must not throw. */
  readonly onResult?: (result: DeliveryResult) => void;
}

/** Sends the messages of the outbox: at once when woken, and every few seconds for those to be tried again. */
export class OutboxWorker {
  readonly #database: Database;
  readonly #options: OutboxWorkerOptions;
  readonly #timer: NodeJS.Timeout;
  #round: Promise<void> | undefined;
  #closed = false;

  constructor(database: Database, options: OutboxWorkerOptions) {
    this.#database = database;
    this.#options = options;
    this.#timer = setInterval(() => this.wake(), POLL_INTERVAL_MS);
    this.#timer.unref();
  }

  /** Sends what waits, in the background. When the database is unreachable, the next poll tries again. */
  wake(): void {
    void this.deliver().catch(() => undefined);
  }

  /** Sends what waits now; resolves when nothing more is due. Rejects when the database is unreachable. */
  deliver(): Promise<void> {
    this.#round ??= this.#deliverAll().finally(() => {
      this.#round = undefined;
    });
    return this.#round;
  }

  /** Finishes the message that is being sent. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#round?.catch(() => undefined);
    this.#options.mailer.close();
  }

  async #deliverAll(): Promise<void> {
    while (!this.#closed && (await this.#deliverOne())) {
      // The next message.
    }
  }

  /** False when nothing waits. */
  async #deliverOne(): Promise<boolean> {
    const { mailer, now, onResult } = this.#options;
    const attempt = await beginAttempt(this.#database, now());
    if (!attempt) return false;
    const kind = 'created' in attempt.subject ? 'key' : 'rotation';
    const report = (outcome: DeliveryResult['outcome']) =>
      onResult?.({ messageId: attempt.id, kind, attempt: attempt.attempt, outcome });
    try {
      await mailer.send({ to: attempt.recipient, ...this.#content(attempt) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const failure = { now: now(), reason, permanent: error instanceof PermanentRejection };
      report((await failAttempt(this.#database, attempt, failure)) ? 'given_up' : 'failed');
      return true;
    }
    await endAttempt(this.#database, attempt, now());
    report('sent');
    return true;
  }

  #content({ subject, recipient: { name } }: Attempt): EmailContent {
    return 'created' in subject
      ? keyEmail(name, subject.created.key, this.#options)
      : rotationEmail(name, subject.rotation, this.#options);
  }
}
