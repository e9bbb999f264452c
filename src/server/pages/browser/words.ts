import type { Child } from './dom.ts';
import { el } from './dom.ts';

/** Day and minute in UTC, as everything the service counts is. */
export function momentText(iso: string | null, none: string): string {
  return iso === null ? none : `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

export function perWindow(limit: number, windowSeconds: number): string {
  const names: Record<number, string> = { 1: 'second', 60: 'minute', 3600: 'hour', 86400: 'day' };
  return `${limit.toLocaleString('en')} requests per ${names[windowSeconds] ?? `${windowSeconds} seconds`}`;
}

/** A status with a sign beside its colour. */
export function statusBadge(status: string): HTMLElement {
  const good = status === 'active' || status === 'trialing';
  return el('span', { class: `badge ${good ? 'good' : 'bad'}` }, `${good ? '✓' : '!'} ${status.replaceAll('_', ' ')}`);
}

/** Names and what they stand for. */
export function facts(pairs: readonly (readonly [name: string, value: Child])[]): HTMLElement {
  return el(
    'dl',
    { class: 'facts' },
    ...pairs.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
  );
}

/** A titled part of the page. */
export function part(title: string, ...children: readonly Child[]): HTMLElement {
  return el('section', { class: 'card' }, el('h2', {}, title), ...children);
}
