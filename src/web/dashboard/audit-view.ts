import type { RecordBody } from '../../contract/records.ts';
import { countText, el, formOf, labelled } from '../shared/dom.ts';
import type { AuditLine, PageContext } from './page-context.ts';
import { fragmentOf, goTo, type Place } from './places.ts';
import { card, momentText, row, scrollTable } from './presentation.ts';

const PER_PAGE = 50;

/** Everything that was changed, or what concerns one id. Rejects with ServiceError. */
export async function showAudit(context: PageContext, place: Extract<Place, { page: 'audit' }>): Promise<void> {
  const { subject, cursor } = place;
  const query = new URLSearchParams({ count: String(PER_PAGE) });
  if (subject !== '') query.set('subject', subject);
  if (cursor !== '') query.set('cursor', cursor);
  const { lines, total, next } = await context.session.get<RecordBody<'AuditList'>>(`/admin/v1/audit?${query}`);
  const older = next === null ? [] : [el('a', { href: fragmentOf({ ...place, cursor: next }) }, 'Older entries')];
  const newest = cursor === '' ? [] : [el('a', { href: fragmentOf({ ...place, cursor: '' }) }, 'Newest entries')];
  context.show(
    card(
      'Audit',
      filter(subject),
      el('p', { class: 'hint' }, `${countText(total)} ${total === 1 ? 'line' : 'lines'}, newest first.`),
      lines.length === 0 ? '' : auditTable(lines),
      el('p', { class: 'actions' }, ...newest, ...older),
    ),
  );
}

function filter(subject: string): HTMLFormElement {
  const text = el('input', { id: 'audit-subject', autocomplete: 'off', maxlength: '64', value: subject });
  const show = () => goTo({ page: 'audit', subject: text.value.trim(), cursor: '' });
  return formOf(
    show,
    { role: 'search', class: 'columns' },
    labelled('Id of a customer, subscription, key, plan or operator', text),
    el('button', { type: 'submit', class: 'primary' }, 'Show'),
  );
}

export function auditTable(lines: readonly AuditLine[]): HTMLElement {
  const rows = lines.map(({ at, actor, action, subject, detail }) =>
    row(momentText(at, ''), actor, action, el('code', {}, subject), changeText(detail)),
  );
  return scrollTable('Audit', ['When', 'Who', 'What', 'Of', 'Change'], rows);
}

/** "status past_due → active, plan standard": fields with a former value, then the others. */
export function changeText(detail: AuditLine['detail']): string {
  const fields = Object.entries(detail);
  const former = new Map(fields.flatMap(([name, value]) => (isFormer(name) ? [[nameOf(name), value]] : [])));
  const parts = fields.flatMap(([name, value]) => {
    if (isFormer(name)) return [];
    const field = nameOf(name);
    if (!former.has(field)) return [`${field.replaceAll('_', ' ')} ${shown(value)}`];
    const before = former.get(field) ?? null;
    return before === value ? [] : [`${field.replaceAll('_', ' ')} ${shown(before)} → ${shown(value)}`];
  });
  return parts.join(', ');
}

function isFormer(name: string): boolean {
  return name === 'from' || name.endsWith('_from');
}

/** `from` and `to` alone mean a change of status. */
function nameOf(name: string): string {
  if (name === 'from' || name === 'to') return 'status';
  return name.replace(/_(?:from|to)$/, '');
}

function shown(value: string | number | null): string {
  return value === null ? 'none' : String(value);
}
