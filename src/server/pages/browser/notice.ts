import { countDown } from './countdown.ts';
import { el } from './dom.ts';
import type { Trouble } from './trouble.ts';

/** Tells of troubles in one place of a page, one at a time. */
export class Notice {
  readonly #place: HTMLElement;
  #stop: () => void = () => undefined;

  /** `place` should have the role `alert`, so that what appears in it is read out. */
  constructor(place: HTMLElement) {
    this.#place = place;
  }

  clear(): void {
    this.#stop();
    this.#place.replaceChildren();
    this.#place.hidden = true;
  }

  /** `onWait` hears the seconds left, zero when trying again is worth while; never called when there is no wait. */
  tell(trouble: Trouble, onWait: (left: number) => void = () => undefined): void {
    this.clear();
    const { title, advice, link, requestId, waitSeconds } = trouble;
    const text = el('p', {}, advice);
    if (link) text.append(' ', el('a', { href: link.href, rel: 'noreferrer' }, link.text));
    if (requestId !== undefined) text.append(' If it persists, name this request: ', el('code', {}, requestId), '.');
    this.#place.append(el('strong', {}, title), text);
    this.#place.hidden = false;
    if (waitSeconds !== undefined) this.#count(waitSeconds, onWait);
  }

  #count(seconds: number, onWait: (left: number) => void): void {
    // The number changes every second: read out once as a whole, then only seen.
    const said = el('span', { class: 'visually-hidden' }, `Try again in ${inWords(seconds)}.`);
    const seen = el('span', { 'aria-hidden': 'true', class: 'countdown' });
    this.#place.append(el('p', {}, said, seen));
    this.#stop = countDown(seconds, (left) => {
      seen.textContent = left > 0 ? `Try again in ${inWords(left)}.` : 'You can try again now.';
      if (left === 0) said.textContent = 'You can try again now.';
      onWait(left);
    });
  }
}

function inWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = `${seconds % 60} s`;
  return minutes === 0 ? rest : `${minutes} min ${rest}`;
}
