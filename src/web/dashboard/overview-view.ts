import type { RecordBody } from '../../contract/records.ts';
import { buttonOf, type Child, countText, el } from '../shared/dom.ts';
import { givenUpEmails } from './emails.ts';
import type { PageContext } from './page-context.ts';
import { fragmentOf, placeOf } from './places.ts';
import { card, momentText, numberRow, scrollTable, type Tile, tiles } from './presentation.ts';
import { usagePlot } from './usage-plot.ts';

type Overview = RecordBody<'Overview'>;

/** The operator's first page: how the service does today, and who uses it. Rejects with ServiceError. */
export async function showOverview(context: PageContext): Promise<void> {
  const [overview, undelivered] = await Promise.all([
    context.session.get<Overview>('/admin/v1/overview'),
    givenUpEmails(context),
  ]);
  const { usage, days, replica, top_customers: top } = overview;
  const refresh = buttonOf('Refresh', () => context.attempt(() => showOverview(context)));
  const head = el('div', { class: 'title' }, el('h2', {}, 'Today'), refresh);
  context.show(
    ...undelivered,
    el(
      'section',
      { class: 'card' },
      head,
      hint('All replicas, since 00:00 UTC. Counts may be a few seconds old.'),
      tiles([
        ['Requests', countText(usage.requests)],
        ['Refused by a rate limit', countText(usage.refused), shareText(usage.refused, usage.requests + usage.refused)],
        ['Customers with requests', countText(usage.customers)],
      ]),
    ),
    card('This replica', hint(sinceText(replica)), tiles(replicaTiles(replica))),
    card('Top customers today', ...topCustomers(top)),
    card('Last 30 days, all customers', usagePlot(days)),
  );
}

function sinceText({ since }: Overview['replica']): string {
  const start = since.endsWith('T00:00:00.000Z') ? '00:00 UTC' : `its start at ${momentText(since, '')}`;
  return `The process that answered this page, since ${start}. Other replicas have their own numbers.`;
}

function replicaTiles({
  requests,
  invalid,
  refused,
  errors,
  latency_ms: latency,
  outcomes,
}: Overview['replica']): Tile[] {
  const { pass, review, fail } = outcomes;
  const checked = pass + review + fail;
  return [
    ['Requests to check', countText(requests)],
    ['Invalid requests', countText(invalid), '4xx: wrong key or fields'],
    ['Refused', countText(refused), 'rate limit, full queue or warm-up'],
    ['Errors', countText(errors), '5xx', errors > 0],
    latency === null
      ? ['Latency', '–', 'no requests yet']
      : ['Latency, median', `${countText(latency.p50)} ms`, `95th percentile: ${countText(latency.p95)} ms`],
    checked === 0
      ? ['Share of fail', '–', 'nothing checked yet']
      : [
          'Share of fail',
          percentText(fail, checked),
          `of ${countText(checked)} claims and answers: ${countText(pass)} pass, ${countText(review)} review, ${countText(fail)} fail`,
        ],
  ];
}

function topCustomers(top: Overview['top_customers']): Child[] {
  const all = el('p', {}, el('a', { href: fragmentOf(placeOf('#/customers')) }, 'All customers'));
  if (top.length === 0) return [hint('No requests yet today.'), all];
  const rows = top.map(({ id, name, requests, refused }) =>
    numberRow(el('a', { href: fragmentOf({ page: 'customer', id }) }, name), countText(requests), countText(refused)),
  );
  return [scrollTable('Top customers today', ['Customer', 'Requests', 'Refused'], rows), all];
}

function hint(text: string): HTMLElement {
  return el('p', { class: 'hint' }, text);
}

function shareText(part: number, whole: number): string {
  return part === 0 ? '' : `${percentText(part, whole)} of ${countText(whole)}`;
}

function percentText(part: number, whole: number): string {
  return `${((100 * part) / whole).toLocaleString('en', { maximumFractionDigits: 1 })} %`;
}
