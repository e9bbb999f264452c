import type { Comparison } from '../compare.ts';
import type { JudgedRow } from '../labelled-rows.ts';
import { METRIC_NAMES, METRICS } from '../metrics.ts';
import type { Results, RunInfo } from '../results.ts';
import type { SetSummary, Summary } from '../summary.ts';
import { comparisonSection } from './comparison.ts';
import { confusionPlot } from './confusion-plot.ts';
import { formatInterval, formatNumber } from './format-number.ts';
import { type Html, html } from './html.ts';
import { judgedRow, worstMistakes } from './mistakes.ts';
import { barPlot, coveragePlot, reliabilityPlot } from './plots.ts';
import {
  attackTable,
  categoryTable,
  classTable,
  leftOutTable,
  metricsTable,
  pairsTable,
  thresholdTable,
} from './report-tables.ts';
import { STYLE } from './style.ts';

export interface ReportContent {
  readonly results: Results;
  readonly judged: readonly JudgedRow[];
  readonly comparison: Comparison | undefined;
}

/** A self-contained page: no scripts, no external files, all text escaped. */
export function renderReport({ results, judged, comparison }: ReportContent): string {
  const { summary } = results;
  const mistakes = worstMistakes(judged);
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Claim verification: evaluation</title><style>${STYLE}</style></head><body>
${heading(results)}
${cards(summary)}
<h2>By set</h2>${metricsTable(summary)}
<p class="quiet">95 % intervals from a bootstrap inside each set that draws sources, each with all its rows. Balanced
accuracy and AUROC: SUPPORTED against the rest. AUROC of confidence: right answers against wrong ones. In two-way sets UNSUPPORTED and UNCERTAIN both satisfy NOT_SUPPORTED. Calibration error: 15 bins of
equal size over <code>confidence</code>; resampling can only add to it, so its interval leans upwards.</p>
${setPlots(summary)}
${comparison === undefined ? undefined : comparisonSection(comparison, judged)}
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
  return html`<div class="cards">${items}</div><p class="quiet">Mean over ${sets.length} sets.</p>`;
}

function attackSection({ attacks }: Summary): Html {
  return html`<h2>Attacks</h2>${attackTable(attacks)}
<p class="quiet">Pairs of a supported claim and its altered version. False SUPPORTED: of the altered claims. False refusals:
UNSUPPORTED or UNCERTAIN, of the unaltered ones. A pair is right when only its unaltered claim is SUPPORTED.</p>`;
}

function setPlots({ sets }: Summary): Html {
  const plots = [
    { name: 'balancedAccuracy', reference: 0.5 },
    { name: 'auroc', reference: 0.5 },
    { name: 'calibrationError', reference: undefined },
  ] as const;
  const items = plots.map(({ name, reference }) => {
    const bars = sets.map((set) => ({ name: set.name, estimate: set.metrics[name] }));
    const { title, better } = METRICS[name];
    return html`<div class="card"><h3>${title} <small>${better} is better</small></h3>${barPlot(title, bars, reference)}</div>`;
  });
  return html`<div class="plots">${items}</div>`;
}

function setDetails(set: SetSummary): Html {
  return html`<div class="plots">
    <div class="card"><h3>Reliability</h3>${reliabilityPlot(set.bins)}</div>
    <div class="card"><h3>Confusion</h3>${confusionPlot(set.confusion)}<br>${classTable(set.classes)}</div>
    <div class="card"><h3>Coverage</h3>${coveragePlot(set.coverage)}</div>
    ${set.categories.length === 0 ? undefined : html`<div class="card"><h3>Categories</h3>${categoryTable(set.categories)}</div>`}
    </div>
    <h3>Answers by minimum confidence</h3>
    <p class="quiet">Share of answers with at least this confidence, and their accuracy; then the same for the answers with each
      verdict.</p>${thresholdTable(set)}`;
}

function foldedSet(set: SetSummary): Html {
  return html`<details><summary>${set.name}: ${set.rows} rows</summary>${setDetails(set)}</details>`;
}
