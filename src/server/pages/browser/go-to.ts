import { fragmentOf, type Place } from './places.ts';

/** Leads to a place, also when the address already names it. */
export function goTo(place: Place): void {
  const fragment = fragmentOf(place);
  if (location.hash === fragment) window.dispatchEvent(new Event('hashchange'));
  else location.hash = fragment;
}
