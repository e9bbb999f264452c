import { showAudit } from './audit-view.ts';
import { showCustomer } from './customer-view.ts';
import { showCustomers } from './customers-view.ts';
import { el } from './dom.ts';
import { showJobClients } from './job-clients-view.ts';
import { showOperators } from './operators-view.ts';
import type { PageContext } from './page-context.ts';
import { fragmentOf, type Place, placeOf } from './places.ts';
import { showPlans } from './plans-view.ts';
import type { SignedInOperator } from './records.ts';

const SECTIONS: readonly (readonly [name: string, place: Place])[] = [
  ['Customers', placeOf('')],
  ['Jobs', placeOf('#/jobs')],
  ['Audit', placeOf('#/audit')],
  ['Plans', { page: 'plans' }],
  ['Operators', { page: 'operators' }],
];

/** The operator's page that the address names. Rejects with ApiError. */
export async function showOperator(context: PageContext, { name, role }: SignedInOperator): Promise<void> {
  const place = placeOf(location.hash);
  const mayChange = role !== 'read';
  const above = mayChange ? [sections(place)] : [sections(place), readOnlyNote(name)];
  const within = { ...context, mayChange, show: (...children: HTMLElement[]) => context.show(...above, ...children) };
  if (place.page === 'customer') return showCustomer(within, place.id);
  if (place.page === 'jobs') return showJobClients(within, place);
  if (place.page === 'audit') return showAudit(within, place);
  if (place.page === 'plans') return showPlans(within);
  if (place.page === 'operators') return showOperators(within);
  return showCustomers(within, place);
}

/** Why the pages have no forms. */
function readOnlyNote(name: string): HTMLElement {
  const text = `You are signed in as ${name}, who may see everything and change nothing. Changes need an operator with the role operate.`;
  return el('p', { class: 'hint', id: 'read-only' }, text);
}

function sections(place: Place): HTMLElement {
  const links = SECTIONS.map(([name, to]) => {
    const isHere = to.page === place.page;
    return el('a', { href: fragmentOf(to), ...(isHere ? { 'aria-current': 'page' } : {}) }, name);
  });
  return el('nav', { class: 'sections', 'aria-label': 'Operator' }, ...links);
}
