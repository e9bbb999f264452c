import { showCustomer } from './customer-view.ts';
import { el, labelled } from './dom.ts';
import { undelivered } from './letters.ts';
import type { Stage } from './page-context.ts';
import type { CustomerRecord, LetterRecord } from './records.ts';
import { momentText, part } from './words.ts';

const SHOWN = 50;
const LETTERS_SHOWN = 10;

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
  const lost = await lostLetters(stage);
  stage.show(...lost, part('Customers', form, results), part('New customer', newCustomer(stage)));
}

/** The newest letters that no mail server took, each with the way to its customer. */
async function lostLetters(stage: Stage): Promise<readonly HTMLElement[]> {
  const query = new URLSearchParams({ state: 'given_up', count: String(LETTERS_SHOWN) });
  const { letters } = await stage.session.get<{ letters: LetterRecord[] }>(`admin/v1/letters?${query}`);
  const list = undelivered(letters, ({ id, customer_id }) => {
    const open = el('button', { type: 'button', class: 'link', 'aria-label': `Customer of letter ${id}` }, 'Customer');
    open.addEventListener('click', () =>
      stage.attempt(() => showCustomer(stage, customer_id, () => showOperator(stage))),
    );
    return [open];
  });
  return list === '' ? [] : [part('Letters given up', list)];
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
