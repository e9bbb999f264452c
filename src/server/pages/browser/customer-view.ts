import { confirmedByName, showOnce } from './dialogs.ts';
import { dayField, el, goTo, labelled, select } from './dom.ts';
import type { CustomerPage, PageContext } from './page-context.ts';
import { placeOf } from './places.ts';
import { card, definitionList, momentText } from './presentation.ts';
import type { CustomerFile, EmailRecord, IssuedKey, PlanRecord, SubscriptionRecord } from './records.ts';
import { subscriptionCard } from './subscription-card.ts';

/** Shows a customer with subscriptions and keys, and the operator's actions on them. Rejects with ApiError. */
export async function showCustomer(context: PageContext, id: string): Promise<void> {
  const [file, { plans }] = await Promise.all([
    context.session.get<CustomerFile>(`admin/v1/customers/${encodeURIComponent(id)}`),
    context.session.get<{ plans: PlanRecord[] }>('admin/v1/plans'),
  ]);
  const emails = await Promise.all(file.subscriptions.map((one) => emailsOf(context, one)));
  const page: CustomerPage = {
    context,
    file,
    plans,
    emails: emails.flat(),
    refresh: () => showCustomer(context, id),
  };
  const { customer, subscriptions } = file;
  context.show(
    card(
      customer.name,
      definitionList([
        ['E-mail', customer.email ?? 'none'],
        ['Customer since', momentText(customer.created_at, '')],
        ['Id', el('code', {}, customer.id)],
      ]),
      context.mayChange
        ? el('details', {}, el('summary', {}, 'Change name or e-mail address'), customerForm(page))
        : '',
      el('details', {}, el('summary', {}, context.mayChange ? 'Export or delete' : 'Export'), customerData(page)),
    ),
    ...subscriptions.map((subscription) => subscriptionCard(page, subscription)),
    ...(context.mayChange ? [card('New subscription', newSubscription(page))] : []),
  );
}

async function emailsOf({ session }: PageContext, { id }: SubscriptionRecord): Promise<readonly EmailRecord[]> {
  const query = new URLSearchParams({ subscription_id: id, count: '10' });
  return (await session.get<{ emails: EmailRecord[] }>(`admin/v1/emails?${query}`)).emails;
}

function customerForm({ context, file: { customer }, refresh }: CustomerPage): HTMLFormElement {
  const name = el('input', { id: 'edit-name', autocomplete: 'off', required: true, value: customer.name });
  const address = customer.email ?? '';
  const email = el('input', { id: 'edit-email', type: 'email', autocomplete: 'off', value: address });
  const form = el(
    'form',
    { class: 'columns' },
    labelled('New name', name),
    labelled('New e-mail address', email),
    el('button', { type: 'submit' }, 'Save customer'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void context.attempt(async () => {
      const body = { name: name.value, ...(email.value === address ? {} : { email: email.value }) };
      await context.session.send('PATCH', `admin/v1/customers/${customer.id}`, body);
      await refresh();
      context.announce('Customer saved.');
    });
  });
  return form;
}

function newSubscription({ context, file, plans, refresh }: CustomerPage): HTMLFormElement {
  const plan = select(
    'new-plan',
    plans.map(({ id, name }) => [id, name]),
    'standard',
  );
  const end = dayField('new-end', null);
  const form = el(
    'form',
    { class: 'columns' },
    labelled('Plan of the new subscription', plan),
    labelled('Paid until (empty: no end)', end),
    el('button', { type: 'submit' }, 'Add subscription and key'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void context.attempt(async () => {
      const paid = end.value === '' ? {} : { period_end: end.value };
      const body = { customer_id: file.customer.id, plan: plan.value, ...paid };
      const { key } = await context.session.send<{ key?: IssuedKey }>('POST', 'admin/v1/subscriptions', body);
      if (key !== undefined) await showOnce({ kind: 'key', value: key.key });
      await refresh();
      context.announce(key === undefined ? 'Subscription added. The key is sent by e-mail.' : 'Subscription added.');
    });
  });
  return form;
}

/** What a customer may ask for: all data that is kept, and their end. */
function customerData({ context, file: { customer } }: CustomerPage): HTMLElement {
  const address = `admin/v1/customers/${encodeURIComponent(customer.id)}`;
  const save = el('button', { type: 'button' }, 'Export all that is kept');
  save.addEventListener('click', () =>
    context.attempt(async () => saveFile(`${customer.id}.json`, await context.session.get(`${address}/export`))),
  );
  const remove = el('button', { type: 'button' }, 'Delete this customer');
  remove.addEventListener('click', () =>
    context.attempt(async () => {
      if (!(await isSure(customer.name))) return;
      await context.session.send('DELETE', address);
      goTo(placeOf(''));
      context.announce('The customer is deleted.');
    }),
  );
  return el('div', { class: 'actions' }, save, ...(context.mayChange ? [remove] : []));
}

function isSure(name: string): Promise<boolean> {
  const text = `All subscriptions, keys, usage and e-mails of "${name}" are deleted, and the keys stop working within seconds. This cannot be undone.`;
  return confirmedByName('Delete this customer?', 'Delete customer', { name, text });
}

function saveFile(name: string, content: unknown): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }));
  el('a', { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
