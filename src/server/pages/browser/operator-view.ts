import type { Stage } from './account-view.ts';
import { showCustomer } from './customer-view.ts';
import { el, labelled } from './dom.ts';
import type { CustomerRecord } from './records.ts';
import { momentText, part } from './words.ts';

const SHOWN = 50;

/** The operator's start: search customers, make one. Rejects with TroubleMet. */
export async function showOperator(stage: Stage): Promise<void> {
  const results = el('div', { id: 'customers' });
  const search = el('input', { id: 'search', type: 'search', autocomplete: 'off' });
  const form = el(
    'form',
    { role: 'search' },
    el('label', { for: 'search' }, 'Name, address, or id of a customer, subscription or key'),
    el('div', { class: 'row' }, search, el('button', { type: 'submit', class: 'primary' }, 'Search')),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void stage.attempt(() => list(stage, results, search.value));
  });
  // Nothing is shown until the token was accepted.
  await list(stage, results, '');
  stage.show(part('Customers', form, results), part('New customer', newCustomer(stage)));
}

async function list(stage: Stage, results: HTMLElement, text: string): Promise<void> {
  const query = new URLSearchParams({ search: text, count: String(SHOWN) });
  const { customers } = await stage.session.get<{ customers: CustomerRecord[] }>(`admin/v1/customers?${query}`);
  const found = customers.length === SHOWN ? `The newest ${SHOWN}` : String(customers.length);
  stage.say(`${found} customers.`);
  results.replaceChildren(
    el('p', { class: 'hint' }, `${found} ${text === '' ? 'customers' : 'found'}`),
    customers.length === 0 ? '' : table(stage, customers),
  );
}

function table(stage: Stage, customers: readonly CustomerRecord[]): HTMLElement {
  const head = ['Name', 'E-mail', 'Since'].map((name) => el('th', { scope: 'col' }, name));
  const rows = customers.map((customer) => {
    const open = el('button', { type: 'button', class: 'link' }, customer.name);
    open.addEventListener('click', () =>
      stage.attempt(() => showCustomer(stage, customer.id, () => showOperator(stage))),
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

function newCustomer(stage: Stage): HTMLFormElement {
  const name = el('input', { id: 'customer-name', autocomplete: 'off', required: true });
  const email = el('input', { id: 'customer-email', type: 'email', autocomplete: 'off' });
  const form = el(
    'form',
    { class: 'columns' },
    labelled('Name', name),
    labelled('E-mail (keys go there)', email),
    el('button', { type: 'submit' }, 'Add customer'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void stage.attempt(async () => {
      const body = { name: name.value, ...(email.value === '' ? {} : { email: email.value }) };
      const { id } = await stage.session.send<CustomerRecord>('POST', 'admin/v1/customers', body);
      await showCustomer(stage, id, () => showOperator(stage));
    });
  });
  return form;
}
