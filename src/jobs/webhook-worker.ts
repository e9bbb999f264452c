import { signedDigest, webhookSecretOf } from '../access/index.ts';
import { type DeliveryOutcome, DeliveryWorker } from '../background.ts';
import { invalidField } from '../contract/errors.ts';
import type { JobEventBody } from '../contract/job.ts';
import type { Database } from '../store/database.ts';
import type { JobView } from './job.ts';
import type { JobStore } from './job-store.ts';
import { beginWebhook, type DueWebhook, endWebhook, leaveWebhook, type WebhookFailure } from './webhook-store.ts';

/** Each of another client: before any other client waits for a place, so many receivers have to hang at the same time. */
const AT_A_TIME = 16;

/** How an attempt to tell of a job ended. */
export interface WebhookResult {
  readonly jobId: string;
  /** From 1. */
  readonly attempt: number;
  readonly outcome: DeliveryOutcome;
}

export interface WebhookWorkerOptions extends Omit<WebhookOptions, 'secret'> {
  /** The secret of each client is derived from it. */
  readonly secret: string;
  readonly database: Database;
  readonly store: Pick<JobStore, 'find'>;
  /** Called after every attempt; must not throw. */
  readonly onResult: (result: WebhookResult) => void;
}

/**
 * Tells the customers whose jobs have ended, wherever they ended. An attempt that hangs keeps its own place and the webhooks of
 * its client waiting, nothing else.
 */
export function webhookWorker(options: WebhookWorkerOptions): DeliveryWorker<DueWebhook> {
  const { database, store, secret, now, onResult, ...sending } = options;
  const send = async (webhook: DueWebhook) => {
    const { jobId, attempt, client } = webhook;
    const job = await store.find(jobId);
    const body = job && bodyOf(job, client);
    if (body === undefined) return leaveWebhook(database, webhook);
    const failure = await sendWebhook(webhook.address, body, {
      ...sending,
      now,
      secret: webhookSecretOf(secret, client),
    });
    const outcome = await endWebhook(database, webhook, { now: now(), failure });
    onResult({ jobId, attempt, outcome });
  };
  return new DeliveryWorker({ atATime: AT_A_TIME, begin: () => beginWebhook(database, now()), send });
}

/** The body of the webhook of a job that has ended; undefined for one that has not. No texts. */
function bodyOf({ id, name, status, rows, errors, finishedAt }: JobView, client: string): string | undefined {
  if (status !== 'completed' && status !== 'canceled') return undefined;
  const body: JobEventBody = { id, client, name, status, rows, errors, finished_at: finishedAt };
  return JSON.stringify(body);
}

/** Name of the header, in lower case. */
const WEBHOOK_SIGNATURE_HEADER = 'webhook-signature';
const TIMEOUT_MS = 10_000;

interface WebhookOptions {
  /** The client's. */
  readonly secret: string;
  /** Origins that may be asked. */
  readonly hosts: readonly string[];
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Milliseconds for the whole exchange; 10 s by default. */
  readonly timeoutMs?: number;
}

/** Posts a body once; redirects are not followed. Resolves with undefined once a status of 2xx came. */
export async function sendWebhook(
  address: string,
  body: string,
  { secret, hosts, now, timeoutMs = TIMEOUT_MS }: WebhookOptions,
): Promise<WebhookFailure | undefined> {
  const url = new URL(address);
  if (!isListed(url, hosts)) return atOnce('The host is not listed by the operator any more (WEBHOOK_HOSTS).');
  const bytes = Buffer.from(body);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    [WEBHOOK_SIGNATURE_HEADER]: signatureOf(secret, bytes, Math.floor(now() / 1000)),
  };
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { method: 'POST', headers, body: bytes, redirect: 'manual', signal });
    await response.body?.cancel();
    return response.ok ? undefined : atOnce(`Expected a status of 2xx, got ${response.status}.`);
  } catch (error) {
    return failureOf(error, timeoutMs);
  }
}

/** `t=<Unix seconds>,v2=<hex HMAC-SHA256 of "<t>.<body>">` */
function signatureOf(secret: string, body: Buffer, unixSeconds: number): string {
  return `t=${unixSeconds},v2=${signedDigest(secret, body, unixSeconds)}`;
}

function atOnce(problem: string): WebhookFailure {
  return { problem, timedOut: false };
}

/** The codes of a connection that could not be made in time, by fetch and by the system. */
const TIMEOUTS: readonly unknown[] = ['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'];

function failureOf(error: unknown, timeoutMs: number): WebhookFailure {
  const { name, cause } = error as Error & { cause?: { code?: unknown } };
  if (name === 'TimeoutError') {
    return { problem: `No response within ${timeoutMs / 1000} seconds.`, timedOut: true };
  }
  const code = typeof cause?.code === 'string' ? ` (${cause.code})` : '';
  return { problem: `The host could not be reached${code}.`, timedOut: TIMEOUTS.includes(cause?.code) };
}

const MAX_LENGTH = 2_000;

/**
 * Checks an address that a customer gave for a webhook; returns it as it will be asked. `hosts`: the origins that may be
 * told; undefined: none. Throws `invalid_request`. The message names no host: which ones are listed is the operator's.
 */
export function readWebhookAddress(text: string, hosts: readonly string[] | undefined): string {
  if (hosts === undefined) {
    throw invalidField(
      'webhook_url',
      'Expected no webhook_url: this service sends no webhooks. Ask for the job instead (GET /v1/jobs/{id}).',
    );
  }
  if (text.length > MAX_LENGTH || !URL.canParse(text)) {
    throw invalidField(
      'webhook_url',
      `Expected webhook_url to be an address of at most ${MAX_LENGTH} characters, such as https://hooks.example/jobs.`,
    );
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    throw invalidField('webhook_url', 'Expected a webhook_url without user name and password.');
  if (!isListed(url, hosts)) {
    throw invalidField(
      'webhook_url',
      'Expected a webhook_url at one of the hosts that the operator has listed (WEBHOOK_HOSTS), got another one.',
    );
  }
  url.hash = '';
  return url.href;
}

/** True if scheme, host and port of an address are in the list. */
export function isListed(url: URL, hosts: readonly string[]): boolean {
  return hosts.includes(url.origin);
}
