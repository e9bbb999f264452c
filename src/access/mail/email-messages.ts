import { isPlainName } from '../checks.ts';
import { toIsoOrNull } from '../time.ts';

/** Addresses that the e-mails link to; without one there is no link. */
export interface EmailLinks {
  readonly dashboardUrl?: string | undefined;
  readonly checkoutUrl?: string | undefined;
}

export interface EmailContent {
  readonly subject: string;
  readonly text: string;
}

/** What a customer is told about a rotation; it contains no key. */
export interface Rotation {
  /** Id of the new key. */
  readonly to: string;
  /** Id of the key that it replaced. */
  readonly from: string | null;
  /** Unix milliseconds: when the old key stops working; `null` when it has no end. */
  readonly worksUntil: number | null;
}

/** Short lines, so that no mail server folds them and breaks the key. */
export function keyEmail(name: string, key: string, { dashboardUrl, checkoutUrl }: EmailLinks): EmailContent {
  return {
    subject: 'Your API key for claim verification',
    text: [
      greeting(name),
      '',
      'your API key is active:',
      '',
      `  ${key}`,
      '',
      'Send it with every request, in the header',
      '"Authorization: Bearer <API_KEY>". Keep it on your servers: never in',
      'client-side code, mobile apps or public repositories. We store only a',
      'hash of it, so it cannot be sent again.',
      '',
      ...link('To see your status and usage or to rotate the key, open:', dashboardUrl),
      ...link('To renew your subscription, open:', checkoutUrl),
    ].join('\n'),
  };
}

export function rotationEmail(name: string, { to, from, worksUntil }: Rotation, addresses: EmailLinks): EmailContent {
  return {
    subject: 'Your API key for claim verification was rotated',
    text: [
      greeting(name),
      '',
      'one of your API keys was replaced by a new one:',
      '',
      `  new key: ${to}`,
      `  old key: ${from ?? 'unknown'}`,
      `  the old key works until: ${toIsoOrNull(worksUntil) ?? 'it is revoked'}`,
      '',
      'These are the ids of the keys, not the keys themselves. The new key was',
      'shown once, to the person who rotated the old one.',
      '',
      'If neither you nor anyone who works for you did this, somebody else has',
      'your old key. Ask us to revoke it: that revokes the new key too.',
      '',
      ...link('To see your keys, open:', addresses.dashboardUrl),
    ].join('\n'),
  };
}

function link(purpose: string, address: string | undefined): string[] {
  return address === undefined ? [] : [purpose, address, ''];
}

/** Mail programs turn text that looks like an address into a link, and a name is free text. */
function greeting(name: string): string {
  return isPlainName(name) ? `Hello ${name},` : 'Hello,';
}
