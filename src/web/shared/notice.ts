import { el } from './dom.ts';
import type { UiError } from './ui-error.ts';

export class Notice {
  readonly element: HTMLElement;
  #stop: () => void = () => undefined;

  /** `place` should have the role `alert`, so that what appears in it is read out. */
  constructor(place: HTMLElement) {
    this.element = place;
  }

  clear(): void {
    this.#stop();
    this.element.replaceChildren();
    this.element.hidden = true;
  }

  /** `onWait` gets the seconds left until a retry makes sense, then zero; it is not called when there is no wait. */
  showError(error: UiError, onWait: (left: number) => void = () => undefined): void {
    this.clear();
    const { title, advice, link, requestId, waitSeconds } = error;
    const text = el('p', {}, advice);
    if (link) text.append(' ', el('a', { href: link.href, rel: 'noreferrer' }, link.text));
    if (requestId !== undefined)
      text.append(' If the error persists, report this request id: ', el('code', {}, requestId), '.');
    this.element.append(el('strong', {}, title), text);
    this.element.hidden = false;
    if (waitSeconds !== undefined) this.#count(waitSeconds, onWait);
  }

  #count(seconds: number, onWait: (left: number) => void): void {
    // The number changes every second: screen readers read it out once, then it is only visible.
    const spoken = el('span', { class: 'visually-hidden' }, `Try again in ${formatDuration(seconds)}.`);
    const seen = el('span', { 'aria-hidden': 'true', class: 'countdown' });
    this.element.append(el('p', {}, spoken, seen));
    this.#stop = countDown(seconds, (left) => {
      seen.textContent = left > 0 ? `Try again in ${formatDuration(left)}.` : 'You can try again now.';
      if (left === 0) spoken.textContent = 'You can try again now.';
      onWait(left);
    });
  }
}

function formatDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = `${seconds % 60} s`;
  return minutes === 0 ? rest : `${minutes} min ${rest}`;
}

/** Calls `onTick` with the seconds left, now and each second, by the clock: background timers run late. */
function countDown(seconds: number, onTick: (left: number) => void): () => void {
  const end = Date.now() + seconds * 1000;
  const step = () => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    if (left === 0) clearInterval(timer);
    onTick(left);
  };
  const timer = setInterval(step, 250);
  step();
  return () => clearInterval(timer);
}
