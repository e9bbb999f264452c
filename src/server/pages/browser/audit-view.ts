import { auditTable } from './audit-lines.ts';
import { el, labelled } from './dom.ts';
import { goTo } from './go-to.ts';
import type { PageContext } from './page-context.ts';
import { fragmentOf, type Place } from './places.ts';
import { card } from './presentation.ts';
import type { AuditLine } from './records.ts';

const MAX_LINES = 1000;

type AuditPlace = Extract<Place, { page: 'audit' }>;

/** Everything that was changed, or what concerns one id. Rejects with ApiError. */
export async function showAudit(context: PageContext, place: AuditPlace): Promise<void> {
  const { subject } = place;
  const count = Math.min(place.count, MAX_LINES);
  const query = new URLSearchParams({ count: String(count), ...(subject === '' ? {} : { subject }) });
  const { lines } = await context.session.get<{ lines: AuditLine[] }>(`admin/v1/audit?${query}`);
  const isMore = lines.length === count && count < MAX_LINES;
  const more = el('a', { href: fragmentOf({ ...place, count: Math.min(MAX_LINES, count * 4) }) }, 'Show more lines');
  context.show(
    card(
      'Audit',
      filter(subject),
      el('p', { class: 'hint' }, `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}, newest first.`),
      lines.length === 0 ? '' : auditTable(lines),
      ...(isMore ? [el('p', {}, more)] : []),
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
    goTo({ page: 'audit', subject: text.value.trim(), count: 0 });
  });
  return form;
}
