import { isIPv4 } from 'node:net';
import { createTransport } from 'nodemailer';
import { type EmailMessage, type Mailer, PermanentRejection } from './outbox-worker.ts';

const TIMEOUT_MS = 15_000;
/** "Authentication required": the operator's settings are wrong, not the message. */
const AUTHENTICATION_REQUIRED = 530;

export interface SmtpOptions {
  /** `smtp://user:password@host:port` or `smtps://...`. */
  readonly url: string;
  /** Such as `Claim verification <keys@example.com>`. */
  readonly from: string;
  /** Allows unencrypted e-mails to a server without TLS; on the loopback interface they are always allowed. */
  readonly allowPlaintext?: boolean | undefined;
}

/** Rejects when the server does not accept the message in time or, as it may contain a key, offers no TLS. */
export function smtpMailer({ url, from, allowPlaintext = false }: SmtpOptions): Mailer {
  const transport = createTransport({
    url: allowPlaintext ? url : withTls(url),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // The text comes from this product: nothing in it may make the library read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text }: EmailMessage) => {
      try {
        await transport.sendMail({ from, to: { name: to.name, address: to.email }, subject, text });
      } catch (error) {
        throw isPermanent(error) ? new PermanentRejection((error as Error).message, { cause: error }) : error;
      }
    },
    close: () => transport.close(),
  };
}

/**
 * Without `requireTLS` the library continues in clear text when an attacker strips the server's offer of TLS. It is set
 * in the address, because the parameters of the address override the other options.
 */
function withTls(url: string): string {
  const address = new URL(url);
  if (isLoopback(address.hostname)) return url;
  for (const name of ['ignoreTLS', 'opportunisticTLS']) address.searchParams.delete(name);
  address.searchParams.set('requireTLS', 'true');
  return address.href;
}

function isLoopback(host: string): boolean {
  return /^(localhost|\[::1\])$/i.test(host) || (isIPv4(host) && host.startsWith('127.'));
}

/** A 5xx to the recipient or the content; a 5xx to the sender, the greeting or the login is about the settings. */
function isPermanent(error: unknown): boolean {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number };
  const aboutMessage = command === 'RCPT TO' || command === 'DATA';
  return aboutMessage && responseCode >= 500 && responseCode < 600 && responseCode !== AUTHENTICATION_REQUIRED;
}
