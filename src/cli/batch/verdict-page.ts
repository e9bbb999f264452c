import { matchOf } from '../../contract/words.ts';
import { Html, html } from '../../html.ts';
import { VERDICTS, type Verdict } from '../../index.ts';
import type { RowKind } from '../../rows/row-kind.ts';
import { OUTCOMES, VERDICTS as VERDICT_WORDS } from '../../web/try/words.ts';
import type { Decision } from '../review/decisions.ts';
import { formatNumber, formatShare, highlightClaim, highlightSource, matchMark, STYLE } from '../review/page-parts.ts';
import { pageScript, REVIEW_STYLE, type ReviewedFinding, reviewParts } from '../review/review-parts.ts';
import type { OutcomeCounts } from './row-counts.ts';
import { placed, rowPlace, type VerdictRow } from './verdict-row.ts';

export interface ErrorRow {
  readonly row: number;
  readonly id: string | undefined;
  readonly claim: string | undefined;
  readonly message: string;
}

function verdictWord(verdict: Verdict): string {
  const { sign, label } = VERDICT_WORDS[verdict];
  return `${sign} ${label.toLowerCase()}`;
}

/** Characters of a claim that is shown with its error: it may be too long for anything else. */
const MAX_CLAIM = 300;

export interface VerdictPage {
  readonly input: string;
  readonly rows: number;
  readonly errors: readonly ErrorRow[];
  readonly errorCount: number;
  readonly outcomes: OutcomeCounts;
  readonly worst: readonly VerdictRow[];
  readonly of: RowKind['name'];
  readonly findings: readonly ReviewedFinding[];
  readonly decisions: readonly Decision[];
}

/** A self-contained page: no external files, all text escaped, and scripts that filter the rows and take decisions. */
export function renderVerdictPage(page: VerdictPage): string {
  const { input, rows, findings, decisions: earlier } = page;
  const review = reviewParts({ file: input, findings, earlier, command: 'verify' });
  const tools = pageScript('verdict-rows');
  const noun = page.of === 'claims' ? 'rows' : 'checked sentences';
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src '${tools.hash}' '${review.scriptHash}'">
<title>Claim verification: verdicts</title><style>${STYLE}${ROW_STYLE}${new Html(REVIEW_STYLE)}</style></head><body>
<header><h1>Verdicts</h1><p class="quiet">${input} · ${page.of === 'claims' ? `${rows + page.errorCount} rows` : `${rows} ${noun}`}</p></header>
<main>${cards(page)}
${page.errorCount === 0 ? undefined : errorList(page)}
${review.section}
<h2>Checked ${page.of === 'claims' ? 'rows' : 'sentences'}</h2>
<p class="quiet">${page.worst.length} of ${rows} ${noun}. Worst first: contradicted with the highest confidence, then not settled, then supported with the lowest confidence.</p>
${ROW_TOOLS}
<div id="rows">${page.worst.map(rowCard)}</div>
<div id="controls" hidden>${review.controls}</div></main>
${review.scripts}
<script type="module">${tools.script}</script>
</body></html>
`.toString();
}

const ROW_STYLE = new Html(`
#row-tools { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; } #row-tools[hidden] { display: none; }
#row-tools label { color: var(--quiet); font-size: .87rem; } #row-tools :is(input, select) { display: block; font: inherit;
  min-height: 2.4rem; padding: .3rem .5rem; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: 6px; }
li, h1, .card { overflow-wrap: anywhere; } .help { font-size: .9em; }
#rows > :focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; } #rows > .opened { border-color: var(--accent); box-shadow: inset 4px 0 var(--accent); }
@media print { :root { color-scheme: light; --paper: #fff; --card: #fff; --ink: #000; --quiet: #444; --line: #bbb; }
  body { max-width: none; padding: 0; font-size: 10pt; } #row-tools, .help, details { display: none !important; } .row { break-inside: avoid; } h2 { break-after: avoid; }
  mark { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
`);

const ROW_TOOLS = html`<div id="row-tools" hidden>
<label>Search <input id="row-search" type="search"></label>
<label>Show <select id="row-verdict"><option value="">all</option>
<option value="undecided">not decided</option>
<option value="fail">outcome fail</option><option value="review">outcome review</option><option value="pass">outcome pass</option>
${VERDICTS.map((verdict) => html`<option value="${verdict}">${verdictWord(verdict)}</option>`)}</select></label>
<label>Sort <select id="row-order"><option value="worst">worst first</option><option value="row">as in the file</option>
<option value="least">lowest confidence first</option><option value="most">highest confidence first</option></select></label>
<span id="rows-shown" class="quiet" role="status"></span></div>
<p class="quiet help">Click a row to decide on it; n and p move to the next and the previous one shown.</p>`;

function cards({ outcomes, errorCount, rows }: VerdictPage): Html {
  const items = (['fail', 'review', 'pass'] as const).map((outcome) => {
    const count = outcomes[outcome];
    const share = rows === 0 ? undefined : html`<small>${formatShare(count / rows)}</small>`;
    return html`<div class="card"><div class="quiet">${OUTCOMES[outcome].sign} ${outcome}</div><div class="big">${count}</div>${share}</div>`;
  });
  return html`<div class="cards">${items}<div class="card"><div class="quiet">errors</div><div class="big">${errorCount}</div></div></div>`;
}

function errorList({ errors, errorCount }: VerdictPage): Html {
  const items = errors.map(
    ({ row, id, claim, message }) =>
      html`<li value="${row}">${message}${id === undefined ? undefined : html` · id ${id}`}${claim === undefined ? undefined : html`<div class="quiet">${claim.slice(0, MAX_CLAIM)}</div>`}</li>`,
  );
  return html`<h2>Rows with errors</h2><p class="quiet">${errors.length} of ${errorCount}, by row of the file.</p><ol>${items}</ol>`;
}

function rowCard(row: VerdictRow, index: number): Html {
  const { row: place, sentence, claim, source, verdict, confidence, outcome, reasoning, auditTrail, sourceNames } = row;
  const isSentence = sentence !== undefined;
  const trail = placed(claim, source, auditTrail);
  const evidence = auditTrail.map(({ claim_span, source_span, match_type }, at) => {
    if (source_span === '') return html`<li>${claim_span} <i class="quiet">No matching text in the source.</i></li>`;
    const name = sourceNames?.[at];
    const match = matchOf(match_type);
    return html`<li>${matchMark(match_type, `${match.sign} ${match.label}`)} ${isSentence ? undefined : claim_span} <span class="quiet">←</span> ${source_span}${name === undefined ? undefined : html` <span class="quiet">${name}</span>`}</li>`;
  });
  const folded = isSentence
    ? html`<p class="text">${reasoning}</p>`
    : html`<details><summary>source</summary><p class="text">${highlightSource(source, trail)}</p></details>
    <details><summary>reasoning</summary><p class="text">${reasoning}</p></details>`;
  return html`<article class="card row" tabindex="0" aria-label="${rowPlace(row)}" data-number="${index + 1}" data-row="${place}" data-verdict="${verdict}" data-outcome="${outcome}" data-confidence="${confidence}">
    <header><span><b>${OUTCOMES[outcome].sign} ${outcome}: ${VERDICT_WORDS[verdict].label.toLowerCase()}</b></span><span>confidence <b>${formatNumber(confidence)}</b></span>
      <span class="quiet">${rowPlace(row)}</span></header>
    <p class="text">${highlightClaim(claim, isSentence ? [] : trail)}</p>
    <ol class="trail">${evidence}</ol>
    ${folded}
    <p class="decision" data-finding="${index + 1}"></p>
  </article>`;
}
