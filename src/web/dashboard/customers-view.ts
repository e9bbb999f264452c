import type { RecordBody } from '../../contract/records.ts';
import { type Child, el, formOf, labelled } from '../shared/dom.ts';
import { type CustomerOverview, type EmailRecord, type PageContext, STATUSES } from './page-context.ts';
import { fragmentOf, goTo, type Place } from './places.ts';
import { card, momentText, row, scrollTable, select, statusBadge } from './presentation.ts';

const PER_PAGE = 50;
const MAX_EMAILS = 10;

type CustomersPlace = Extract<Place, { page: 'customers' }>;

/** The operator's start page: search customers, page through them, add one. Rejects with ServiceError. */
export async function showCustomers(context: PageContext, place: CustomersPlace): Promise<void> {
  const { search, status, skip } = place;
  const query = new URLSearchParams({ search, skip: String(skip), count: String(PER_PAGE) });
  if (status !== '') query.set('status', status);
  const found = await context.session.get<{ customers: CustomerOverview[]; total: number }>(
    `/admin/v1/customers?${query}`,
  );
  const undelivered = await givenUpEmails(context);
  const { customers } = found;
  const isMore = skip + customers.length < found.total;
  const range = rangeText(customers.length, found.total, place);
  context.show(
    ...undelivered,
    card(
      'Customers',
      searchForm(place),
      el(
        'div',
        { id: 'customers' },
        el('p', { class: 'hint' }, `${range} Requests are of the last 30 days. Numbers are some seconds late.`),
        customers.length === 0 ? '' : table(customers),
        pages(place, isMore),
      ),
    ),
    ...(context.mayChange ? [card('New customer', newCustomer(context))] : []),
  );
  context.announce(range);
}

function rangeText(count: number, total: number, { skip, search, status }: CustomersPlace): string {
  const isFiltered = search !== '' || status !== '';
  const found = isFiltered ? ' found' : '';
  if (count < total) return `Customers ${skip + 1} to ${skip + count} of ${total}${found}, newest first.`;
  return `${count === 1 ? '1 customer' : `${count} customers`}${found}.`;
}

function searchForm({ search, status }: CustomersPlace): HTMLFormElement {
  const text = el('input', { id: 'search', type: 'search', autocomplete: 'off', value: search });
  const all = ['', 'any status'] as const;
  const statuses = select(
    'search-status',
    [all, ...STATUSES.map((one) => [one, one.replaceAll('_', ' ')] as const)],
    status,
  );
  const find = () => goTo({ page: 'customers', search: text.value, status: statuses.value, skip: 0 });
  return formOf(
    find,
    { role: 'search', class: 'columns' },
    labelled('Name, e-mail address, or id of a customer, subscription or key', text),
    labelled('With a subscription that is', statuses),
    el('button', { type: 'submit', class: 'primary' }, 'Search'),
  );
}

function table(customers: readonly CustomerOverview[]): HTMLElement {
  const rows = customers.map((customer) =>
    row(
      el('a', { href: fragmentOf({ page: 'customer', id: customer.id }) }, customer.name),
      el('div', { class: 'badges' }, ...customer.statuses.map(statusBadge)),
      String(customer.working_keys),
      customer.requests.toLocaleString('en'),
      customer.refused.toLocaleString('en'),
      momentText(customer.last_used_at, 'never'),
      customer.email ?? 'none',
      momentText(customer.created_at, ''),
    ),
  );
  const head = ['Name', 'Subscription', 'Keys', 'Requests', 'Refused', 'Last used', 'E-mail', 'Customer since'];
  return scrollTable('Customers found', head, rows);
}

function pages(place: CustomersPlace, isMore: boolean): HTMLElement {
  const { skip } = place;
  const link = (text: string, to: number) => el('a', { href: fragmentOf({ ...place, skip: to }) }, text);
  return el(
    'p',
    { class: 'actions' },
    ...(skip > 0 ? [link('Newer customers', Math.max(0, skip - PER_PAGE))] : []),
    ...(isMore ? [link('Older customers', skip + PER_PAGE)] : []),
  );
}

/** The newest e-mails that were given up, each with a link to its customer. */
async function givenUpEmails(context: PageContext): Promise<readonly HTMLElement[]> {
  const query = new URLSearchParams({ state: 'given_up', count: String(MAX_EMAILS) });
  const { emails } = await context.session.get<{ emails: EmailRecord[] }>(`/admin/v1/emails?${query}`);
  const list = undeliveredEmails(emails, ({ id, customer_id }) => {
    const href = fragmentOf({ page: 'customer', id: customer_id });
    return [el('a', { href, 'aria-label': `Customer of e-mail ${id}` }, 'Customer')];
  });
  return list === '' ? [] : [card('Undelivered e-mails', list)];
}

function newCustomer(context: PageContext): HTMLFormElement {
  const name = el('input', { id: 'customer-name', autocomplete: 'off', required: true });
  const email = el('input', { id: 'customer-email', type: 'email', autocomplete: 'off' });
  const add = async () => {
    const body = { name: name.value, ...(email.value === '' ? {} : { email: email.value }) };
    const { id } = await context.session.send<RecordBody<'Customer'>>('POST', '/admin/v1/customers', body);
    goTo({ page: 'customer', id });
  };
  return formOf(
    () => context.attempt(add),
    { class: 'columns' },
    labelled('Name', name),
    context.sendsMail ? labelled('E-mail (keys are sent there)', email) : '',
    el('button', { type: 'submit' }, 'Add customer'),
  );
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
  const outcome = state === 'given_up' ? `was given up on ${momentText(given_up_at, '')}` : 'will be tried again';
  const tries = attempts === 1 ? 'one attempt' : `${attempts} attempts`;
  const error = `Last error: ${last_error ?? 'none'}`;
  return [`${KINDS[kind]}, created ${momentText(created_at, '')}: ${outcome} after ${tries}. ${error} `];
}
