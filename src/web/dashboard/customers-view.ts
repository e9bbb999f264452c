import { countText, el, formOf, labelled } from '../shared/dom.ts';
import { newCustomer } from './new-customer.ts';
import type { CustomerOverview, PageContext, PlanRecord } from './page-context.ts';
import { fragmentOf, goTo, type Place } from './places.ts';
import { card, momentText, row, scrollTable, statusBadge, statusSelect } from './presentation.ts';

const PER_PAGE = 50;

type CustomersPlace = Extract<Place, { page: 'customers' }>;

/** The customers: search, page through them, add one. Rejects with ServiceError. */
export async function showCustomers(context: PageContext, place: CustomersPlace): Promise<void> {
  const { search, status, skip } = place;
  const query = new URLSearchParams({ search, skip: String(skip), count: String(PER_PAGE) });
  if (status !== '') query.set('status', status);
  const [found, { plans }] = await Promise.all([
    context.session.get<{ customers: CustomerOverview[]; total: number }>(`/admin/v1/customers?${query}`),
    context.session.get<{ plans: PlanRecord[] }>('/admin/v1/plans'),
  ]);
  const { customers } = found;
  const isMore = skip + customers.length < found.total;
  const range = rangeText(customers.length, found.total, place);
  context.show(
    card(
      'Customers',
      searchForm(place),
      el(
        'div',
        { id: 'customers' },
        el('p', { class: 'hint' }, `${range} Requests are of the last 30 days. Numbers may be a few seconds old.`),
        customers.length === 0 ? '' : table(context, customers),
        ...pages(place, isMore),
      ),
    ),
    ...(context.mayChange ? [card('New customer', newCustomer(context, plans))] : []),
  );
  context.announce(range);
}

function rangeText(count: number, total: number, { skip, search, status }: CustomersPlace): string {
  const isFiltered = search !== '' || status !== '';
  const found = isFiltered ? ' found' : '';
  if (count < total) return `Customers ${skip + 1} to ${skip + count} of ${total}${found}, newest first.`;
  return `${count === 1 ? '1 customer' : `${count} customers`}${found}.`;
}

function searchForm({ search, status }: CustomersPlace): HTMLFormElement {
  const text = el('input', { id: 'search', type: 'search', autocomplete: 'off', value: search });
  const statuses = statusSelect('search-status', status, ['', 'any status']);
  const find = () => goTo({ page: 'customers', search: text.value, status: statuses.value, skip: 0 });
  return formOf(
    find,
    { role: 'search', class: 'columns' },
    labelled('Name, e-mail address or id', text),
    labelled('With a subscription that is', statuses),
    el('button', { type: 'submit', class: 'primary' }, 'Search'),
  );
}

function table({ sendsMail }: PageContext, customers: readonly CustomerOverview[]): HTMLElement {
  const rows = customers.map((customer) =>
    row(
      el('a', { href: fragmentOf({ page: 'customer', id: customer.id }) }, customer.name),
      el('div', { class: 'badges' }, ...customer.statuses.map(statusBadge)),
      String(customer.working_keys),
      countText(customer.requests),
      countText(customer.refused),
      momentText(customer.last_used_at, 'never'),
      ...(sendsMail ? [customer.email ?? 'none'] : []),
      momentText(customer.created_at, ''),
    ),
  );
  const head = ['Name', 'Subscription', 'Keys', 'Requests', 'Refused', 'Last used'];
  return scrollTable('Customers found', [...head, ...(sendsMail ? ['E-mail'] : []), 'Customer since'], rows);
}

function pages(place: CustomersPlace, isMore: boolean): readonly HTMLElement[] {
  const { skip } = place;
  const link = (text: string, to: number) => el('a', { href: fragmentOf({ ...place, skip: to }) }, text);
  const links = [
    ...(skip > 0 ? [link('Newer customers', Math.max(0, skip - PER_PAGE))] : []),
    ...(isMore ? [link('Older customers', skip + PER_PAGE)] : []),
  ];
  return links.length === 0 ? [] : [el('p', { class: 'actions' }, ...links)];
}
