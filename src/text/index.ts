/** A half-open range [start, end) of UTF-16 offsets into a named text; `text.slice(start, end)` is its text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
