/** Half-open, in UTF-16 code units as JavaScript counts them. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Segment extends Range {
  /** Numbers of the pairs whose range covers the segment, ascending. */
  readonly pairs: readonly number[];
  /** Those of them whose range starts here. */
  readonly starts: readonly number[];
}

export interface NumberedRange extends Range {
  readonly number: number;
}

/** Cuts a text of that length wherever a range starts or ends, so that overlapping ranges can be drawn. */
export function segments(length: number, ranges: readonly NumberedRange[]): Segment[] {
  const cuts = [...new Set([0, length, ...ranges.flatMap(({ start, end }) => [start, end])])].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((start, i) => {
    const end = cuts[i + 1] ?? length;
    const covering = ranges.filter((range) => range.start <= start && range.end >= end);
    return {
      start,
      end,
      pairs: covering.map(({ number }) => number),
      starts: covering.filter((range) => range.start === start).map(({ number }) => number),
    };
  });
}
