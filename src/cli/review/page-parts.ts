import { type MatchType, matchOf } from '../../contract/words.ts';
import { Html, type HtmlValue, html } from '../../html.ts';
import type { Offsets } from '../../index.ts';
import { type NumberedRange, segments } from '../../web/try/spans.ts';

/** Such as "0.713"; a dash for NaN. */
export function formatNumber(value: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(3);
}

/** Such as "71.3 %"; a dash for NaN. */
export function formatShare(value: number): string {
  return Number.isNaN(value) ? '–' : `${(100 * value).toFixed(1)} %`;
}

/** All colors are variables, each with that of the light page and that of the dark one. */
export const STYLE = new Html(`
:root { color-scheme: light dark;
  --paper: light-dark(#fbfaf8, #14171a); --card: light-dark(#fff, #1c2126); --ink: light-dark(#1c2024, #e6e8ea);
  --quiet: light-dark(#5f6873, #9aa4ae); --line: light-dark(#dcdad5, #343b42);
  --accent: light-dark(#2f6f8f, #6fb3d2); --good: light-dark(#cfe8d3, #24492f); --soft: light-dark(#dbe8f3, #223f57);
  --bad: light-dark(#f6cfc8, #5e2a24); --none: light-dark(#ece7d6, #454029); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 76rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; } h2 { font-size: 1.2rem; margin: 2.25rem 0 .5rem; }
p { margin: .4rem 0; max-width: 75ch; }
.quiet, small { color: var(--quiet); }
.cards { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 10.5rem), 1fr)); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem; min-width: 0; }
.big { font-size: 1.5rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.row { margin: .75rem 0; overflow-wrap: anywhere; } .row header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
.row header b { font-weight: 600; } .text { white-space: pre-wrap; margin: .5rem 0; } details { margin: .4rem 0; }
summary { cursor: pointer; color: var(--quiet); } ol.trail { margin: .4rem 0; padding-left: 1.6rem; }
mark { color: inherit; border-radius: 3px; padding: 0 .1em; } sup { font-size: .7em; color: var(--quiet); margin-right: .1em; }
.for { background: var(--soft); } .for.solid { background: var(--good); }
.against { background: var(--bad); } .open { background: var(--none); }
`);

export interface PlacedEntry {
  readonly claimSpan: Offsets;
  readonly sourceSpan: Offsets | undefined;
  readonly matchType: MatchType;
}

export function highlightClaim(claim: string, trail: readonly PlacedEntry[]): Html {
  const marks = trail.map(({ claimSpan, matchType }, index) => ({ ...claimSpan, number: index + 1, matchType }));
  return highlight(claim, marks);
}

export function highlightSource(source: string, trail: readonly PlacedEntry[]): Html {
  const marks = trail.flatMap(({ sourceSpan, matchType }, index) =>
    sourceSpan === undefined ? [] : [{ ...sourceSpan, number: index + 1, matchType }],
  );
  return highlight(source, marks);
}

export function matchMark(matchType: MatchType, marked: HtmlValue): Html {
  const { stance, line } = matchOf(matchType);
  return html`<mark class="${stance} ${line}">${marked}</mark>`;
}

/** Where spans overlap, a piece is marked like the first entry that covers it. */
function highlight(text: string, marks: readonly (NumberedRange & { readonly matchType: MatchType })[]): Html {
  const pieces = segments(text.length, marks).map(({ start, end, pairs, starts }) => {
    const first = marks.find(({ number }) => number === pairs[0]);
    const piece = text.slice(start, end);
    if (first === undefined) return piece;
    return matchMark(first.matchType, html`${starts.map((number) => html`<sup>${number}</sup>`)}${piece}`);
  });
  return html`${pieces}`;
}
