import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import type { DeliveryResult } from '../../../src/access/index.ts';
import { observeEmails } from '../../../src/server/telemetry/email-metrics.ts';
import { testServer } from '../../support/test-server.ts';

describe('attempts to send e-mails', () => {
  it('are counted by outcome, and logged without the words of the mail server unless all went well', async () => {
    const { app, log } = testServer();
    const registry = new Registry();
    let report: (result: DeliveryResult) => void = () => undefined;
    const watch = (listener: typeof report) => {
      report = listener;
    };
    const emails = { waiting: async () => ({ count: 3, oldestAt: Date.now() - 60_000 }), watch };
    observeEmails(emails, { log: app.log, registry, sends: true });
    for (const outcome of ['sent', 'failed', 'failed', 'given_up'] as const) {
      report({ messageId: 'out_1', kind: 'key', attempt: 1, outcome });
    }
    const metrics = await registry.metrics();
    expect(metrics).toContain('claim_verification_emails_total{outcome="failed"} 2');
    expect(metrics).toContain('claim_verification_emails_total{outcome="given_up"} 1');
    expect(metrics).toContain('claim_verification_emails_waiting 3');
    expect(Number(/^claim_verification_emails_oldest_seconds (\S+)$/m.exec(metrics)?.[1])).toBeGreaterThanOrEqual(60);
    const lines = log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'e-mail not delivered');
    expect(lines.map(({ level, outcome }) => [level, outcome])).toEqual([
      [40, 'failed'],
      [40, 'failed'],
      [50, 'given_up'],
    ]);
    await app.close();
  });
});
