import {
  formatNumber,
  formatShare,
  type Html,
  highlightClaim,
  highlightSource,
  html,
  matchMark,
  STYLE,
} from '../../evaluation/report/html.ts';
import { VERDICTS, type Verdict } from '../../index.ts';
import { type LabelSample, labelSection } from './label-section.ts';
import { placed, type VerdictRow } from './verdict-row.ts';

/** A row without a verdict. */
export interface ErrorRow {
  /** As a spreadsheet counts. */
  readonly row: number;
  readonly id: string | undefined;
  readonly claim: string | undefined;
  readonly message: string;
}

/** Characters of a claim that is shown with its error: it may be too long for anything else. */
const MAX_CLAIM = 300;

/** Rows of a verdict: how many, and their confidences in tenths, the last from .9 to 1. */
export interface VerdictTally {
  readonly rows: number;
  readonly tenths: readonly number[];
}

export interface VerdictPage {
  readonly input: string;
  readonly tallies: Readonly<Record<Verdict, VerdictTally>>;
  readonly errors: readonly ErrorRow[];
  readonly errorCount: number;
  /** SUPPORTED rows that are to be reviewed. */
  readonly toReview: number;
  /** The worst first. */
  readonly worst: readonly VerdictRow[];
  readonly sample: LabelSample;
}

/** A self-contained page: no external files, all text escaped, and one script, by which rows are labelled. */
export function renderVerdictPage(page: VerdictPage): string {
  const rows = VERDICTS.reduce((sum, verdict) => sum + page.tallies[verdict].rows, 0);
  const { section, scriptSource } = labelSection(page.input, page.sample);
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src ${scriptSource}">
<title>Claim verification: verdicts</title><style>${STYLE}</style></head><body>
<header><h1>Verdicts</h1><p class="quiet">${page.input} · ${rows + page.errorCount} rows</p></header>
${cards(page, rows)}
<h2>Confidence</h2>${confidenceTable(page.tallies)}
${page.errorCount === 0 ? undefined : errorList(page)}
${page.sample.rows.length === 0 ? undefined : section}
<h2>Worst first</h2>
<p class="quiet">${page.worst.length} of ${rows} rows: UNSUPPORTED, the surest first, then UNCERTAIN, then SUPPORTED, the least sure first.</p>
${page.worst.map(rowCard)}
</body></html>
`.toString();
}

function cards({ tallies, errorCount, toReview }: VerdictPage, rows: number): Html {
  const items = VERDICTS.map((verdict) => {
    const { rows: count } = tallies[verdict];
    return html`<div class="card"><div class="quiet">${verdict}</div><div class="big">${count}</div>
      <small>${formatShare(count / rows)}${verdict === 'SUPPORTED' && toReview > 0 ? `, ${toReview} to review` : undefined}</small></div>`;
  });
  return html`<div class="cards">${items}<div class="card"><div class="quiet">errors</div><div class="big">${errorCount}</div></div></div>`;
}

function confidenceTable(tallies: VerdictPage['tallies']): Html {
  const tenths = tallies.SUPPORTED.tenths.map((_, tenth) => tenth).filter((tenth) => tenth >= 3);
  const heads = tenths.map((tenth) => html`<th>${tenth === 3 ? 'below .4' : `from .${tenth}`}</th>`);
  const lines = VERDICTS.map((verdict) => {
    const { tenths: counts } = tallies[verdict];
    const below = counts.slice(0, 4).reduce((sum, count) => sum + count, 0);
    const cells = tenths.map((tenth) => html`<td>${tenth === 3 ? below : counts[tenth]!}</td>`);
    return html`<tr><td>${verdict}</td>${cells}</tr>`;
  });
  return html`<div class="scroll" tabindex="0"><table><thead><tr><th>rows by confidence</th>${heads}</tr></thead><tbody>${lines}</tbody></table></div>`;
}

function errorList({ errors, errorCount }: VerdictPage): Html {
  const items = errors.map(
    ({ row, id, claim, message }) =>
      html`<li value="${row}">${message}${id === undefined ? undefined : html` · id ${id}`}${claim === undefined ? undefined : html`<div class="quiet">${claim.slice(0, MAX_CLAIM)}</div>`}</li>`,
  );
  return html`<h2>Rows with errors</h2><p class="quiet">${errors.length} of ${errorCount}, by row of the file.</p><ol>${items}</ol>`;
}

function rowCard(row: VerdictRow): Html {
  const { row: place, id, claim, source, verdict, confidence, toReview, reasoning, auditTrail } = row;
  const trail = placed(claim, source, auditTrail);
  const evidence = auditTrail.map(({ claim_span, source_span, match_type }) => {
    const found = source_span === '' ? html`<i class="quiet">no matching text in the source</i>` : source_span;
    return html`<li>${matchMark(match_type, match_type)} ${claim_span} <span class="quiet">←</span> ${found}</li>`;
  });
  return html`<article class="card row">
    <header><span>judged <b>${verdict}</b>${toReview ? ', to review: probably supported, not sure enough to pass' : undefined}</span><span>confidence <b>${formatNumber(confidence)}</b></span>
      <span class="quiet">row ${place}${id === undefined ? undefined : html` · id ${id}`}</span></header>
    <p class="text">${highlightClaim(claim, trail)}</p>
    <ol class="trail">${evidence}</ol>
    <details><summary>source</summary><p class="text">${highlightSource(source, trail)}</p></details>
    <details><summary>reasoning</summary><p class="text">${reasoning}</p></details>
  </article>`;
}
