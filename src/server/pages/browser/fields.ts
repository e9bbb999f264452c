import { el } from './dom.ts';

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
