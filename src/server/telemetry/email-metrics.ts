import type { FastifyBaseLogger } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import type { Access } from '../../access/index.ts';

const OUTCOMES = ['sent', 'failed', 'given_up'] as const;

/**
 * Counts attempts to send e-mails and logs those that fail. The mail server's own words may quote an address, so they are
 * not logged: /admin/v1/emails shows them to the operator.
 */
export function observeEmails(
  emails: Access['emails'],
  { log, registry }: { readonly log: FastifyBaseLogger; readonly registry: Registry },
): void {
  const attempts = new Counter({
    name: 'claim_verification_emails_total',
    help: 'Attempts to send an e-mail by outcome; failed: will be retried, given_up: will not',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  for (const outcome of OUTCOMES) attempts.inc({ outcome }, 0);
  emails.watch((result) => {
    attempts.inc({ outcome: result.outcome });
    if (result.outcome === 'sent') return;
    log[result.outcome === 'given_up' ? 'error' : 'warn'](result, 'e-mail not delivered');
  });
}
