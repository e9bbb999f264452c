import type { SubscriptionStatus } from '../../contract/records.ts';
import { buttonOf, el, formOf, labelled } from '../shared/dom.ts';
import { auditTable } from './audit-view.ts';
import { confirmed, confirmedDeletion } from './dialogs.ts';
import { undeliveredEmails } from './emails.ts';
import { keyTable } from './key-table.ts';
import { addSubscription } from './new-customer.ts';
import type {
  AuditLine,
  CustomerFile,
  CustomerPage,
  EmailRecord,
  PageContext,
  PlanRecord,
  SubscriptionRecord,
} from './page-context.ts';
import { fragmentOf, goTo, placeOf } from './places.ts';
import {
  card,
  dayField,
  definitionList,
  fold,
  isPaid,
  momentText,
  planSelect,
  statusBadge,
  statusSelect,
} from './presentation.ts';

/** Shows a customer with subscriptions and keys, and the operator's actions on them. Rejects with ServiceError. */
export async function showCustomer(context: PageContext, id: string): Promise<void> {
  const [file, { plans }] = await Promise.all([
    context.session.get<CustomerFile>(`/admin/v1/customers/${encodeURIComponent(id)}`),
    context.session.get<{ plans: PlanRecord[] }>('/admin/v1/plans'),
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
  const nameAndAddress = context.sendsMail ? 'Change name or e-mail address' : 'Change name';
  context.show(
    el('p', { class: 'back' }, el('a', { href: fragmentOf(CUSTOMERS) }, '← All customers')),
    card(
      customer.name,
      definitionList([
        ['E-mail', customer.email ?? 'none'],
        ['Customer since', momentText(customer.created_at, '')],
        ['Id', el('code', {}, customer.id)],
      ]),
      ...(context.mayChange ? [fold(nameAndAddress, customerForm(page)), fold('Delete', customerDeletion(page))] : []),
    ),
    ...subscriptions.map((subscription) => subscriptionCard(page, subscription)),
    ...(context.mayChange ? [card('New subscription', newSubscription(page))] : []),
  );
}

const CUSTOMERS = placeOf('#/customers');

async function emailsOf({ session }: PageContext, { id }: SubscriptionRecord): Promise<readonly EmailRecord[]> {
  const query = new URLSearchParams({ subscription_id: id, count: '10' });
  return (await session.get<{ emails: EmailRecord[] }>(`/admin/v1/emails?${query}`)).emails;
}

function customerForm({ context, file: { customer }, refresh }: CustomerPage): HTMLFormElement {
  const name = el('input', { id: 'edit-name', autocomplete: 'off', required: true, value: customer.name });
  const address = customer.email ?? '';
  const email = el('input', { id: 'edit-email', type: 'email', autocomplete: 'off', value: address });
  const save = async () => {
    const body = { name: name.value, ...(email.value === address ? {} : { email: email.value }) };
    await context.session.send('PATCH', `/admin/v1/customers/${customer.id}`, body);
    await refresh();
    context.announce('Customer saved.');
  };
  return formOf(
    () => context.attempt(save),
    { class: 'columns' },
    labelled('New name', name),
    context.sendsMail ? labelled('New e-mail address', email) : '',
    el('button', { type: 'submit' }, 'Save customer'),
  );
}

function newSubscription({ context, file, plans, refresh }: CustomerPage): HTMLFormElement {
  const plan = planSelect('new-plan', plans);
  const end = dayField('new-end', null);
  const add = async () => {
    if (file.subscriptions.some(({ status }) => isPaid(status)) && !(await isAnother(file.customer.name))) return;
    const paid = end.value === '' ? {} : { period_end: end.value };
    await addSubscription(context, { customer_id: file.customer.id, plan: plan.value, ...paid });
    await refresh();
  };
  return formOf(
    () => context.attempt(add),
    { class: 'columns' },
    labelled('Plan of the new subscription', plan),
    labelled('Paid until (empty: no end)', end),
    el('button', { type: 'submit' }, 'Add subscription and key'),
  );
}

/** A second click makes a second subscription with a key of the same name. */
function isAnother(name: string): Promise<boolean> {
  const text = `"${name}" already has a subscription that works. This adds a second one, with its own key.`;
  return confirmed('Add another subscription?', 'Add another', el('p', {}, text));
}

function customerDeletion({ context, file: { customer } }: CustomerPage): HTMLElement {
  const remove = async () => {
    if (!(await confirmedDeletion(customer.name))) return;
    await context.session.send('DELETE', `/admin/v1/customers/${encodeURIComponent(customer.id)}`);
    goTo(CUSTOMERS);
  };
  return buttonOf('Delete this customer', () => context.attempt(remove), { class: 'danger' });
}

const MAX_LINES = 50;

/** A subscription with its keys, what can be changed of it, and what happened to both. */
function subscriptionCard(page: CustomerPage, subscription: SubscriptionRecord): HTMLElement {
  const { id, plan, status, period_end } = subscription;
  return card(
    `Subscription to ${page.plans.find((one) => one.id === plan)?.name ?? plan}`,
    definitionList([
      ['Status', statusBadge(status)],
      ['Paid until', momentText(period_end, 'no end')],
      ['Id', el('code', {}, id)],
    ]),
    page.context.mayChange ? fold('Change subscription', subscriptionForm(page, subscription)) : '',
    el('h3', {}, 'Keys'),
    keyTable(page, id),
    undeliveredEmails(page.emails.filter((email) => email.subscription_id === id)),
    history(page, id),
  );
}

interface Changes {
  readonly status?: SubscriptionStatus;
  readonly plan?: string;
  /** A day such as `2030-01-31`; null for no end. */
  readonly period_end?: string | null;
}

function subscriptionForm(page: CustomerPage, subscription: SubscriptionRecord): HTMLFormElement {
  const { context, plans, refresh } = page;
  const { id, status, plan, period_end } = subscription;
  const statuses = statusSelect(`status-${id}`, status);
  const choice = planSelect(`plan-${id}`, plans, plan);
  const end = dayField(`end-${id}`, period_end);
  const save = async () => {
    const changes: Changes = {
      ...(statuses.value === status ? {} : { status: statuses.value as SubscriptionStatus }),
      ...(choice.value === plan ? {} : { plan: choice.value }),
      ...(end.value === (period_end ?? '').slice(0, 10) ? {} : { period_end: end.value === '' ? null : end.value }),
    };
    const warnings = warningsOf(changes);
    const items = warnings.map((text) => el('p', {}, text));
    if (warnings.length > 0 && !(await confirmed('Change this subscription?', 'Change subscription', ...items))) return;
    await context.session.send('PATCH', `/admin/v1/subscriptions/${id}`, changes);
    await refresh();
    context.announce('Subscription saved.');
  };
  return formOf(
    () => context.attempt(save),
    { class: 'columns' },
    labelled('Status', statuses),
    labelled('Plan', choice),
    labelled('Paid until (empty: no end)', end),
    el('button', { type: 'submit' }, 'Save subscription'),
  );
}

/** Losses of the customer from a change; empty when there are none. */
function warningsOf({ status, plan, period_end }: Changes): string[] {
  const refused = 'requests with its keys are refused within seconds.';
  const isOver = typeof period_end === 'string' && Date.parse(period_end) <= Date.now();
  return [
    ...(status === undefined || isPaid(status)
      ? []
      : [`The status becomes ${status.replaceAll('_', ' ')}: ${refused}`]),
    ...(isOver ? [`The paid period ends on ${period_end}, which is in the past: ${refused}`] : []),
    ...(plan === undefined ? [] : [`The plan becomes ${plan}: keys without their own limit get its limit.`]),
  ];
}

function history({ context, file }: CustomerPage, id: string): HTMLElement {
  const place = el('div', {});
  const details = fold('History', place);
  const subjects = [id, ...file.keys.filter((key) => key.subscription_id === id).map((key) => key.id)];
  details.addEventListener('toggle', () => {
    if (!details.open) return;
    void context.attempt(async () => {
      const lists = await Promise.all(subjects.map((subject) => linesOf(context, subject)));
      const lines = lists.flat().sort((a, b) => (a.at < b.at ? 1 : -1));
      place.replaceChildren(auditTable(lines.slice(0, MAX_LINES)));
    });
  });
  return details;
}

async function linesOf({ session }: CustomerPage['context'], subject: string): Promise<readonly AuditLine[]> {
  const query = new URLSearchParams({ subject, count: String(MAX_LINES) });
  return (await session.get<{ lines: AuditLine[] }>(`/admin/v1/audit?${query}`)).lines;
}
