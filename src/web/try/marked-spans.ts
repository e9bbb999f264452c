import { type MatchType, matchOf, type Stance } from '../../contract/words.ts';
import { type Child, el } from '../shared/dom.ts';
import { type NumberedRange, type Range, segments } from './spans.ts';
import { matchClass } from './words.ts';

/** Words of an answer, a claim or a source at which it and the other text part. */
export interface Frame extends Range {
  /** The other text has no words in their place. */
  readonly isAlone: boolean;
}

interface MarkedSpan extends NumberedRange {
  readonly kind: MatchType | 'quotation';
}

export function markedSpans<Span extends MarkedSpan>(
  text: string,
  spans: readonly Span[],
  frames: readonly Frame[],
  tag: (span: Span) => HTMLElement,
): Child[] {
  return segments(text.length, spans).flatMap(({ start, end, pairs, starts }) => {
    const words = framedWords(text.slice(start, end), start, frames);
    const covering = spans.filter(({ number }) => pairs.includes(number));
    if (covering.length === 0) return words;
    const look = `match ${matchClass(strongest(covering).kind)}`;
    const tags = covering.filter(({ number }) => starts.includes(number)).map(tag);
    return [el('mark', { class: look, 'data-pairs': pairs.join(' ') }, ...tags, ...words)];
  });
}

const STRENGTH: readonly Stance[] = ['against', 'for', 'open'];

/** Where several spans overlap, a contradiction must stay visible. */
function strongest<Span extends MarkedSpan>(spans: readonly Span[]): Span {
  const rank = ({ kind }: Span) => STRENGTH.indexOf(kind === 'quotation' ? 'open' : matchOf(kind).stance);
  return spans.reduce((best, span) => (rank(span) < rank(best) ? span : best));
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
