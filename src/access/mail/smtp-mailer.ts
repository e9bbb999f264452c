import { createTransport } from 'nodemailer';
import type { Letter, Mailer } from './postman.ts';

const TIMEOUT_MS = 15_000;

export interface SmtpOptions {
  /** `smtp://user:password@host:port` or `smtps://...`. */
  readonly url: string;
  /** Such as `Claim verification <keys@example.com>`. */
  readonly from: string;
}

/** Sends by SMTP; rejects when the server does not take the letter over within the time limits. */
export function smtpMailer({ url, from }: SmtpOptions): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // A letter is text made here: nothing in it may make the library read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text }: Letter) => {
      await transport.sendMail({ from, to: { name: to.name, address: to.email }, subject, text });
    },
    close: () => transport.close(),
  };
}
