import type { RecordBody } from '../../contract/records.ts';
import { el, formOf, labelled } from '../shared/dom.ts';
import { showOnce } from './dialogs.ts';
import type { PageContext, PlanRecord } from './page-context.ts';
import { arriveAt } from './places.ts';
import { planSelect } from './presentation.ts';

export function newCustomer(context: PageContext, plans: readonly PlanRecord[]): HTMLFormElement {
  const name = el('input', { id: 'customer-name', autocomplete: 'off', required: true });
  const email = el('input', { id: 'customer-email', type: 'email', autocomplete: 'off' });
  const plan = planSelect('customer-plan', plans);
  const add = async () => {
    const body = { name: name.value, ...(email.value === '' ? {} : { email: email.value }) };
    const { id } = await context.session.send<RecordBody<'Customer'>>('POST', '/admin/v1/customers', body);
    try {
      await addSubscription(context, { customer_id: id, plan: plan.value });
    } finally {
      // The customer exists, with or without a subscription: a second click must not add another one.
      await arriveAt({ page: 'customer', id });
    }
  };
  return formOf(
    () => context.attempt(add),
    { class: 'columns' },
    labelled('Name', name),
    context.sendsMail ? labelled('E-mail (keys are sent there)', email) : '',
    labelled('Plan', plan),
    el('button', { type: 'submit', class: 'primary' }, 'Add customer and key'),
  );
}

export async function addSubscription(
  context: PageContext,
  body: { readonly customer_id: string; readonly plan: string; readonly period_end?: string },
): Promise<void> {
  const { key } = await context.session.send<{ key?: RecordBody<'IssuedKey'> }>(
    'POST',
    '/admin/v1/subscriptions',
    body,
  );
  if (key !== undefined) await showOnce(key.key);
  context.announce(key === undefined ? 'Subscription added. The key is sent by e-mail.' : 'Subscription added.');
}
