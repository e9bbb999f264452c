import { every } from '../../background.ts';
import type { Database } from '../../store/database.ts';
import { isPlainName } from '../checks.ts';
import { toIsoOrNull } from '../rows.ts';
import { type Attempt, beginAttempt, endAttempt, failAttempt, type Rotation } from './outbox.ts';

export interface EmailMessage extends EmailContent {
  readonly to: { readonly name: string; readonly email: string };
}

export interface Mailer {
  /** Resolves once the mail server has accepted the message. Rejects with `PermanentRejection` when it never will. */
  send(message: EmailMessage): Promise<void>;
  close(): void;
}

/** The mail server will not accept this message, now or later. */
export class PermanentRejection extends Error {
  override readonly name = 'PermanentRejection';
}

export type DeliveryOutcome = 'sent' | 'failed' | 'given_up';

export interface DeliveryResult {
  readonly messageId: string;
  readonly kind: 'key' | 'rotation';
  readonly attempt: number;
  readonly outcome: DeliveryOutcome;
}

export interface OutboxWorkerOptions extends EmailLinks {
  readonly mailer: Mailer;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Called after every attempt; must not throw. */
  readonly onResult?: (result: DeliveryResult) => void;
}

const POLL_INTERVAL_MS = 5_000;

/** Sends the messages of the outbox one by one: when it is woken, and every few seconds. */
export class OutboxWorker {
  readonly #database: Database;
  readonly #options: OutboxWorkerOptions;
  readonly #stopTimer: () => void;
  #sending: Promise<void> | undefined;
  #looksAgain = false;
  #closed = false;

  constructor(database: Database, options: OutboxWorkerOptions) {
    this.#database = database;
    this.#options = options;
    this.#stopTimer = every(POLL_INTERVAL_MS, () => this.wake());
  }

  wake(): void {
    this.#looksAgain = true;
    // When the database is unreachable, the next look tries again.
    this.#sending ??= this.#sendAll().catch(() => undefined);
  }

  async deliver(): Promise<void> {
    this.wake();
    await this.#sending;
  }

  /** Finishes the message that is being sent. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stopTimer();
    await this.#sending;
    this.#options.mailer.close();
  }

  async #sendAll(): Promise<void> {
    try {
      while (this.#looksAgain) {
        this.#looksAgain = false;
        while (!this.#closed) {
          const attempt = await beginAttempt(this.#database, this.#options.now());
          if (attempt === undefined) break;
          // An e-mail whose result could not be stored is sent again when its time comes.
          await this.#send(this.#database, attempt).catch(() => undefined);
        }
      }
    } finally {
      // Right after the last look, so that no call of `wake` is lost in between.
      this.#sending = undefined;
    }
  }

  async #send(database: Database, attempt: Attempt): Promise<void> {
    const { mailer, now, onResult } = this.#options;
    const kind = 'created' in attempt.subject ? 'key' : 'rotation';
    const report = (outcome: DeliveryOutcome) =>
      onResult?.({ messageId: attempt.id, kind, attempt: attempt.attempt, outcome });
    try {
      await mailer.send({ to: attempt.recipient, ...this.#content(attempt) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const failure = { now: now(), reason, permanent: error instanceof PermanentRejection };
      return report((await failAttempt(database, attempt, failure)) ? 'given_up' : 'failed');
    }
    await endAttempt(database, attempt, now());
    report('sent');
  }

  #content({ subject, recipient: { name } }: Attempt): EmailContent {
    return 'created' in subject
      ? keyEmail(name, subject.created.key, this.#options)
      : rotationEmail(name, subject.rotation, this.#options);
  }
}

export interface EmailLinks {
  readonly dashboardUrl?: string | undefined;
  readonly checkoutUrl?: string | undefined;
}

export interface EmailContent {
  readonly subject: string;
  readonly text: string;
}

/** Short lines, so that no mail server folds them and breaks the key. */
function keyEmail(name: string, key: string, { dashboardUrl, checkoutUrl }: EmailLinks): EmailContent {
  return {
    subject: 'Your API key for claim verification',
    text: [
      greeting(name),
      '',
      'your API key is active:',
      '',
      `  ${key}`,
      '',
      'Send it with every request, in the header',
      '"Authorization: Bearer <API_KEY>". Keep it on your servers: never in',
      'client-side code, mobile apps or public repositories. We store only a',
      'hash of it, so it cannot be sent again.',
      '',
      ...link('To see your status and usage or to rotate the key, open:', dashboardUrl),
      ...link('To renew your subscription, open:', checkoutUrl),
    ].join('\n'),
  };
}

function rotationEmail(name: string, { to, from, worksUntil }: Rotation, addresses: EmailLinks): EmailContent {
  return {
    subject: 'Your API key for claim verification was rotated',
    text: [
      greeting(name),
      '',
      'one of your API keys was replaced by a new one:',
      '',
      `  new key: ${to}`,
      `  old key: ${from ?? 'unknown'}`,
      `  the old key works until: ${toIsoOrNull(worksUntil) ?? 'it is revoked'}`,
      '',
      'These are the ids of the keys, not the keys themselves. The new key was',
      'shown once, to the person who rotated the old one.',
      '',
      'If neither you nor anyone who works for you did this, somebody else has',
      'your old key. Ask us to revoke it: that revokes the new key too.',
      '',
      ...link('To see your keys, open:', addresses.dashboardUrl),
    ].join('\n'),
  };
}

function link(purpose: string, address: string | undefined): string[] {
  return address === undefined ? [] : [purpose, address, ''];
}

/** Mail programs turn text that looks like an address into a link, and a name is free text. */
function greeting(name: string): string {
  return isPlainName(name) ? `Hello ${name},` : 'Hello,';
}
