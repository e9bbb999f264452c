import { customerData } from './customer-data.ts';
import { showOnce } from './dialogs.ts';
import { el, labelled } from './dom.ts';
import { dayField, select } from './fields.ts';
import type { CustomerPage, PageContext } from './page-context.ts';
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
