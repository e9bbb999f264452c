import type { Database } from '../../access/sql/database.ts';
import { sendWebhook, type WebhookSending } from './send-webhook.ts';
import { beginWebhook, type DueWebhook, endWebhook } from './webhook-store.ts';

const POLL_INTERVAL_MS = 5_000;
/** So that a receiver that does not answer keeps few others waiting. */
const AT_A_TIME = 4;

export const WEBHOOK_OUTCOMES = ['sent', 'failed', 'given_up'] as const;
/** failed: it will be tried again; given_up: it will not. */
export type WebhookOutcome = (typeof WEBHOOK_OUTCOMES)[number];

export interface WebhookWorkerOptions extends WebhookSending {
  /** What is told of a job, as JSON; undefined if the job is not there any more. */
  readonly bodyOf: (jobId: string) => Promise<string | undefined>;
  /** Called after every attempt; must not throw. */
  readonly onResult?: (outcome: WebhookOutcome, webhook: DueWebhook) => void;
}

/** Tells the customers whose jobs have ended: at once when woken, and every few seconds for those of other processes. */
export class WebhookWorker {
  readonly #database: Database;
  readonly #options: WebhookWorkerOptions;
  readonly #timer: NodeJS.Timeout;
  #round: Promise<void> | undefined;
  #closed = false;

  constructor(database: Database, options: WebhookWorkerOptions) {
    this.#database = database;
    this.#options = options;
    this.#timer = setInterval(() => this.wake(), POLL_INTERVAL_MS);
    this.#timer.unref();
  }

  /** Sends what is due, in the background. When the database is unreachable, the next poll tries again. */
  wake(): void {
    void this.deliver().catch(() => undefined);
  }

  /** Sends what is due now; resolves when nothing more is. Rejects when the database is unreachable. */
  deliver(): Promise<void> {
    this.#round ??= this.#deliverAll().finally(() => {
      this.#round = undefined;
    });
    return this.#round;
  }

  /** Finishes the webhook that is being sent. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#round?.catch(() => undefined);
  }

  async #deliverAll(): Promise<void> {
    const deliverInTurn = async () => {
      while (!this.#closed && (await this.#deliverOne())) {
        // The next webhook.
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, deliverInTurn));
  }

  /** False when nothing is due. */
  async #deliverOne(): Promise<boolean> {
    const { now, bodyOf, onResult } = this.#options;
    const webhook = await beginWebhook(this.#database, now());
    if (webhook === undefined) return false;
    const body = await bodyOf(webhook.jobId);
    if (body === undefined) return true;
    const problem = await sendWebhook(webhook.address, body, this.#options);
    onResult?.(await endWebhook(this.#database, webhook, { now: now(), problem }), webhook);
    return true;
  }
}
