import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { Access, WaitingEmails } from '../../access/index.ts';
import { byOutcome, cachedMeasure, countedBy, registerGauges } from './gauges.ts';

interface Observation {
  readonly log: FastifyBaseLogger;
  readonly registry: Registry;
  /** True if there is a mail server; without one e-mails wait, which is no error. */
  readonly sends: boolean;
}

/** Counts attempts to send e-mails and logs failures, without the mail server's words, which may quote an address. */
export function observeEmails(
  emails: Pick<Access['emails'], 'waiting' | 'watch'>,
  { log, registry, sends }: Observation,
): void {
  const help = 'Attempts to send an e-mail by outcome; failed: will be retried, given_up: will not';
  const attempts = countedBy(registry, 'emails', help, byOutcome(['sent', 'failed', 'given_up']));
  emails.watch((result) => {
    attempts.inc({ outcome: result.outcome });
    if (result.outcome === 'sent') return;
    log[result.outcome === 'given_up' ? 'error' : 'warn'](result, 'e-mail not delivered');
  });
  if (sends) measureWaiting(emails, registry);
}

/** NaN while the database does not answer: 0 would say that nothing waits. */
function measureWaiting(emails: Pick<Access['emails'], 'waiting'>, registry: Registry): void {
  const read = cachedMeasure<WaitingEmails>(() => emails.waiting(), { count: Number.NaN, oldestAt: Number.NaN });
  registerGauges(registry, {
    emails_waiting: { help: 'E-mails that wait for an attempt to send them', read: async () => (await read()).count },
    emails_oldest_seconds: {
      help: 'Age of the oldest e-mail that waits; 0: none waits',
      read: async () => {
        const { oldestAt } = await read();
        return oldestAt === undefined ? 0 : (Date.now() - oldestAt) / 1_000;
      },
    },
  });
}
