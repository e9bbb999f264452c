import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Access, openAccess } from '../../../src/access/index.ts';
import { PermanentRejection } from '../../../src/access/mail/outbox-worker.ts';
import { smtpMailer } from '../../../src/access/mail/smtp-mailer.ts';
import { temporaryFolder } from '../support/stores.ts';

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly content: string;
}

const MESSAGE = { to: { name: 'Ada', email: 'ada@example.com' }, subject: 's', text: 't' };

describe('the SMTP mailer, against a real SMTP server', () => {
  let server: SMTPServer;
  let url: string;
  let received: Received[];
  let refuse: boolean;
  let refuseRecipient: number | undefined;

  beforeEach(async () => {
    received = [];
    refuse = false;
    refuseRecipient = undefined;
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo(_address, _session, callback) {
        if (refuseRecipient === undefined) return callback();
        callback(Object.assign(new Error('no'), { responseCode: refuseRecipient }));
      },
      async onData(stream, { envelope }, callback) {
        const content = await text(stream);
        if (refuse) return callback(new Error('mailbox full'));
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), content });
        callback();
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });

  afterEach(async () => {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  it('delivers a message with its text unchanged', async () => {
    const mailer = smtpMailer({ url, from: 'Keys <keys@example.com>' });
    await mailer.send({
      to: { name: 'Zoë "Z" O\u2019Neil', email: 'zoe@example.com' },
      subject: 'Schlüssel',
      text: 'cvs_abc\n',
    });
    mailer.close();
    expect(received).toMatchObject([{ from: 'keys@example.com', to: ['zoe@example.com'] }]);
    expect(received[0]!.content).toContain('cvs_abc');
  });

  it('says what the server refused', async () => {
    refuse = true;
    const mailer = smtpMailer({ url, from: 'keys@example.com' });
    await expect(mailer.send(MESSAGE)).rejects.toThrow('mailbox full');
    mailer.close();
  });

  it.each([
    [550, true],
    [553, true],
    [450, false],
    [530, false],
  ])('takes a recipient refused with %i for refused for good: %s', async (code, permanent) => {
    refuseRecipient = code;
    const mailer = smtpMailer({ url, from: 'keys@example.com' });
    const error = await mailer.send(MESSAGE).catch((reason: unknown) => reason);
    expect(error instanceof PermanentRejection).toBe(permanent);
    expect(String(error)).toContain(String(code));
    mailer.close();
  });

  it('sends nothing in clear text to a remote server without TLS, whatever the address asks for', async () => {
    // Every address of this machine but those that are called loopback.
    const elsewhere = url.replace('127.0.0.1', '0.0.0.0');
    for (const address of [elsewhere, `${elsewhere}?requireTLS=false&ignoreTLS=true&opportunisticTLS=true`]) {
      const mailer = smtpMailer({ url: address, from: 'keys@example.com' });
      await expect(mailer.send(MESSAGE)).rejects.toMatchObject({ code: 'ETLS' });
      mailer.close();
    }
    expect(received).toEqual([]);
    const allowed = smtpMailer({ url: elsewhere, from: 'keys@example.com', allowPlaintext: true });
    await allowed.send(MESSAGE);
    allowed.close();
    expect(received).toHaveLength(1);
  });

  it('brings a new subscription its key, by e-mail only', async () => {
    const mail = {
      smtpUrl: url,
      from: 'keys@example.com',
      dashboardUrl: 'https://k.test/d',
      checkoutUrl: 'https://k.test/c',
    };
    const access: Access = await openAccess({ dataDir: temporaryFolder(), defaultLimit: 60, mail });
    const customer = await access.customers.create({ name: 'Ada', email: 'ada@example.com' }, 'test');
    const created = await access.subscriptions.create({ customer_id: customer.id, plan: 'standard' }, 'test');
    expect(created.key).toBeUndefined();
    await expect.poll(() => received.length).toBe(1);
    const [key] = /cvs_[0-9A-Za-z]{40}/.exec(received[0]!.content) ?? [];
    expect(await access.authenticator.authenticate(key!)).toMatchObject({ keyName: 'Ada', status: 'active' });
    await access.close();
  });
});
