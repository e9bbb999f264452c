import { type Html, html } from '../../html.ts';
import { groupBy, isRight, type JudgedRow } from '../labelled-rows.ts';
import { METRIC_NAMES, METRICS } from '../metrics.ts';
import type { Results, RunInfo } from '../results.ts';
import type { SetSummary, Summary } from '../summary.ts';
import { formatInterval, formatNumber, highlightClaim, highlightSource, matchMark, STYLE } from './html.ts';
import {
  attackTable,
  categoryTable,
  classTable,
  confusionTable,
  leftOutTable,
  metricsTable,
  pairsTable,
  thresholdTable,
} from './report-tables.ts';

export interface ReportContent {
  readonly results: Results;
  readonly judged: readonly JudgedRow[];
}

/** A self-contained page: no scripts, no external files, all text escaped. */
export function renderReport({ results, judged }: ReportContent): string {
  const { summary } = results;
  const mistakes = worstMistakes(judged);
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Claim verification: evaluation</title><style>${STYLE}</style></head><body>
${heading(results)}
${cards(summary)}
${summary.sets.length > 1 ? html`<h2>By set</h2>${metricsTable(summary)}` : undefined}
<p class="quiet">95 % intervals from a bootstrap inside each set that draws sources, each with all its rows. Balanced
accuracy and AUROC: SUPPORTED against the rest. AUROC of confidence: right answers against wrong ones. In two-way sets UNSUPPORTED and UNCERTAIN both satisfy NOT_SUPPORTED. Calibration error: 15 bins of
equal size over <code>confidence</code>; resampling can only add to it, so its interval is biased upwards.</p>
<h2>All rows</h2>${setDetails(summary.pooled)}
${summary.sets.length > 1 ? summary.sets.map(foldedSet) : undefined}
${summary.attacks.length === 0 ? undefined : attackSection(summary)}
${results.pairs.length === 0 ? undefined : html`<h2>Pairs</h2>${pairsTable(results.pairs)}`}
${results.leftOut.length === 0 ? undefined : html`<h2>Rows left out</h2>${leftOutTable(results.leftOut)}`}
<h2>Worst mistakes</h2>
<p class="quiet">Wrong verdicts with the highest confidence, at most eight per set.</p>
${mistakes.length === 0 ? html`<p>No wrong verdicts.</p>` : mistakes.map(judgedRow)}
</body></html>
`;
  return page.toString();
}

function heading({ judge, settings, half, startedAt, rowsPerSecond, summary }: RunInfo & { summary: Summary }): Html {
  const facts = Object.entries(settings).map(([name, value]) => html` · ${name} ${value}`);
  return html`<header><h1>Evaluation of the verdicts</h1>
    <p class="quiet">${judge}${facts} · ${half === 'all' ? 'all rows' : `${half} half`} ·
    ${summary.pooled.rows} rows in ${summary.sets.length} sets · ${rowsPerSecond.toFixed(1)} rows/s · ${startedAt}</p></header>`;
}

function cards({ meanOverSets, sets }: Summary): Html {
  const items = METRIC_NAMES.map(
    (name) => html`<div class="card"><div class="quiet">${METRICS[name].title}</div>
      <div class="big">${formatNumber(meanOverSets[name].value)}</div><small>${formatInterval(meanOverSets[name])}</small></div>`,
  );
  const of = sets.length > 1 ? html`<p class="quiet">Mean over ${sets.length} sets.</p>` : undefined;
  return html`<div class="cards">${items}</div>${of}`;
}

function attackSection({ attacks }: Summary): Html {
  return html`<h2>Attacks</h2>${attackTable(attacks)}
<p class="quiet">Pairs of a supported claim and its altered version. False SUPPORTED: of the altered claims. False refusals:
UNSUPPORTED or UNCERTAIN, of the unaltered ones. A pair is right when only its unaltered claim is SUPPORTED.</p>`;
}

function setDetails(set: SetSummary): Html {
  return html`<div class="plots">
    <div class="card"><h3>Verdicts by label</h3>${confusionTable(set.confusion)}${classTable(set.classes)}</div>
    ${set.categories.length === 0 ? undefined : html`<div class="card"><h3>Categories</h3>${categoryTable(set.categories)}</div>`}
    </div>
    <h3>Answers by minimum confidence</h3>
    <p class="quiet">Share of answers with at least this confidence, and their accuracy; then the same for the answers with each
      verdict.</p>${thresholdTable(set)}`;
}

function foldedSet(set: SetSummary): Html {
  return html`<details><summary>${set.name}: ${set.rows} rows</summary>${setDetails(set)}</details>`;
}

const MAX_MISTAKES_PER_SET = 8;
const MAX_MISTAKES = 60;

/** The wrong verdicts with the highest confidence, at most eight per set, highest first. */
function worstMistakes(judged: readonly JudgedRow[]): JudgedRow[] {
  const wrong = judged
    .filter(({ row, judgement }) => !isRight(row.label, judgement.verdict))
    .toSorted((left, right) => right.judgement.confidence - left.judgement.confidence);
  const perSet = [...groupBy(wrong, ({ row }) => row.set).values()].flatMap((rows) =>
    rows.slice(0, MAX_MISTAKES_PER_SET),
  );
  return perSet
    .toSorted((left, right) => right.judgement.confidence - left.judgement.confidence)
    .slice(0, MAX_MISTAKES);
}

/** One row: claim and source with the audit trail's spans marked, and the reasoning. */
function judgedRow({ row, judgement }: JudgedRow): Html {
  const { auditTrail } = judgement;
  const trail = auditTrail.map(({ claimSpan, sourceSpan, matchType }) => {
    const found = sourceSpan === undefined ? '' : row.source.slice(sourceSpan.start, sourceSpan.end);
    const evidence = found === '' ? html`<i class="quiet">no matching text in the source</i>` : found;
    return html`<li>${matchMark(matchType, matchType)}
      ${row.claim.slice(claimSpan.start, claimSpan.end)} <span class="quiet">←</span> ${evidence}</li>`;
  });
  return html`<article class="card row">
    <header><span>labeled <b>${row.label}</b></span><span>judged <b>${judgement.verdict}</b></span>
      <span>confidence <b>${formatNumber(judgement.confidence)}</b></span>
      <span class="quiet">${row.set} · ${row.id}</span></header>
    <p class="text">${highlightClaim(row.claim, auditTrail)}</p>
    <ol class="trail">${trail}</ol>
    <details><summary>source</summary><p class="text">${highlightSource(row.source, auditTrail)}</p></details>
    <details><summary>reasoning</summary><p class="text">${judgement.reasoning}</p></details>
  </article>`;
}
