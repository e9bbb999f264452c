import { buttonOf, el, formOf, labelled } from '../shared/dom.ts';
import { confirmed } from './dialogs.ts';
import type { PageContext, PlanRecord } from './page-context.ts';
import { card, limitField, perWindow, row, scrollTable } from './presentation.ts';

/** The plans, and a form that adds or changes one. Rejects with ServiceError. */
export async function showPlans(context: PageContext): Promise<void> {
  const { plans } = await context.session.get<{ plans: PlanRecord[] }>('/admin/v1/plans');
  const { mayChange } = context;
  const form = planForm(context, plans);
  const rows = plans.map((plan) => {
    const edit = buttonOf('Change', () => form.fill(plan), { 'aria-label': `Change ${plan.name}` });
    return row(plan.name, el('code', {}, plan.id), limitText(plan), ...(mayChange ? [edit] : []));
  });
  context.show(
    card('Plans', scrollTable('Plans', ['Name', 'Id', 'Limit', ...(mayChange ? ['Actions'] : [])], rows)),
    ...(mayChange ? [card('Add or change a plan', form.element)] : []),
  );
}

function limitText({ limit, window_seconds: seconds }: PlanRecord): string {
  return limit === null ? 'the default of the service' : perWindow(limit, seconds);
}

function planForm(context: PageContext, plans: readonly PlanRecord[]) {
  const id = el('input', { id: 'plan-id', autocomplete: 'off', required: true, pattern: '[A-Za-z0-9_\\-]{1,64}' });
  const name = el('input', { id: 'plan-name', autocomplete: 'off', required: true });
  const limit = limitField('plan-limit', null);
  const seconds = limitField('plan-seconds', 60);
  seconds.required = true;
  const save = async () => {
    const plan = {
      name: name.value,
      limit: limit.value === '' ? null : Number(limit.value),
      window_seconds: Number(seconds.value),
    };
    const before = plans.find((one) => one.id === id.value);
    if (before !== undefined && !(await isSure(before, { ...before, ...plan }))) return;
    await context.session.send('PUT', `/admin/v1/plans/${encodeURIComponent(id.value)}`, plan);
    await showPlans(context);
    context.announce('Plan saved.');
  };
  const element = formOf(
    () => context.attempt(save),
    { class: 'columns' },
    labelled('Id', id),
    labelled('Name', name),
    labelled('Requests per window (empty: default)', limit),
    labelled('Window in seconds', seconds),
    el('button', { type: 'submit' }, 'Save plan'),
  );
  const fill = (plan: PlanRecord) => {
    id.value = plan.id;
    name.value = plan.name;
    limit.value = plan.limit === null ? '' : String(plan.limit);
    seconds.value = String(plan.window_seconds);
    name.focus();
  };
  return { element, fill };
}

/** A plan is shared: a change of it may leave all its customers with too little. */
function isSure(before: PlanRecord, after: PlanRecord): Promise<boolean> {
  const text = `All subscriptions to "${before.name}" get ${limitText(after)} instead of ${limitText(before)}, within seconds.`;
  return confirmed('Change this plan?', 'Change plan', el('p', {}, text));
}
