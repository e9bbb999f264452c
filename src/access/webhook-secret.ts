import { createHmac } from 'node:crypto';

/**
 * The secret that signs the webhooks of one client, a customer's id: the hex HMAC-SHA256 of the id with WEBHOOK_SECRET. It
 * leads neither to WEBHOOK_SECRET nor to the secret of another client, and needs no place to be stored.
 */
export function webhookSecretOf(secret: string, client: string): string {
  return createHmac('sha256', secret).update(client).digest('hex');
}
