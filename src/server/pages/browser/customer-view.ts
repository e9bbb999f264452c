import { showKeyOnce } from './dialogs.ts';
import { el, labelled } from './dom.ts';
import { keyTable } from './key-table.ts';
import type { CustomerPage, PageContext } from './page-context.ts';
import { card, definitionList, momentText, statusBadge } from './presentation.ts';
import type { AuditLine, CustomerFile, EmailRecord, IssuedKey, PlanRecord, SubscriptionRecord } from './records.ts';
import { STATUSES } from './records.ts';
import { undeliveredEmails } from './undelivered-emails.ts';

/** Shows a customer with subscriptions and keys, and the operator's actions on them. Rejects with ApiError. */
export async function showCustomer(context: PageContext, id: string, goBack: () => Promise<void>): Promise<void> {
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
    refresh: () => showCustomer(context, id, goBack),
  };
  const back = el('button', { type: 'button' }, 'Back to all customers');
  back.addEventListener('click', () => context.attempt(goBack));
  const { customer, subscriptions } = file;
  context.show(
    el('div', { class: 'actions' }, back),
    card(
      customer.name,
      definitionList([
        ['E-mail', customer.email ?? 'none'],
        ['Customer since', momentText(customer.created_at, '')],
        ['Id', el('code', {}, customer.id)],
      ]),
    ),
    ...subscriptions.map((subscription) => subscriptionCard(page, subscription)),
    card('New subscription', newSubscription(page)),
  );
}

async function emailsOf({ session }: PageContext, { id }: SubscriptionRecord): Promise<readonly EmailRecord[]> {
  const query = new URLSearchParams({ subscription_id: id, count: '10' });
  return (await session.get<{ emails: EmailRecord[] }>(`admin/v1/emails?${query}`)).emails;
}

function subscriptionCard(page: CustomerPage, subscription: SubscriptionRecord): HTMLElement {
  const { id, plan, status, period_end } = subscription;
  return card(
    `Subscription to ${planName(page, plan)}`,
    definitionList([
      ['Status', statusBadge(status)],
      ['Paid until', momentText(period_end, 'no end')],
      ['Id', el('code', {}, id)],
    ]),
    statusForm(page, subscription),
    el('h3', {}, 'Keys'),
    keyTable(page, id),
    undeliveredEmails(page.emails.filter((email) => email.subscription_id === id)),
    history(page, id),
  );
}

function planName({ plans }: CustomerPage, id: string): string {
  return plans.find((plan) => plan.id === id)?.name ?? id;
}

function statusForm({ context, refresh }: CustomerPage, { id, status }: SubscriptionRecord): HTMLFormElement {
  const choice = select(
    `status-${id}`,
    STATUSES.map((one) => [one, one.replaceAll('_', ' ')]),
    status,
  );
  const form = el(
    'form',
    { class: 'columns' },
    labelled('Status', choice),
    el('button', { type: 'submit' }, 'Set status'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void context.attempt(async () => {
      await context.session.send('PATCH', `admin/v1/subscriptions/${id}`, { status: choice.value });
      await refresh();
      context.announce(`Status set to ${choice.value}.`);
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
  const end = el('input', { id: 'new-end', type: 'date' });
  const form = el(
    'form',
    { class: 'columns' },
    labelled('Plan', plan),
    labelled('Paid until (leave empty for no end)', end),
    el('button', { type: 'submit' }, 'Add subscription and key'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void context.attempt(async () => {
      const paid = end.value === '' ? {} : { period_end: end.value };
      const body = { customer_id: file.customer.id, plan: plan.value, ...paid };
      const { key } = await context.session.send<{ key?: IssuedKey }>('POST', 'admin/v1/subscriptions', body);
      if (key !== undefined) await showKeyOnce(key.key);
      await refresh();
      context.announce(key === undefined ? 'Subscription added. The key is sent by e-mail.' : 'Subscription added.');
    });
  });
  return form;
}

function history({ context }: CustomerPage, subject: string): HTMLElement {
  const list = el('ul', {});
  const details = el('details', {}, el('summary', {}, 'History'), list);
  details.addEventListener('toggle', () => {
    if (!details.open) return;
    void context.attempt(async () => {
      const query = new URLSearchParams({ subject, count: '50' });
      const { lines } = await context.session.get<{ lines: AuditLine[] }>(`admin/v1/audit?${query}`);
      list.replaceChildren(
        ...lines.map(({ at, actor, action }) => el('li', {}, `${momentText(at, '')}: ${action} by ${actor}`)),
      );
    });
  });
  return details;
}

function select(id: string, options: readonly (readonly [value: string, text: string])[], chosen: string) {
  return el(
    'select',
    { id },
    ...options.map(([value, text]) => el('option', { value, selected: value === chosen ? true : undefined }, text)),
  );
}
