import type { FastifyBaseLogger } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import type { Access } from '../access/index.ts';

const OUTCOMES = ['sent', 'failed', 'given_up'] as const;

/**
 * Counts and logs the results of delivery attempts. The mail server's answer may quote an address, so it is not logged:
 * the operator reads it in the list of e-mails.
 */
export function watchEmails(
  emails: Access['emails'],
  { log, registry }: { readonly log: FastifyBaseLogger; readonly registry: Registry },
): void {
  const attempts = new Counter({
    name: 'claim_verification_emails_total',
    help: 'Attempts to send an e-mail, by outcome; failed ones are tried again, given_up ones are not',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  for (const outcome of OUTCOMES) attempts.inc({ outcome }, 0);
  emails.watch((result) => {
    attempts.inc({ outcome: result.outcome });
    if (result.outcome === 'sent') return;
    const { messageId: letter, ...rest } = result;
    log[result.outcome === 'given_up' ? 'error' : 'warn']({ letter, ...rest }, 'e-mail not delivered');
  });
}
