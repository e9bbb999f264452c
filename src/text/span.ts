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

/** The first index from which on `holds` holds, by binary search; `length` where it never does. */
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

/** The whole numbers from one to before another. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}
