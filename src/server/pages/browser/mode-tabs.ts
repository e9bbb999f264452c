/**
 * Tabs, one for each panel: the arrow keys, Home and End choose among them. `onSelect` gets the panel that is shown, also at
 * first; a fragment of the address that names a panel chooses it.
 */
export function modeTabs(list: HTMLElement, onSelect: (panel: HTMLElement) => void): void {
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
