/** The operator's pages, each with its own address, so that reload and Back lead where they should. */
export type Place =
  | { readonly page: 'overview' }
  | { readonly page: 'customers'; readonly search: string; readonly status: string; readonly skip: number }
  | { readonly page: 'customer'; readonly id: string }
  | { readonly page: 'audit'; readonly subject: string; readonly cursor: string }
  | { readonly page: 'plans' };

/** The place that the fragment of an address names; the overview for any other. */
export function placeOf(fragment: string): Place {
  const [path = '', query = ''] = fragment.replace(/^#\/?/, '').split('?');
  const [page, id = ''] = path.split('/');
  const fields = new URLSearchParams(query);
  const text = (name: string) => fields.get(name) ?? '';
  if (page === 'customers' && id !== '') return { page: 'customer', id: decode(id) };
  if (page === 'audit') return { page, subject: text('subject'), cursor: text('cursor') };
  if (page === 'plans') return { page };
  if (page !== 'customers') return { page: 'overview' };
  return { page, search: text('search'), status: text('status'), skip: whole(text('skip')) };
}

export function fragmentOf(place: Place): string {
  if (place.page === 'customer') return `#/customers/${encodeURIComponent(place.id)}`;
  const { page, ...rest } = place;
  const fields = Object.entries(rest).flatMap(([name, value]): [string, string][] =>
    value === '' || value === 0 ? [] : [[name, String(value)]],
  );
  const query = new URLSearchParams(fields).toString();
  return `#/${page}${query === '' ? '' : `?${query}`}`;
}

/** True if a fragment names a place, and no element of the page. */
export function isPlace(fragment: string): boolean {
  return fragment === '' || fragment.startsWith('#/');
}

/** The address may have been written by hand. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function whole(text: string): number {
  return /^\d{1,6}$/.test(text) ? Number(text) : 0;
}

/** Leads to a place, also when the address already names it. */
export function goTo(place: Place): void {
  const fragment = fragmentOf(place);
  if (location.hash === fragment) window.dispatchEvent(new Event('hashchange'));
  else location.hash = fragment;
}

/** Leads to another place, and resolves once its page begins to load. */
export async function arriveAt(place: Place): Promise<void> {
  const arrived = new Promise((resolve) => window.addEventListener('hashchange', resolve, { once: true }));
  goTo(place);
  await arrived;
}
