import { showKeyOnce } from './dialogs.ts';
import { el, labelled } from './dom.ts';
import { keyTable } from './key-table.ts';
import { undelivered } from './letters.ts';
import type { CustomerPage, Stage } from './page-context.ts';
import type { AuditLine, CustomerFile, IssuedKey, LetterRecord, PlanRecord, SubscriptionRecord } from './records.ts';
import { STATUSES } from './records.ts';
import { facts, momentText, part, statusBadge } from './words.ts';

/** A customer with subscriptions and keys, and what an operator does with them. Rejects with TroubleMet. */
export async function showCustomer(stage: Stage, id: string, goBack: () => Promise<void>): Promise<void> {
  const [file, { plans }] = await Promise.all([
    stage.session.get<CustomerFile>(`admin/v1/customers/${encodeURIComponent(id)}`),
    stage.session.get<{ plans: PlanRecord[] }>('admin/v1/plans'),
  ]);
  const letters = await Promise.all(file.subscriptions.map((one) => lettersOf(stage, one)));
  const page: CustomerPage = {
    stage,
    file,
    plans,
    letters: letters.flat(),
    refresh: () => showCustomer(stage, id, goBack),
  };
  const back = el('button', { type: 'button' }, 'Back to all customers');
  back.addEventListener('click', () => stage.attempt(goBack));
  const { customer, subscriptions } = file;
  stage.show(
    el('div', { class: 'actions' }, back),
    part(
      customer.name,
      facts([
        ['E-mail', customer.email ?? 'none'],
        ['Since', momentText(customer.created_at, '')],
        ['Id', el('code', {}, customer.id)],
      ]),
    ),
    ...subscriptions.map((subscription) => subscriptionPart(page, subscription)),
    part('New subscription', newSubscription(page)),
  );
}

async function lettersOf({ session }: Stage, { id }: SubscriptionRecord): Promise<readonly LetterRecord[]> {
  const query = new URLSearchParams({ subscription_id: id, count: '10' });
  return (await session.get<{ letters: LetterRecord[] }>(`admin/v1/letters?${query}`)).letters;
}

function subscriptionPart(page: CustomerPage, subscription: SubscriptionRecord): HTMLElement {
  const { id, plan, status, period_end } = subscription;
  return part(
    `Subscription to ${planName(page, plan)}`,
    facts([
      ['Status', statusBadge(status)],
      ['Paid until', momentText(period_end, 'no end')],
      ['Id', el('code', {}, id)],
    ]),
    statusForm(page, subscription),
    el('h3', {}, 'Keys'),
    keyTable(page, id),
    undelivered(page.letters.filter((letter) => letter.subscription_id === id)),
    history(page, id),
  );
}

function planName({ plans }: CustomerPage, id: string): string {
  return plans.find((plan) => plan.id === id)?.name ?? id;
}

function statusForm({ stage, refresh }: CustomerPage, { id, status }: SubscriptionRecord): HTMLFormElement {
  const choice = select(
    `status-${id}`,
    STATUSES.map((one) => [one, one.replaceAll('_', ' ')]),
    status,
  );
  const form = el(
    'form',
    { class: 'columns' },
    labelled('Set the status', choice),
    el('button', { type: 'submit' }, 'Set'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void stage.attempt(async () => {
      await stage.session.send('PATCH', `admin/v1/subscriptions/${id}`, { status: choice.value });
      await refresh();
      stage.say(`The status is ${choice.value}.`);
    });
  });
  return form;
}

function newSubscription({ stage, file, plans, refresh }: CustomerPage): HTMLFormElement {
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
    labelled('Paid until (empty: no end)', end),
    el('button', { type: 'submit' }, 'Add subscription and key'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void stage.attempt(async () => {
      const paid = end.value === '' ? {} : { period_end: end.value };
      const body = { customer_id: file.customer.id, plan: plan.value, ...paid };
      const { key } = await stage.session.send<{ key?: IssuedKey }>('POST', 'admin/v1/subscriptions', body);
      if (key !== undefined) await showKeyOnce(key.key);
      await refresh();
      stage.say(key === undefined ? 'Added. The key goes out by e-mail.' : 'Added.');
    });
  });
  return form;
}

function history({ stage }: CustomerPage, subject: string): HTMLElement {
  const list = el('ul', {});
  const details = el('details', {}, el('summary', {}, 'What happened to it'), list);
  details.addEventListener('toggle', () => {
    if (!details.open) return;
    void stage.attempt(async () => {
      const query = new URLSearchParams({ subject, count: '50' });
      const { lines } = await stage.session.get<{ lines: AuditLine[] }>(`admin/v1/audit?${query}`);
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
