import { type Child, el } from './dom.ts';

/** A table with a head, in a frame that scrolls sideways and that the keyboard reaches. */
export function scrollTable(label: string, head: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  const titles = head.map((name) => el('th', { scope: 'col' }, name));
  const table = el('table', {}, el('thead', {}, el('tr', {}, ...titles)), el('tbody', {}, ...rows));
  return el('div', { class: 'scroll', role: 'group', tabindex: '0', 'aria-label': label }, table);
}

export function row(...cells: readonly Child[]): HTMLTableRowElement {
  return el('tr', {}, ...cells.map((cell) => el('td', {}, cell)));
}
