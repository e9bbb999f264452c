import { isIPv4 } from 'node:net';
import { createTransport } from 'nodemailer';
import { type Letter, type Mailer, RefusedForGood } from './postman.ts';

const TIMEOUT_MS = 15_000;
/** "Authentication required": the operator's settings are wrong, not the letter. */
const NOT_SIGNED_IN = 530;

export interface SmtpOptions {
  /** `smtp://user:password@host:port` or `smtps://...`. */
  readonly url: string;
  /** Such as `Claim verification <keys@example.com>`. */
  readonly from: string;
  /** Whether letters may go out unencrypted to a server that offers no TLS; to this machine's own they always may. */
  readonly allowPlaintext?: boolean | undefined;
}

/**
 * Sends by SMTP; rejects when the server does not take the letter over within the time limits, or, as keys are in it,
 * when it offers no TLS.
 */
export function smtpMailer({ url, from, allowPlaintext = false }: SmtpOptions): Mailer {
  const transport = createTransport({
    url: allowPlaintext ? url : withTls(url),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // A letter is text made here: nothing in it may make the library read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text }: Letter) => {
      try {
        await transport.sendMail({ from, to: { name: to.name, address: to.email }, subject, text });
      } catch (error) {
        throw isForGood(error) ? new RefusedForGood((error as Error).message, { cause: error }) : error;
      }
    },
    close: () => transport.close(),
  };
}

/**
 * Without `requireTLS` the library goes on in clear where somebody on the way strikes out the server's offer of TLS. It
 * stands in the address, whose words win over the other options.
 */
function withTls(url: string): string {
  const address = new URL(url);
  if (isLoopback(address.hostname)) return url;
  for (const name of ['ignoreTLS', 'opportunisticTLS']) address.searchParams.delete(name);
  address.searchParams.set('requireTLS', 'true');
  return address.href;
}

/** Whether a host of an address is this machine. */
function isLoopback(host: string): boolean {
  return /^(localhost|\[::1\])$/i.test(host) || (isIPv4(host) && host.startsWith('127.'));
}

/** A 5xx to the recipient or the content; one to the sender, the greeting or the login is about the settings. */
function isForGood(error: unknown): boolean {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number };
  const aboutLetter = command === 'RCPT TO' || command === 'DATA';
  return aboutLetter && responseCode >= 500 && responseCode < 600 && responseCode !== NOT_SIGNED_IN;
}
