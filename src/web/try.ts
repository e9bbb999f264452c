import { byId } from './shared/dom.ts';
import { startAnswerMode } from './try/answer-mode.ts';
import { startClaimMode } from './try/claim-mode.ts';
import { offerKeyField } from './try/key-field.ts';

let form: HTMLFormElement | null = null;

startClaimMode();
startAnswerMode();
modeTabs(byId('modes', HTMLElement), (panel) => {
  form = panel.querySelector('form');
});
offerKeyField(() => form!);
document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form?.requestSubmit();
});

/**
 * Tabs, one for each panel: the arrow keys, Home and End choose among them. `onSelect` gets the panel that is shown, also at
 * first. The fragments #check-claim and #check-answer of the address choose it, and so does the id of a panel, as in older links.
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
    history.replaceState(null, '', fragmentOf(tab));
  };
  // No element has this id: the browser would scroll to it, past the tabs.
  const fragmentOf = (tab: HTMLElement) => `#check-${tab.id.replace('-tab', '')}`;
  const named = () => tabs.find((tab) => [fragmentOf(tab), `#${panelOf(tab).id}`].includes(location.hash));
  for (const tab of tabs) tab.addEventListener('click', () => choose(tab));
  list.addEventListener('keydown', (event) => {
    const next = tabs[placeAfter(event.key, tabs.indexOf(event.target as HTMLElement), tabs.length)];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  });
  const follow = () => {
    const tab = named();
    if (tab === undefined) return;
    select(tab);
    history.replaceState(null, '', fragmentOf(tab));
    scrollTo({ top: 0, behavior: 'instant' });
  };
  window.addEventListener('hashchange', follow);
  select(tabs[0]!);
  follow();
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
