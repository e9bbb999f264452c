import type { SubscriptionStatus } from '../../contract/records.ts';
import { type Child, countText, el } from '../shared/dom.ts';
import type { KeyRecord, PlanRecord } from './page-context.ts';

/** A line may break between day and time only. */
const NBSP_UTC = '\u00a0UTC';

/** Day and minute in UTC; `none` when there is no time. */
export function momentText(iso: string | null, none: string): string {
  return iso === null ? none : `${iso.slice(0, 10)} ${iso.slice(11, 16)}${NBSP_UTC}`;
}

export function perWindow(limit: number, windowSeconds: number): string {
  const names: Record<number, string> = { 1: 'second', 60: 'minute', 3600: 'hour', 86400: 'day' };
  return `${countText(limit)} requests per ${names[windowSeconds] ?? `${windowSeconds} seconds`}`;
}

/** A status with a sign, so that it does not depend on its color alone. */
export function statusBadge(status: string): HTMLElement {
  return el(
    'span',
    { class: `badge ${isPaid(status) ? 'for' : 'against'}` },
    `${isPaid(status) ? '✓' : '!'} ${status.replaceAll('_', ' ')}`,
  );
}

export function isPaid(status: string): boolean {
  return status === 'active' || status === 'trialing';
}

/** The state of a key; of a working key whose subscription is not paid, that of the subscription. */
export function keyBadge({ state, subscription_status: status }: KeyRecord): HTMLElement {
  return statusBadge(state === 'active' && !isPaid(status) ? status : state);
}

export function definitionList(pairs: readonly (readonly [name: string, value: Child])[]): HTMLElement {
  return el(
    'dl',
    { class: 'definitions' },
    ...pairs.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
  );
}

/** A figure with its name, a note, and whether it is bad news. */
export type Tile = readonly [name: string, value: string, note?: string, isBad?: boolean];

export function tiles(figures: readonly Tile[]): HTMLElement {
  const tile = ([name, value, note = '', isBad = false]: Tile) => {
    const shown = el('dd', { class: isBad ? 'figure bad-figure' : 'figure' }, isBad ? `! ${value}` : value);
    return el('div', {}, el('dt', {}, name), shown, ...(note === '' ? [] : [el('dd', { class: 'hint' }, note)]));
  };
  return el('dl', { class: 'tiles' }, ...figures.map(tile));
}

export function card(title: string, ...children: readonly Child[]): HTMLElement {
  return el('section', { class: 'card' }, el('h2', {}, title), ...children);
}

export function fold(summary: string, ...children: readonly Child[]): HTMLDetailsElement {
  return el('details', {}, el('summary', {}, summary), ...children);
}

/** A table with a head, in a frame that scrolls sideways and that the keyboard reaches. */
export function scrollTable(label: string, head: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  // The header of a numeric column is aligned like its numbers.
  const classOf = (at: number) => rows[0]?.children[at]?.className || undefined;
  const titles = head.map((name, at) => el('th', { scope: 'col', class: classOf(at) }, name));
  const table = el('table', {}, el('thead', {}, el('tr', {}, ...titles)), el('tbody', {}, ...rows));
  return el('div', { class: 'scroll', role: 'group', tabindex: '0', 'aria-label': label }, table);
}

export function row(...cells: readonly Child[]): HTMLTableRowElement {
  return el('tr', {}, ...cells.map((cell) => el('td', isMoment(cell) ? { class: 'when' } : {}, cell)));
}

function isMoment(cell: Child): boolean {
  return typeof cell === 'string' && cell.endsWith(NBSP_UTC);
}

export function numberRow(name: Child, ...numbers: readonly string[]): HTMLTableRowElement {
  return el(
    'tr',
    {},
    el('th', { scope: 'row' }, name),
    ...numbers.map((value) => el('td', { class: 'number' }, value)),
  );
}

export function select(
  id: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen = '',
): HTMLSelectElement {
  return el(
    'select',
    { id },
    ...options.map(([value, text]) => el('option', { value, selected: value === chosen ? true : undefined }, text)),
  );
}

const STATUSES: readonly SubscriptionStatus[] = ['active', 'trialing', 'past_due', 'unpaid', 'canceled', 'expired'];

export function statusSelect(
  id: string,
  chosen: string,
  ...more: readonly (readonly [value: string, text: string])[]
): HTMLSelectElement {
  return select(id, [...more, ...STATUSES.map((one) => [one, one.replaceAll('_', ' ')] as const)], chosen);
}

export function planSelect(id: string, plans: readonly PlanRecord[], chosen = 'standard'): HTMLSelectElement {
  const options = plans.map((plan) => [plan.id, plan.name] as const);
  return select(id, options, chosen);
}

export function limitField(id: string, value: number | null): HTMLInputElement {
  return el('input', { id, type: 'number', min: '1', max: '1000000', step: '1', value: value?.toString() });
}

/** A field for a day; empty for none. */
export function dayField(id: string, iso: string | null): HTMLInputElement {
  return el('input', { id, type: 'date', value: iso?.slice(0, 10) });
}
