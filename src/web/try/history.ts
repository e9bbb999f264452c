import { buttonOf, byId, el, show } from '../shared/dom.ts';

const MAX_ENTRIES = 10;
const section = byId('history', HTMLElement);
const list = byId('history-list', HTMLElement);

export interface Checked<Request, Response> {
  readonly request: Request;
  readonly response: Response;
}

interface Entry extends Checked<object, object> {
  readonly mode: string;
  readonly label: string;
}

type Show = (checked: Checked<never, never>) => void;

/**
 * The last checks of this tab, also after a reload: the browser forgets them when the tab is closed. They hold texts and
 * results and never the key.
 */
const STORE = 'checks';
const modes = new Map<string, Show>();
let entries = stored();

export function showsHistoryOf<Request, Response>(mode: string, open: (one: Checked<Request, Response>) => void): void {
  modes.set(mode, open as Show);
  render();
}

/** Adds a check as the newest one; an equal request before it is dropped. */
export function remember(entry: Entry): void {
  const request = JSON.stringify(entry.request);
  const others = entries.filter((one) => one.mode !== entry.mode || JSON.stringify(one.request) !== request);
  entries = [entry, ...others].slice(0, MAX_ENTRIES);
  try {
    sessionStorage.setItem(STORE, JSON.stringify(entries));
  } catch {
    // Large texts may not fit, or the browser stores nothing: the list still works until the page is reloaded.
  }
  render();
}

function stored(): Entry[] {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? '[]') as Entry[];
  } catch {
    return [];
  }
}

function render(): void {
  const known = entries.filter(({ mode }) => modes.has(mode));
  const items = known.map((entry) => {
    const open = () => modes.get(entry.mode)!(entry as unknown as Checked<never, never>);
    return el('li', {}, buttonOf(entry.label, open, { class: 'past' }));
  });
  list.replaceChildren(...items);
  show(section, items.length > 0);
}
