import { type Child, el } from '../shared/dom.ts';
import { type Range, segments } from './spans.ts';

/** Words of an answer, a claim or a source at which it and the other text part. */
export interface Frame extends Range {
  /** The other text has no words in their place. */
  readonly isAlone: boolean;
}

/** A part of a text that begins at `offset`, with the words of these frames of the whole text framed. */
export function framedWords(part: string, offset: number, frames: readonly Frame[]): Child[] {
  const within = frames
    .map(({ start, end }, number) => ({ start: start - offset, end: end - offset, number }))
    .map((range) => ({ ...range, start: Math.max(0, range.start), end: Math.min(part.length, range.end) }))
    .filter(({ start, end }) => start < end);
  return segments(part.length, within).map(({ start, end, pairs }) => {
    const words = part.slice(start, end);
    if (pairs.length === 0) return words;
    return framed(
      words,
      pairs.every((number) => frames[number]!.isAlone),
    );
  });
}

function framed(words: string, isAlone: boolean): HTMLElement {
  const said = el('span', { class: 'visually-hidden' }, isAlone ? '(only here:) ' : '(differs:) ');
  return el('strong', { class: isAlone ? 'differs alone' : 'differs' }, said, words);
}
