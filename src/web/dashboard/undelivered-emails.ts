import { type Child, el } from '../shared/dom.ts';
import { momentText } from './presentation.ts';
import type { EmailRecord } from './records.ts';

const KINDS: Readonly<Record<EmailRecord['kind'], string>> = {
  key: 'E-mail with a new key',
  rotation: 'E-mail about a rotated key',
};

/** E-mails that were not delivered, each with its actions; an empty text when there are none. */
export function undeliveredEmails(
  emails: readonly EmailRecord[],
  actions: (email: EmailRecord) => readonly Child[] = () => [],
): HTMLElement | '' {
  const undelivered = emails.filter(({ state, last_error }) => state === 'given_up' || last_error !== null);
  if (undelivered.length === 0) return '';
  return el(
    'ul',
    { class: 'emails' },
    ...undelivered.map((email) => el('li', {}, ...describe(email), ...actions(email))),
  );
}

function describe({ kind, state, attempts, last_error, created_at, given_up_at }: EmailRecord): readonly Child[] {
  const outcome = state === 'given_up' ? `was given up on ${momentText(given_up_at, '')}` : 'will be tried again';
  const tries = attempts === 1 ? 'one attempt' : `${attempts} attempts`;
  const error = `Last error: ${last_error ?? 'none'}`;
  return [`${KINDS[kind]}, created ${momentText(created_at, '')}: ${outcome} after ${tries}. ${error} `];
}
