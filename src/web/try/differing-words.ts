import { type Child, el } from '../shared/dom.ts';
import { type Range, segments } from './spans.ts';

/** Words of an answer, a claim or a source that differ from the other text. */
export function differs(words: string): HTMLElement {
  return el('strong', { class: 'differs' }, el('span', { class: 'visually-hidden' }, '(differs:) '), words);
}

/** A part of a text that begins at `offset`, with the words of these ranges of the whole text framed. */
export function framedWords(part: string, offset: number, differing: readonly Range[]): Child[] {
  const within = differing
    .map(({ start, end }, number) => ({ start: start - offset, end: end - offset, number }))
    .map((range) => ({ ...range, start: Math.max(0, range.start), end: Math.min(part.length, range.end) }))
    .filter(({ start, end }) => start < end);
  return segments(part.length, within).map(({ start, end, pairs }) => {
    const words = part.slice(start, end);
    return pairs.length === 0 ? words : differs(words);
  });
}
