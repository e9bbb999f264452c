/**
 * Lets a pair be followed: whatever belongs to the pair under the pointer or the focus is emphasised, a label's link
 * moves the focus to its counterpart, and so does a click on marked words. Call it once for the part of a page that
 * holds the pairs; what is rendered there later follows as well.
 */
export function followPairs(root: HTMLElement): void {
  root.addEventListener('pointerover', ({ target }) => emphasise(root, pairsAt(target)));
  root.addEventListener('pointerleave', () => emphasise(root, pairsAt(document.activeElement)));
  root.addEventListener('focusin', ({ target }) => {
    const pairs = pairsAt(target);
    emphasise(root, pairs);
    for (const number of pairs) reveal(root, number);
  });
  root.addEventListener('focusout', () => emphasise(root, []));
  root.addEventListener('click', (event) => {
    const link = linkAt(event.target);
    const there = link && document.getElementById(link.hash.slice(1));
    if (!there) return;
    event.preventDefault();
    there.focus();
    there.scrollIntoView({ block: 'nearest' });
  });
}

function pairsAt(target: EventTarget | null): string[] {
  const holder = target instanceof Element ? target.closest('[data-pairs]') : null;
  return holder?.getAttribute('data-pairs')?.split(' ') ?? [];
}

/** The link itself, or for marked words the label of the first of their pairs. */
function linkAt(target: EventTarget | null): HTMLAnchorElement | null {
  if (!(target instanceof Element)) return null;
  const link = target.closest<HTMLAnchorElement>('a.tag');
  const words = target.closest('mark');
  if (link !== null || words === null || selecting()) return link;
  const side = words.closest('[data-side]')?.getAttribute('data-side');
  return document.querySelector<HTMLAnchorElement>(`#${side}-${pairsAt(words)[0]}`);
}

/** Whoever selects words to copy them must not be sent elsewhere. */
function selecting(): boolean {
  return getSelection()?.isCollapsed === false;
}

function emphasise(root: HTMLElement, pairs: readonly string[]): void {
  for (const element of root.querySelectorAll('[data-pairs]')) {
    element.classList.toggle(
      'followed',
      pairsAt(element).some((number) => pairs.includes(number)),
    );
  }
}

/** Scrolls the texts, each inside its own frame, to where the pair is; the page itself stays where it is. */
function reveal(root: HTMLElement, number: string): void {
  for (const frame of root.querySelectorAll<HTMLElement>('[data-side]')) {
    const mark = frame.querySelector(`[data-pairs~="${number}"]`);
    if (mark === null) continue;
    const [outer, inner] = [frame.getBoundingClientRect(), mark.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) frame.scrollTop += inner.top - outer.top - 24;
  }
}
