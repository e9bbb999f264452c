import type { RecordBody } from '../../contract/records.ts';
import { buttonOf, el, formOf, labelled } from '../shared/dom.ts';
import { confirmedLoss, showOnce } from './dialogs.ts';
import type { PageContext } from './page-context.ts';
import { card, momentText, row, scrollTable, select } from './presentation.ts';

const ROLES = [
  ['read', 'read: changes nothing'],
  ['operate', 'operate: may do everything'],
] as const;

/** Operators with their own tokens. Rejects with ServiceError. */
export async function showOperators(context: PageContext): Promise<void> {
  const { mayChange } = context;
  const { operators } = await context.session.get<{ operators: RecordBody<'Operator'>[] }>('/admin/v1/operators');
  const rows = operators.map((one) => {
    const state = one.revoked_at === null ? 'works' : `revoked ${momentText(one.revoked_at, '')}`;
    return row(
      one.name,
      one.role,
      momentText(one.created_at, ''),
      state,
      ...(mayChange ? [one.revoked_at === null ? revoke(context, one) : ''] : []),
    );
  });
  const head = ['Name', 'Role', 'Created', 'State', ...(mayChange ? ['Actions'] : [])];
  const none = el('p', { class: 'hint' }, 'None yet: changes with ADMIN_TOKEN are in the audit log as admin.');
  context.show(
    card('Operators', rows.length === 0 ? none : scrollTable('Operators', head, rows)),
    ...(mayChange ? [card('New operator', newOperator(context))] : []),
  );
}

function revoke(context: PageContext, { id, name }: RecordBody<'Operator'>): HTMLElement {
  const work = async () => {
    const text = `The token of ${name} stops working at once. This cannot be undone.`;
    if (!(await confirmedLoss('Revoke this operator?', 'Revoke operator', el('p', {}, text)))) return;
    await context.session.send('POST', `/admin/v1/operators/${id}/revoke`);
    await showOperators(context);
    context.announce('Operator revoked.');
  };
  return buttonOf('Revoke', () => context.attempt(work), { 'aria-label': `Revoke ${name}`, class: 'danger' });
}

function newOperator(context: PageContext): HTMLFormElement {
  const name = el('input', {
    id: 'operator-name',
    autocomplete: 'off',
    required: true,
    pattern: '[a-z0-9][a-z0-9._\\-]{0,39}',
  });
  const role = select('operator-role', ROLES, 'read');
  const add = async () => {
    const body = { name: name.value, role: role.value };
    const { token } = await context.session.send<{ token: string }>('POST', '/admin/v1/operators', body);
    await showOnce({ kind: 'token', value: token });
    await showOperators(context);
  };
  return formOf(
    () => context.attempt(add),
    { class: 'columns' },
    labelled('Name (lowercase letters, digits, dots, hyphens)', name),
    labelled('Role', role),
    el('button', { type: 'submit' }, 'Add operator'),
  );
}
