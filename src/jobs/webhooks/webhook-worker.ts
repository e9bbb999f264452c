import type { DueWebhook, JobWebhooks } from '../job-webhooks.ts';
import { sendWebhook, type WebhookSending } from './send-webhook.ts';
import { pauseAfter } from './webhook-pauses.ts';

const POLL_INTERVAL_MS = 5_000;
/** So that a receiver that does not answer keeps few others waiting. */
const AT_A_TIME = 4;

export const WEBHOOK_OUTCOMES = ['sent', 'failed', 'given_up'] as const;
/** failed: it will be tried again; given_up: it will not. */
type WebhookOutcome = (typeof WEBHOOK_OUTCOMES)[number];

/** How an attempt to tell of a job ended. */
export interface WebhookResult {
  readonly jobId: string;
  /** From 1. */
  readonly attempt: number;
  readonly outcome: WebhookOutcome;
}

export interface WebhookWorkerOptions extends WebhookSending {
  readonly webhooks: Pick<JobWebhooks, 'take' | 'end'>;
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
    const { webhooks, now, onResult } = this.#options;
    const due = await webhooks.take();
    if (due === undefined) return false;
    const { jobId } = due;
    const attempt = due.attempts + 1;
    const problem = await sendWebhook(due.url, bodyOf(due), this.#options);
    if (problem === undefined) {
      await webhooks.end(jobId, { delivered: true });
      onResult({ jobId, attempt, outcome: 'sent' });
      return true;
    }
    const pause = pauseAfter(attempt);
    await webhooks.end(jobId, {
      delivered: false,
      error: problem,
      nextAt: pause === undefined ? undefined : now() + pause,
    });
    onResult({ jobId, attempt, outcome: pause === undefined ? 'given_up' : 'failed' });
    return true;
  }
}

function bodyOf({ jobId: id, name, status, rows, errors, finishedAt }: DueWebhook): string {
  return JSON.stringify({ id, name, status, rows, errors, finished_at: finishedAt });
}
