import type { Database } from '../access/sql/database.ts';
import type { JobView } from './job.ts';
import type { JobStore } from './job-store.ts';
import { sendWebhook, type WebhookSending } from './send-webhook.ts';
import { beginWebhook, endWebhook } from './webhook-store.ts';

const POLL_INTERVAL_MS = 5_000;
/** So that a receiver that does not answer keeps few others waiting. */
const AT_A_TIME = 4;

/** How an attempt to tell of a job ended. */
export interface WebhookResult {
  readonly jobId: string;
  /** From 1. */
  readonly attempt: number;
  /** failed: it will be tried again; given_up: it will not. */
  readonly outcome: 'sent' | 'failed' | 'given_up';
}

export interface WebhookWorkerOptions extends WebhookSending {
  readonly database: Database;
  readonly store: Pick<JobStore, 'find'>;
  /** Called after every attempt; must not throw. */
  readonly onResult: (result: WebhookResult) => void;
}

/** Tells the customers whose jobs have ended, wherever they ended: it looks every few seconds. */
export class WebhookWorker {
  readonly #options: WebhookWorkerOptions;
  readonly #timer: NodeJS.Timeout;
  #round: Promise<void> | undefined;
  #closed = false;

  constructor(options: WebhookWorkerOptions) {
    this.#options = options;
    // When the database is unreachable, the next look tries again.
    this.#timer = setInterval(() => void this.deliver().catch(() => undefined), POLL_INTERVAL_MS);
    this.#timer.unref();
  }

  /** Sends what is due now; resolves when nothing more is. Rejects when the database is unreachable. */
  deliver(): Promise<void> {
    this.#round ??= this.#deliverAll().finally(() => {
      this.#round = undefined;
    });
    return this.#round;
  }

  /** Finishes the webhooks that are being sent. */
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
    const { database, store, now, onResult } = this.#options;
    const webhook = await beginWebhook(database, now());
    if (webhook === undefined) return false;
    const { jobId, attempt, address } = webhook;
    const job = await store.find(jobId);
    if (job === undefined) return true;
    const problem = await sendWebhook(address, bodyOf(job), this.#options);
    const outcome = await endWebhook(database, webhook, { now: now(), problem });
    onResult({ jobId, attempt, outcome });
    return true;
  }
}

/** No texts. */
function bodyOf({ id, name, status, rows, errors, finishedAt }: JobView): string {
  return JSON.stringify({ id, name, status, rows, errors, finished_at: finishedAt });
}
