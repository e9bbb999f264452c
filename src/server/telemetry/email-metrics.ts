import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Access, WaitingEmails } from '../../access/index.ts';

const OUTCOMES = ['sent', 'failed', 'given_up'] as const;
/** Scrapes need no token: they must not let strangers query the database at will. */
const MAX_AGE_MS = 5_000;

interface Observation {
  readonly log: FastifyBaseLogger;
  readonly registry: Registry;
  /** Whether there is a mail server; without one e-mails wait, and that is no fault. */
  readonly sends: boolean;
}

/**
 * Counts attempts to send e-mails and logs those that fail. The mail server's own words may quote an address, so they are
 * not logged: /admin/v1/emails shows them to the operator.
 */
export function observeEmails(
  emails: Pick<Access['emails'], 'waiting' | 'watch'>,
  { log, registry, sends }: Observation,
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
  if (sends) measureWaiting(emails, registry);
}

/** NaN while the database does not answer: 0 would say that nothing waits. */
function measureWaiting(emails: Pick<Access['emails'], 'waiting'>, registry: Registry): void {
  const cache = new LRUCache<'waiting', WaitingEmails>({
    max: 1,
    ttl: MAX_AGE_MS,
    fetchMethod: () => emails.waiting(),
  });
  const unknown = { count: Number.NaN, oldestAt: Number.NaN };
  const read = async () => (await cache.fetch('waiting').catch(() => unknown)) ?? unknown;
  const registers = [registry];
  new Gauge({
    name: 'claim_verification_emails_waiting',
    help: 'E-mails that wait for an attempt to send them',
    registers,
    async collect() {
      this.set((await read()).count);
    },
  });
  new Gauge({
    name: 'claim_verification_emails_oldest_seconds',
    help: 'Age of the oldest e-mail that waits; 0: none waits',
    registers,
    async collect() {
      const { oldestAt } = await read();
      this.set(oldestAt === undefined ? 0 : (Date.now() - oldestAt) / 1_000);
    },
  });
}
