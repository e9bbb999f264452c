import { signatureOf } from '../access/index.ts';
import { isListed } from './webhook-address.ts';

/** Name of the header, in lower case; its value is made as that of billing events, with WEBHOOK_SECRET. */
const WEBHOOK_SIGNATURE_HEADER = 'webhook-signature';
const TIMEOUT_MS = 10_000;

export interface WebhookSending {
  readonly secret: string;
  /** Origins that may be asked. */
  readonly hosts: readonly string[];
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Milliseconds for the whole exchange; 10 s by default. */
  readonly timeoutMs?: number;
}

/**
 * Posts a body once; redirects are not followed. Resolves with undefined once a status of 2xx came, else with a sentence
 * for the customer: it names no address, because the host may resolve to one of a closed network.
 */
export async function sendWebhook(
  address: string,
  body: string,
  { secret, hosts, now, timeoutMs = TIMEOUT_MS }: WebhookSending,
): Promise<string | undefined> {
  const url = new URL(address);
  if (!isListed(url, hosts)) return 'The host is not listed by the operator any more (WEBHOOK_HOSTS).';
  const bytes = Buffer.from(body);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    [WEBHOOK_SIGNATURE_HEADER]: signatureOf(secret, bytes, Math.floor(now() / 1000)),
  };
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { method: 'POST', headers, body: bytes, redirect: 'manual', signal });
    await response.body?.cancel();
    return response.ok ? undefined : `Expected a status of 2xx, got ${response.status}.`;
  } catch (error) {
    return failureOf(error, timeoutMs);
  }
}

function failureOf(error: unknown, timeoutMs: number): string {
  const { name, cause } = error as Error & { cause?: { code?: unknown } };
  if (name === 'TimeoutError') return `Expected an answer within ${timeoutMs / 1000} seconds, got none.`;
  const code = typeof cause?.code === 'string' ? ` (${cause.code})` : '';
  return `The host could not be reached${code}.`;
}
