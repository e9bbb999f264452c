import { type Child, el } from '../shared/dom.ts';
import type { EmailRecord, PageContext } from './page-context.ts';
import { fragmentOf } from './places.ts';
import { card, momentText } from './presentation.ts';

const MAX_EMAILS = 10;

/** The newest e-mails that were given up, each with a link to its customer. Rejects with ServiceError. */
export async function givenUpEmails(context: PageContext): Promise<readonly HTMLElement[]> {
  const query = new URLSearchParams({ state: 'given_up', count: String(MAX_EMAILS) });
  const { emails } = await context.session.get<{ emails: EmailRecord[] }>(`/admin/v1/emails?${query}`);
  const list = undeliveredEmails(emails, ({ id, customer_id }) => {
    const href = fragmentOf({ page: 'customer', id: customer_id });
    return [el('a', { href, 'aria-label': `Customer of e-mail ${id}` }, 'Customer')];
  });
  return list === '' ? [] : [card('Undelivered e-mails', list)];
}

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
  const outcome =
    state === 'given_up' ? `failed for the last time on ${momentText(given_up_at, '')}` : 'will be tried again';
  const tries = attempts === 1 ? 'one attempt' : `${attempts} attempts`;
  const error = `Last error: ${last_error ?? 'none'}`;
  return [`${KINDS[kind]}, created ${momentText(created_at, '')}: ${outcome} after ${tries}. ${error} `];
}
