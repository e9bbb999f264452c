import { byId, show } from './shared/dom.ts';
import { startAnswerMode } from './try/answer-mode.ts';
import { startClaimMode } from './try/claim-mode.ts';
import { serviceInfo } from './try/service-info.ts';

/** The form of the mode that is shown. */
let form: HTMLFormElement | null = null;

startClaimMode();
startAnswerMode();
void offerDemoKey();
modeTabs(byId('modes', HTMLElement), (panel) => {
  form = panel.querySelector('form');
  // Enter in the field of the key, which both modes share, sends the form that is shown.
  byId('key', HTMLInputElement).setAttribute('form', form?.id ?? '');
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form?.requestSubmit();
});

/**
 * Tabs, one for each panel: the arrow keys, Home and End choose among them. `onSelect` gets the panel that is shown, also at
 * first; a fragment of the address that names a panel chooses it.
 */
function modeTabs(list: HTMLElement, onSelect: (panel: HTMLElement) => void): void {
  const tabs = [...list.querySelectorAll<HTMLElement>('[role="tab"]')];
  const panelOf = (tab: HTMLElement) => document.getElementById(tab.getAttribute('aria-controls') ?? '')!;
  const select = (chosen: HTMLElement) => {
    for (const tab of tabs) {
      tab.setAttribute('aria-selected', String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      panelOf(tab).hidden = tab !== chosen;
    }
    onSelect(panelOf(chosen));
  };
  const choose = (tab: HTMLElement) => {
    select(tab);
    tab.focus();
    history.replaceState(null, '', `#${panelOf(tab).id}`);
  };
  const named = () => tabs.find((tab) => `#${panelOf(tab).id}` === location.hash);
  for (const tab of tabs) tab.addEventListener('click', () => choose(tab));
  list.addEventListener('keydown', (event) => {
    const next = tabs[placeAfter(event.key, tabs.indexOf(event.target as HTMLElement), tabs.length)];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  });
  window.addEventListener('hashchange', () => {
    const tab = named();
    if (tab !== undefined) select(tab);
  });
  select(named() ?? tabs[0]!);
}

/** The place that a key leads to from another; -1 for other keys. */
function placeAfter(key: string, place: number, count: number): number {
  const places: Readonly<Record<string, number>> = {
    ArrowLeft: (place + count - 1) % count,
    ArrowRight: (place + 1) % count,
    Home: 0,
    End: count - 1,
  };
  return places[key] ?? -1;
}

/** Offers a key where the service gives one to pages on its own machine. */
async function offerDemoKey(): Promise<void> {
  if (!(await serviceInfo()).demo_key) return;
  const result = byId('demo-result', HTMLElement);
  byId('demo-key', HTMLButtonElement).addEventListener('click', async () => {
    const key = await demoKey();
    if (key === undefined) {
      result.textContent = 'The service gave none. Is this page opened on the machine of the service?';
      return;
    }
    byId('key', HTMLInputElement).value = key;
    result.textContent = 'The demo key is in the field above. It works for a day.';
  });
  show(byId('demo', HTMLElement), true);
}

async function demoKey(): Promise<string | undefined> {
  try {
    const address = new URL('demo-key', document.baseURI);
    const response = await fetch(address, { method: 'POST', credentials: 'omit', redirect: 'error' });
    return response.ok ? ((await response.json()) as { key: string }).key : undefined;
  } catch {
    return undefined;
  }
}
