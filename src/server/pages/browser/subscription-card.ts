import { auditTable } from './audit-view.ts';
import { confirmed } from './dialogs.ts';
import { dayField, el, labelled, select } from './dom.ts';
import { keyTable } from './key-table.ts';
import type { CustomerPage } from './page-context.ts';
import { card, definitionList, isPaid, momentText, statusBadge } from './presentation.ts';
import { type AuditLine, STATUSES, type Status, type SubscriptionRecord } from './records.ts';
import { undeliveredEmails } from './undelivered-emails.ts';

const MAX_LINES = 50;

/** A subscription with its keys, what can be changed of it, and what happened to both. */
export function subscriptionCard(page: CustomerPage, subscription: SubscriptionRecord): HTMLElement {
  const { id, plan, status, period_end } = subscription;
  return card(
    `Subscription to ${page.plans.find((one) => one.id === plan)?.name ?? plan}`,
    definitionList([
      ['Status', statusBadge(status)],
      ['Paid until', momentText(period_end, 'no end')],
      ['Id', el('code', {}, id)],
    ]),
    page.context.mayChange ? subscriptionForm(page, subscription) : '',
    el('h3', {}, 'Keys'),
    keyTable(page, id),
    undeliveredEmails(page.emails.filter((email) => email.subscription_id === id)),
    history(page, id),
  );
}

interface Changes {
  readonly status?: Status;
  readonly plan?: string;
  /** A day such as `2030-01-31`; null for no end. */
  readonly period_end?: string | null;
}

function subscriptionForm(page: CustomerPage, subscription: SubscriptionRecord): HTMLFormElement {
  const { context, plans, refresh } = page;
  const { id, status, plan, period_end } = subscription;
  const statuses = select(
    `status-${id}`,
    STATUSES.map((one) => [one, one.replaceAll('_', ' ')]),
    status,
  );
  const choice = select(
    `plan-${id}`,
    plans.map((one) => [one.id, one.name]),
    plan,
  );
  const end = dayField(`end-${id}`, period_end);
  const form = el(
    'form',
    { class: 'columns' },
    labelled('Status', statuses),
    labelled('Plan', choice),
    labelled('Paid until (empty: no end)', end),
    el('button', { type: 'submit' }, 'Save subscription'),
  );
  const save = async () => {
    const changes: Changes = {
      ...(statuses.value === status ? {} : { status: statuses.value as Status }),
      ...(choice.value === plan ? {} : { plan: choice.value }),
      ...(end.value === (period_end ?? '').slice(0, 10) ? {} : { period_end: end.value === '' ? null : end.value }),
    };
    const warnings = warningsOf(changes);
    const items = warnings.map((text) => el('p', {}, text));
    if (warnings.length > 0 && !(await confirmed('Change this subscription?', 'Change subscription', ...items))) return;
    await context.session.send('PATCH', `admin/v1/subscriptions/${id}`, changes);
    await refresh();
    context.announce('Subscription saved.');
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void context.attempt(save);
  });
  return form;
}

/** What a change takes from the customer; empty when it takes nothing. */
function warningsOf({ status, plan, period_end }: Changes): string[] {
  const refused = 'requests with its keys are refused within seconds.';
  const isOver = typeof period_end === 'string' && Date.parse(period_end) <= Date.now();
  return [
    ...(status === undefined || isPaid(status)
      ? []
      : [`The status becomes ${status.replaceAll('_', ' ')}: ${refused}`]),
    ...(isOver ? [`The paid period ends on ${period_end}, which is over: ${refused}`] : []),
    ...(plan === undefined ? [] : [`The plan becomes ${plan}: keys without a limit of their own get its limit.`]),
  ];
}

/** Of the subscription and its keys, the newest first. */
function history({ context, file }: CustomerPage, id: string): HTMLElement {
  const place = el('div', {});
  const details = el('details', {}, el('summary', {}, 'History'), place);
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
  return (await session.get<{ lines: AuditLine[] }>(`admin/v1/audit?${query}`)).lines;
}
