import type { AuditTrailEntry } from '../../contract/verify.ts';
import type { MatchType } from '../../contract/words.ts';

/** Half-open, in UTF-16 code units as JavaScript counts them. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** One entry of the audit trail and the positions of its two spans. */
export interface Pair {
  /** Position in the audit trail, from 1. */
  readonly number: number;
  readonly kind: MatchType;
  /** A calculation with numbers of the source decided. */
  readonly isCalculated?: boolean;
  readonly claim: Range | undefined;
  readonly source: Range | undefined;
}

export interface Texts {
  readonly claim: string;
  readonly source: string;
}

/**
 * Finds the spans of the audit trail in the texts. Claim spans come in the order of the claim, so each is searched after
 * the previous one, or at the previous one when a span has several entries. A source span that occurs more than once is
 * shown at its first occurrence.
 */
export function locate(trail: readonly AuditTrailEntry[], { claim, source }: Texts): Pair[] {
  let last: Range | undefined;
  return trail.map((entry, i) => {
    const found = find(claim, entry.claim_span, last?.end ?? 0) ?? find(claim, entry.claim_span, last?.start ?? 0);
    last = found ?? last;
    return { number: i + 1, kind: entry.match_type, claim: found, source: find(source, entry.source_span, 0) };
  });
}

function find(text: string, part: string, from: number): Range | undefined {
  const start = part === '' ? -1 : text.indexOf(part, from);
  return start < 0 ? undefined : { start, end: start + part.length };
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
