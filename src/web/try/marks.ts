import type { MatchType } from '../../contract/words.ts';
import { type Child, el, scrollWithin } from '../shared/dom.ts';
import { type Frame, markedSpans } from './marked-spans.ts';
import type { Range } from './spans.ts';
import { matchWords } from './words.ts';

/** One entry of the audit trail with the positions of its two spans. */
export interface Pair {
  readonly number: number;
  readonly kind: MatchType;
  /** A calculation with numbers of the source decided. */
  readonly isCalculated: boolean;
  readonly claim: Range;
  readonly source: Range | undefined;
}

type Side = 'claim' | 'source';

export function pairWords({ kind, isCalculated, source }: Pair): ReturnType<typeof matchWords> {
  const words = matchWords(kind, isCalculated);
  return source === undefined ? { ...words, label: 'no match' } : words;
}

/** The text with the spans of that side marked, numbered, labeled and linked to their counterparts. */
export function markedText(text: string, pairs: readonly Pair[], side: Side, frames: readonly Frame[]): Child[] {
  const spans = pairs.flatMap((pair) => {
    const range = pair[side];
    return range === undefined ? [] : [{ ...range, number: pair.number, kind: pair.kind, pair }];
  });
  return markedSpans(text, spans, frames, ({ pair }) => tag(pair, side));
}

/** The numbered label at the start of a span. It links to the other side, or to the evidence table. */
function tag(pair: Pair, side: Side): HTMLAnchorElement {
  const { sign, label, stance } = pairWords(pair);
  const attributes = { id: `${side}-${pair.number}`, href: `#${counterpart(pair, side)}` };
  return el(
    'a',
    { class: `tag ${stance}`, ...attributes, 'data-pairs': String(pair.number) },
    `${pair.number} ${sign} ${label}`,
  );
}

function counterpart(pair: Pair, side: Side): string {
  const other = side === 'claim' ? 'source' : 'claim';
  return `${pair[other] === undefined ? 'evidence' : other}-${pair.number}`;
}

/** Highlights all elements of the pair under the pointer or the focus, also of those rendered later in the element. */
export function highlightPairs(root: HTMLElement): void {
  root.addEventListener('pointerover', ({ target }) => {
    const pairs = pairsAt(target);
    highlight(root, pairs);
    // Nothing moves under the pointer: only the other texts scroll.
    const under = target instanceof Element ? target.closest('[data-side]') : null;
    for (const number of pairs) revealPair(root, number, under);
  });
  root.addEventListener('pointerleave', () => highlight(root, pairsAt(document.activeElement)));
  root.addEventListener('focusin', ({ target }) => {
    const pairs = pairsAt(target);
    highlight(root, pairs);
    for (const number of pairs) revealPair(root, number);
  });
  root.addEventListener('focusout', () => highlight(root, []));
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

/** The link under the pointer; for marked words, the label of their first pair. */
function linkAt(target: EventTarget | null): HTMLAnchorElement | null {
  if (!(target instanceof Element)) return null;
  const link = target.closest<HTMLAnchorElement>('a.tag');
  const words = target.closest('mark');
  if (link !== null || words === null || getSelection()?.isCollapsed === false) return link;
  const side = words.closest('[data-side]')?.getAttribute('data-side');
  return document.querySelector<HTMLAnchorElement>(`#${side}-${pairsAt(words)[0]}`);
}

function highlight(root: HTMLElement, pairs: readonly string[]): void {
  for (const element of root.querySelectorAll('[data-pairs]')) {
    element.classList.toggle(
      'highlighted',
      pairsAt(element).some((number) => pairs.includes(number)),
    );
  }
}

/** Scrolls each text but `except` inside its own frame to the pair; the page itself does not scroll. */
export function revealPair(root: HTMLElement, number: string | number, except: Element | null = null): void {
  for (const frame of root.querySelectorAll<HTMLElement>('[data-side]')) {
    if (frame === except) continue;
    scrollWithin(frame, frame.querySelector(`[data-pairs~="${number}"]`));
  }
}
