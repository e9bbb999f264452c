import { isPlainName } from '../checks.ts';
import { toIsoOrNull } from '../time.ts';

/** Addresses that stand in the letters. */
export interface LetterAddresses {
  readonly dashboardUrl: string;
  readonly checkoutUrl: string;
}

export interface Words {
  readonly subject: string;
  readonly text: string;
}

/** What a customer is told of a rotation; it holds no key. */
export interface Rotation {
  /** Id of the new key. */
  readonly to: string;
  /** Id of the key that it was made in place of. */
  readonly from: string | null;
  /** Unix milliseconds: when that one stops working; `null` for not by itself. */
  readonly worksUntil: number | null;
}

/** Lines of a mail's usual width, so that it travels as it is and the key is not folded on its way. */
export function keyLetter(name: string, key: string, { dashboardUrl, checkoutUrl }: LetterAddresses): Words {
  return {
    subject: 'Your API key for claim verification',
    text: [
      greeting(name),
      '',
      'your API key is active now:',
      '',
      `  ${key}`,
      '',
      'Send it with every request, in the header',
      '"Authorization: Bearer <API_KEY>". Keep it on your servers: never in',
      'client-side code, mobile apps or public repositories. It is stored',
      'nowhere in clear and cannot be sent again.',
      '',
      'See your status and usage, and rotate the key:',
      dashboardUrl,
      '',
      'Renew your subscription:',
      checkoutUrl,
      '',
    ].join('\n'),
  };
}

export function rotationLetter(name: string, { to, from, worksUntil }: Rotation, addresses: LetterAddresses): Words {
  return {
    subject: 'Your API key for claim verification was rotated',
    text: [
      greeting(name),
      '',
      'a new API key was made in place of one of yours:',
      '',
      `  new key: ${to}`,
      `  old key: ${from ?? 'unknown'}`,
      `  the old key works until: ${toIsoOrNull(worksUntil) ?? 'it is revoked'}`,
      '',
      'These are the ids of the keys, not the keys. The new one was shown once,',
      'to whoever rotated the old one.',
      '',
      'If that was neither you nor anybody who works for you, the old key is in',
      'wrong hands. Ask us to revoke it: the new one ends with it.',
      '',
      'See your keys:',
      addresses.dashboardUrl,
      '',
    ].join('\n'),
  };
}

/** Mail programs turn what looks like an address into a link, and a name is whatever somebody once typed. */
function greeting(name: string): string {
  return isPlainName(name) ? `Hello ${name},` : 'Hello,';
}
