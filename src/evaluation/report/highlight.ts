import { type AuditEntry, type MatchType, matchOf } from '../labelled-rows.ts';
import { type Html, html } from './html.ts';

interface Mark {
  readonly start: number;
  readonly end: number;
  /** Number of the audit trail's entry, from 1. */
  readonly entry: number;
  readonly matchType: MatchType;
}

/** The claim with every entry's span marked. */
export function highlightClaim(claim: string, trail: readonly AuditEntry[]): Html {
  const marks = trail.map(({ claimSpan, matchType }, index) => ({ ...claimSpan, entry: index + 1, matchType }));
  return highlight(claim, marks);
}

/** The source with every entry's span marked, if the entry has one. */
export function highlightSource(source: string, trail: readonly AuditEntry[]): Html {
  const marks = trail.flatMap(({ sourceSpan, matchType }, index) =>
    sourceSpan === undefined ? [] : [{ ...sourceSpan, entry: index + 1, matchType }],
  );
  return highlight(source, marks);
}

/** Spans may overlap: the text is split at every border, and a piece is marked like the first entry that covers it. */
function highlight(text: string, marks: readonly Mark[]): Html {
  const borders = [...new Set([0, text.length, ...marks.flatMap(({ start, end }) => [start, end])])];
  const cuts = borders.toSorted((left, right) => left - right);
  const pieces = cuts.slice(1).map((end, index) => {
    const start = cuts[index]!;
    const covering = marks.filter((mark) => mark.start <= start && mark.end >= end);
    const first = covering[0];
    const piece = text.slice(start, end);
    if (first === undefined) return piece;
    const { stance, line } = matchOf(first.matchType);
    const opening = covering.filter((mark) => mark.start === start).map((mark) => html`<sup>${mark.entry}</sup>`);
    return html`<mark class="${stance} ${line}">${opening}${piece}</mark>`;
  });
  return html`${pieces}`;
}
