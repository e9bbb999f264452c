import { showCustomer } from './customer-view.ts';
import { el, labelled } from './dom.ts';
import type { PageContext } from './page-context.ts';
import { card, momentText } from './presentation.ts';
import type { CustomerRecord, EmailRecord } from './records.ts';
import { undeliveredEmails } from './undelivered-emails.ts';

const MAX_CUSTOMERS = 50;
const MAX_EMAILS = 10;

/** The operator's start page: search customers, add one. Rejects with ApiError. */
export async function showOperator(context: PageContext): Promise<void> {
  const results = el('div', { id: 'customers' });
  const search = el('input', { id: 'search', type: 'search', autocomplete: 'off' });
  const form = el(
    'form',
    { role: 'search' },
    el('label', { for: 'search' }, 'Name, e-mail address, or id of a customer, subscription or key'),
    el('div', { class: 'row' }, search, el('button', { type: 'submit', class: 'primary' }, 'Search')),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void context.attempt(() => list(context, results, search.value));
  });
  // Show nothing until the token has been accepted.
  await list(context, results, '');
  const undelivered = await givenUpEmails(context);
  context.show(...undelivered, card('Customers', form, results), card('New customer', newCustomer(context)));
}

/** The newest e-mails that were given up, each with a button that opens its customer. */
async function givenUpEmails(context: PageContext): Promise<readonly HTMLElement[]> {
  const query = new URLSearchParams({ state: 'given_up', count: String(MAX_EMAILS) });
  const { emails } = await context.session.get<{ emails: EmailRecord[] }>(`admin/v1/emails?${query}`);
  const list = undeliveredEmails(emails, ({ id, customer_id }) => {
    const open = el('button', { type: 'button', class: 'link', 'aria-label': `Customer of e-mail ${id}` }, 'Customer');
    open.addEventListener('click', () =>
      context.attempt(() => showCustomer(context, customer_id, () => showOperator(context))),
    );
    return [open];
  });
  return list === '' ? [] : [card('Undelivered e-mails', list)];
}

async function list(context: PageContext, results: HTMLElement, text: string): Promise<void> {
  const query = new URLSearchParams({ search: text, count: String(MAX_CUSTOMERS) });
  const { customers } = await context.session.get<{ customers: CustomerRecord[] }>(`admin/v1/customers?${query}`);
  const count = customers.length === 1 ? '1 customer' : `${customers.length} customers`;
  const found = customers.length === MAX_CUSTOMERS ? `The newest ${count}` : count;
  context.announce(`${found}${text === '' ? '' : ' found'}.`);
  results.replaceChildren(
    el('p', { class: 'hint' }, `${found}${text === '' ? '' : ' found'}`),
    customers.length === 0 ? '' : table(context, customers),
  );
}

function table(context: PageContext, customers: readonly CustomerRecord[]): HTMLElement {
  const head = ['Name', 'E-mail', 'Customer since'].map((name) => el('th', { scope: 'col' }, name));
  const rows = customers.map((customer) => {
    const open = el('button', { type: 'button', class: 'link' }, customer.name);
    open.addEventListener('click', () =>
      context.attempt(() => showCustomer(context, customer.id, () => showOperator(context))),
    );
    return el(
      'tr',
      {},
      el('td', {}, open),
      el('td', {}, customer.email ?? 'none'),
      el('td', {}, momentText(customer.created_at, '')),
    );
  });
  const content = el('table', {}, el('thead', {}, el('tr', {}, ...head)), el('tbody', {}, ...rows));
  return el('div', { class: 'scroll', role: 'group', tabindex: '0', 'aria-label': 'Customers found' }, content);
}

function newCustomer(context: PageContext): HTMLFormElement {
  const name = el('input', { id: 'customer-name', autocomplete: 'off', required: true });
  const email = el('input', { id: 'customer-email', type: 'email', autocomplete: 'off' });
  const form = el(
    'form',
    { class: 'columns' },
    labelled('Name', name),
    labelled('E-mail (keys are sent there)', email),
    el('button', { type: 'submit' }, 'Add customer'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void context.attempt(async () => {
      const body = { name: name.value, ...(email.value === '' ? {} : { email: email.value }) };
      const { id } = await context.session.send<CustomerRecord>('POST', 'admin/v1/customers', body);
      await showCustomer(context, id, () => showOperator(context));
    });
  });
  return form;
}
