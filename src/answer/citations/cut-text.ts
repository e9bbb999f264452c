import { firstIndex, type Span } from '../../text/index.ts';

/** A stretch of a text to leave out. */
export interface Cut extends Span {
  /** A space takes the place of its first unit, where the words on both sides would otherwise become one. */
  readonly spaced: boolean;
}

/** A text with stretches left out, and the way back to the whole text. */
export interface CutText {
  readonly text: string;
  /** For each cut, where in `text` it was made. */
  readonly places: readonly number[];
  /** The span of the whole text from the first to the last character of a span of `text`; cuts between them are inside. */
  toWhole(span: Span): Span;
}

/** Leaves out cuts in ascending order that do not overlap. Linear; `toWhole` takes logarithmic time. */
export function cutText(whole: string, cuts: readonly Cut[]): CutText {
  const pieces: string[] = [];
  const places: number[] = [];
  /** Units left out up to each cut and with it. */
  const removed: number[] = [];
  let from = 0;
  for (const { start, end, spaced } of cuts) {
    pieces.push(whole.slice(from, start), spaced ? ' ' : '');
    places.push(start - (removed.at(-1) ?? 0) + (spaced ? 1 : 0));
    removed.push((removed.at(-1) ?? 0) + end - start - (spaced ? 1 : 0));
    from = end;
  }
  const text = pieces.join('') + whole.slice(from);
  const before = (count: number) => removed[count - 1] ?? 0;
  return {
    text,
    places,
    toWhole: ({ start, end }) => ({
      start: start + before(countUpTo(places, start)),
      end: end + before(countUpTo(places, end - 1)),
    }),
  };
}

/** How many of the ascending values are no greater than the limit. */
function countUpTo(values: readonly number[], limit: number): number {
  return firstIndex(values.length, (i) => values[i]! > limit);
}
