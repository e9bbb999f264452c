/** A half-open range [start, end) of UTF-16 offsets into a named text; `text.slice(start, end)` is its text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The span without white space at its ends; `undefined` when nothing is left. */
export function trimmed(text: string, start: number, end: number): Span | undefined {
  const piece = text.slice(start, end);
  const left = start + piece.length - piece.trimStart().length;
  const right = end - (piece.length - piece.trimEnd().length);
  return left < right ? { start: left, end: right } : undefined;
}

/**
 * The first index below `length` for which `holds`, which holds of every later index too; `length` where it holds of none.
 * By binary search.
 */
export function firstIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Neighbouring sentences read as one premise: from the first one's start to the last one's end. */
interface SentenceWindow {
  readonly span: Span;
  /** Index of the first and of the last sentence, both inclusive. */
  readonly first: number;
  readonly last: number;
}

/** All windows of 2 to `size` neighbouring sentences, by first sentence and then by length. */
export function windowsOf(sentences: readonly Span[], size: number): SentenceWindow[] {
  return sentences.flatMap((opening, first) =>
    sentences.slice(first + 1, first + size).map((closing, step) => ({
      span: { start: opening.start, end: closing.end },
      first,
      last: first + 1 + step,
    })),
  );
}
