import { firstIndex, range, type Span } from '../../text/index.ts';
import type { Records } from '../rules/index.ts';
import type { SplitText, TextPiece } from './text-pieces.ts';

/** A text to check against, split into spans. It may begin with a title or headings that are not the caller's own text. */
export interface Source extends SplitText {
  /** Length of what precedes the caller's own text. */
  readonly before: number;
  /** The offset of that text in the caller's document: not 0 where a stretch of it is read. */
  readonly start: number;
  /** Offsets of `text` at which another record begins, ascending: no passage crosses one. */
  readonly breaks?: readonly number[];
  /** The records that the text states; undefined for prose. */
  readonly records?: Records;
}

/** A place of one of several sources, in UTF-16 units of `Source.text`. */
export interface Place extends Span {
  /** The number of the source, from 0. */
  readonly source: number;
}

/** A source sentence, or a piece of one that is longer than the models read. A table row is read with its column names. */
export interface SourceSentence extends TextPiece {
  /** Its source, and the indices of that one's sentences, `first` to before `end`: no passage crosses its ends. */
  readonly document: { readonly number: number; readonly first: number; readonly end: number };
  /** The number of its record within the source, from 0: no passage holds sentences of two. */
  readonly record: number;
}

/** A place in the caller's document; undefined for a place in a title. A place that begins in the title is cut. */
export function inDocument({ text, before, start }: Source, place: Span): Span | undefined {
  const from = Math.max(place.start, before);
  const space = /^\s*/.exec(text.slice(from, Math.max(from, place.end)))![0].length;
  const moved = start - before;
  return place.end <= from ? undefined : { start: from + space + moved, end: place.end + moved };
}

/** The place of consecutive sentences of one source. */
export function placeOf(sentences: readonly SourceSentence[]): Place {
  const first = sentences[0]!;
  return { source: first.document.number, start: first.span.start, end: sentences.at(-1)!.span.end };
}

/** The indices of the sentences that a place touches. Binary search. */
export function sentencesAt({ source, start, end }: Place, sentences: readonly SourceSentence[]): number[] {
  const isPast = ({ document: { number }, span }: SourceSentence, edge: 'start' | 'end', offset: number) =>
    number > source || (number === source && span[edge] > offset);
  const first = firstIndex(sentences.length, (i) => isPast(sentences[i]!, 'end', start));
  const past = firstIndex(sentences.length, (i) => isPast(sentences[i]!, 'start', end - 1));
  return range(first, past);
}
