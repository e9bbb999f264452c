import type { FastifyBaseLogger } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import type { Access } from '../../access/index.ts';

const OUTCOMES = ['sent', 'failed', 'given_up'] as const;

/**
 * Counts and logs how attempts to send letters end. A server's own words may quote an address, so they are not logged:
 * the operator reads them in the list of letters.
 */
export function watchLetters(
  letters: Access['letters'],
  { log, registry }: { readonly log: FastifyBaseLogger; readonly registry: Registry },
): void {
  const attempts = new Counter({
    name: 'claim_verification_letters_total',
    help: 'Attempts to send a letter by outcome; failed ones are tried again, given up ones are not',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  for (const outcome of OUTCOMES) attempts.inc({ outcome }, 0);
  letters.watch((ending) => {
    attempts.inc({ outcome: ending.outcome });
    if (ending.outcome === 'sent') return;
    log[ending.outcome === 'given_up' ? 'error' : 'warn'](ending, 'letter not delivered');
  });
}
