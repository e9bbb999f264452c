import { webhookSecretOf } from '../access/index.ts';
import type { Database } from '../access/sql/database.ts';
import type { JobView } from './job.ts';
import type { JobStore } from './job-store.ts';
import { sendWebhook, type WebhookSending } from './send-webhook.ts';
import { beginWebhook, type DueWebhook, endWebhook, leaveWebhook } from './webhook-store.ts';

const POLL_INTERVAL_MS = 5_000;
/** Each of another client: before any other client waits for a place, so many receivers have to hang at the same time. */
const AT_A_TIME = 16;

/** How an attempt to tell of a job ended. */
export interface WebhookResult {
  readonly jobId: string;
  /** From 1. */
  readonly attempt: number;
  /** failed: it will be tried again; given_up: it will not. */
  readonly outcome: 'sent' | 'failed' | 'given_up';
}

export interface WebhookWorkerOptions extends Omit<WebhookSending, 'secrets'> {
  /** The secrets of the clients are made from it. */
  readonly secret: string;
  /** Whether webhooks are signed with the secret itself too, as version 2 did. */
  readonly signsV1: boolean;
  readonly database: Database;
  readonly store: Pick<JobStore, 'find'>;
  /** Called after every attempt; must not throw. */
  readonly onResult: (result: WebhookResult) => void;
}

/**
 * Tells the customers whose jobs have ended, wherever they ended: it looks every few seconds, and as soon as an attempt has
 * ended. An attempt that hangs keeps its own place and the webhooks of its client waiting, nothing else.
 */
export class WebhookWorker {
  readonly #options: WebhookWorkerOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #sending = new Set<Promise<void>>();
  #looking: Promise<void> | undefined;
  #looksAgain = false;
  #closed = false;

  constructor(options: WebhookWorkerOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.wake(), POLL_INTERVAL_MS);
    this.#timer.unref();
  }

  /** Begins to send what is due now. */
  wake(): void {
    this.#looksAgain = true;
    // When the database is unreachable, the next look tries again.
    this.#looking ??= this.#look()
      .catch(() => undefined)
      .finally(() => {
        this.#looking = undefined;
      });
  }

  /** Finishes the webhooks that are being sent. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#looking;
    await Promise.all(this.#sending);
  }

  async #look(): Promise<void> {
    while (this.#looksAgain) {
      this.#looksAgain = false;
      while (!this.#closed && this.#sending.size < AT_A_TIME) {
        const webhook = await beginWebhook(this.#options.database, this.#options.now());
        if (webhook === undefined) break;
        const sending = this.#send(webhook)
          .catch(() => undefined)
          .finally(() => {
            this.#sending.delete(sending);
            this.wake();
          });
        this.#sending.add(sending);
      }
    }
  }

  async #send(webhook: DueWebhook): Promise<void> {
    const { database, store, secret, signsV1, now, onResult, ...sending } = this.#options;
    const { jobId, attempt, client } = webhook;
    const job = await store.find(jobId);
    if (job === undefined) return leaveWebhook(database, webhook);
    const secrets = { v2: webhookSecretOf(secret, client), v1: signsV1 ? secret : undefined };
    const failure = await sendWebhook(webhook.address, bodyOf(job, client), { ...sending, now, secrets });
    const outcome = await endWebhook(database, webhook, { now: now(), failure });
    onResult({ jobId, attempt, outcome });
  }
}

/** No texts. */
function bodyOf({ id, name, status, rows, errors, finishedAt }: JobView, client: string): string {
  return JSON.stringify({ id, client, name, status, rows, errors, finished_at: finishedAt });
}
