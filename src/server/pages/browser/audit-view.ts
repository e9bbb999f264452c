import { changeText } from './audit-change.ts';
import { el, goTo, labelled, row, scrollTable } from './dom.ts';
import type { PageContext } from './page-context.ts';
import { fragmentOf, type Place } from './places.ts';
import { card, momentText } from './presentation.ts';
import type { AuditLine } from './records.ts';

const PER_PAGE = 50;

interface AuditPage {
  readonly lines: readonly AuditLine[];
  readonly total: number;
  /** Cursor of the next page. */
  readonly next: string | null;
}

type AuditPlace = Extract<Place, { page: 'audit' }>;

/** Everything that was changed, or what concerns one id. Rejects with ApiError. */
export async function showAudit(context: PageContext, place: AuditPlace): Promise<void> {
  const { subject, cursor } = place;
  const query = new URLSearchParams({ count: String(PER_PAGE) });
  if (subject !== '') query.set('subject', subject);
  if (cursor !== '') query.set('cursor', cursor);
  const { lines, total, next } = await context.session.get<AuditPage>(`admin/v1/audit?${query}`);
  const older = next === null ? [] : [el('a', { href: fragmentOf({ ...place, cursor: next }) }, 'Older lines')];
  const newest = cursor === '' ? [] : [el('a', { href: fragmentOf({ ...place, cursor: '' }) }, 'Newest lines')];
  context.show(
    card(
      'Audit',
      filter(subject),
      el('p', { class: 'hint' }, `${total.toLocaleString('en')} ${total === 1 ? 'line' : 'lines'}, newest first.`),
      lines.length === 0 ? '' : auditTable(lines),
      el('p', { class: 'actions' }, ...newest, ...older),
    ),
  );
}

function filter(subject: string): HTMLFormElement {
  const text = el('input', { id: 'audit-subject', autocomplete: 'off', maxlength: '64', value: subject });
  const form = el(
    'form',
    { role: 'search', class: 'columns' },
    labelled('Id of a customer, subscription, key, plan or operator', text),
    el('button', { type: 'submit', class: 'primary' }, 'Show'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    goTo({ page: 'audit', subject: text.value.trim(), cursor: '' });
  });
  return form;
}

/** Who changed what, when, and from what to what. */
export function auditTable(lines: readonly AuditLine[]): HTMLElement {
  const rows = lines.map(({ at, actor, action, subject, detail }) =>
    row(momentText(at, ''), actor, action, el('code', {}, subject), changeText(detail)),
  );
  return scrollTable('Audit', ['When', 'Who', 'What', 'Of', 'Change'], rows);
}
