import { fragmentOf, type Place } from './places.ts';

export type Child = Node | string;

/** A new element with attributes (`true` for one without a value, `undefined` for none) and children. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | true | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children);
  return element;
}

/** A control with a label above it. The control must have an id. */
export function labelled(text: string, control: HTMLElement): HTMLDivElement {
  return el('div', {}, el('label', { for: control.id }, text), control);
}

/** The page's element with that id. Throws when it is missing or of another kind, as page and script then differ. */
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`Expected #${id} to be a ${kind.name}. This is a bug.`);
  return element;
}

export function show(element: HTMLElement, visible: boolean): void {
  element.hidden = !visible;
}

/** Leads to a place, also when the address already names it. */
export function goTo(place: Place): void {
  const fragment = fragmentOf(place);
  if (location.hash === fragment) window.dispatchEvent(new Event('hashchange'));
  else location.hash = fragment;
}

/** A table with a head, in a frame that scrolls sideways and that the keyboard reaches. */
export function scrollTable(label: string, head: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  const titles = head.map((name) => el('th', { scope: 'col' }, name));
  const table = el('table', {}, el('thead', {}, el('tr', {}, ...titles)), el('tbody', {}, ...rows));
  return el('div', { class: 'scroll', role: 'group', tabindex: '0', 'aria-label': label }, table);
}

export function row(...cells: readonly Child[]): HTMLTableRowElement {
  return el('tr', {}, ...cells.map((cell) => el('td', {}, cell)));
}

/** A list to choose from. */
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

/** A field for a whole number of requests; empty for none. */
export function limitField(id: string, value: number | null): HTMLInputElement {
  const shown = value === null ? {} : { value: String(value) };
  return el('input', { id, type: 'number', min: '1', max: '1000000', step: '1', ...shown });
}

/** A field for a day; empty for none. */
export function dayField(id: string, iso: string | null): HTMLInputElement {
  return el('input', { id, type: 'date', ...(iso === null ? {} : { value: iso.slice(0, 10) }) });
}
