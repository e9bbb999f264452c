import type { Confusion } from '../classification.ts';
import type { Comparison, Effect, RowChange } from '../compare.ts';
import { groupBy, isRight, type JudgedRow, LABELS, VERDICTS } from '../labelled-rows.ts';
import { METRIC_NAMES, METRICS, type MetricName, type Metrics } from '../metrics.ts';
import type { Results, RunInfo } from '../results.ts';
import type { SetSummary, Summary } from '../summary.ts';
import {
  formatDifference,
  formatInterval,
  formatNumber,
  formatShare,
  type Html,
  highlightClaim,
  highlightSource,
  html,
  matchMark,
  STYLE,
} from './html.ts';
import { barPlot, coveragePlot, reliabilityPlot } from './plots.ts';
import {
  attackTable,
  categoryTable,
  classTable,
  leftOutTable,
  metricsTable,
  pairsTable,
  table,
  tableRow,
  thresholdTable,
} from './report-tables.ts';

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
${summary.sets.length > 1 ? html`<h2>By set</h2>${metricsTable(summary)}` : undefined}
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
  const of = sets.length > 1 ? html`<p class="quiet">Mean over ${sets.length} sets.</p>` : undefined;
  return html`<div class="cards">${items}</div>${of}`;
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

const CELL = { width: 96, height: 52 };
const LEFT = 124;
const TOP = 44;

/** Labels as rows, verdicts as columns; the darker a cell, the larger its share of the label's rows. */
function confusionPlot(confusion: Confusion): Html {
  const labels = LABELS.filter((label) => confusion[label] !== undefined);
  const heads = VERDICTS.map(
    (verdict, column) =>
      html`<text class="tick" x="${LEFT + (column + 0.5) * CELL.width}" y="${TOP - 8}" text-anchor="middle">
      ${verdict}</text>`,
  );
  const rows = labels.map((label, index) => {
    const counts = confusion[label]!;
    const total = VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0);
    const y = TOP + index * CELL.height;
    const cells = VERDICTS.map((verdict, column) =>
      cellOf(counts[verdict], total, { x: LEFT + column * CELL.width, y }),
    );
    const name = html`<text class="tick" x="${LEFT - 8}" y="${y + CELL.height / 2 + 4}" text-anchor="end">${label}</text>`;
    return html`${name}${cells}`;
  });
  const width = LEFT + VERDICTS.length * CELL.width;
  const height = TOP + labels.length * CELL.height;
  return html`<svg viewBox="0 0 ${width + 4} ${height + 4}" role="img" aria-label="Confusion matrix">
    <text class="axis" x="${LEFT + (VERDICTS.length * CELL.width) / 2}" y="14" text-anchor="middle">verdict</text>
    <text class="axis" x="${LEFT - 8}" y="${TOP - 8}" text-anchor="end">label</text>${heads}${rows}</svg>`;
}

function cellOf(count: number, total: number, { x, y }: { x: number; y: number }): Html {
  const share = count / total;
  const middle = x + CELL.width / 2;
  return html`<rect class="cell" x="${x + 1}" y="${y + 1}" width="${CELL.width - 2}" height="${CELL.height - 2}"
      fill-opacity="${(0.06 + 0.7 * share).toFixed(3)}"/>
    <text class="count" x="${middle}" y="${y + 24}" text-anchor="middle">${count}</text>
    <text class="share" x="${middle}" y="${y + 41}" text-anchor="middle">${formatShare(share)}</text>`;
}

const MAX_CHANGES = 100;

/** Changes since another run: the metrics with paired intervals, then the rows. */
function comparisonSection(comparison: Comparison, judged: readonly JudgedRow[]): Html {
  const { common, onlyBefore, onlyAfter, perSet, differences, changes } = comparison;
  const heads = ['Set', ...METRIC_NAMES.map((name) => METRICS[name].title)];
  const rows = perSet.map((entry) => tableRow([entry.set, ...differenceCells(entry.differences)]));
  const count = (effect: Effect) => changes.filter((change) => change.effect === effect).length;
  return html`<h2>Changes</h2>
    <p>Difference (after minus before) on the ${common} rows of both runs (${onlyBefore} rows were only in the earlier run,
      ${onlyAfter} only in this one). Intervals are of the difference itself: both runs are resampled together.</p>
    ${table(heads, [...rows, ...(perSet.length > 1 ? [tableRow(['Mean over sets', ...differenceCells(differences)], 'total')] : [])])}
    <p><b>${count('fixed')}</b> verdicts fixed, <b>${count('broken')}</b> broken, <b>${count('changed')}</b> changed
      otherwise${changes.length > MAX_CHANGES ? `; the first ${MAX_CHANGES} follow` : ''}.</p>
    ${changedRows(changes.slice(0, MAX_CHANGES), judged)}`;
}

function differenceCells(differences: Metrics): Html[] {
  return METRIC_NAMES.map((name) => {
    const difference = differences[name];
    const text = formatDifference(difference.value);
    return html`<span class="${toneOf(name, differences)}">${text}</span><small>${formatInterval(difference)}</small>`;
  });
}

/** Coloured only when the interval does not contain 0. */
function toneOf(name: MetricName, differences: Metrics): string {
  const { low, high } = differences[name];
  if (!(low > 0 || high < 0)) return '';
  return low > 0 === (METRICS[name].better === 'higher') ? 'better' : 'worse';
}

function changedRows(changes: readonly RowChange[], judged: readonly JudgedRow[]): Html {
  const byRow = new Map(judged.map((entry) => [JSON.stringify([entry.row.set, entry.row.id]), entry]));
  const items = changes.map(({ before, after, effect }) => {
    const entry = byRow.get(JSON.stringify([after.set, after.id]));
    return html`<details><summary>${effect}: ${before.verdict} (${formatNumber(before.confidence)}) →
      ${after.verdict} (${formatNumber(after.confidence)}), labelled ${after.label} · ${after.set} · ${after.id}</summary>
      ${entry === undefined ? undefined : judgedRow(entry)}</details>`;
  });
  return html`${items}`;
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
    <header><span>labelled <b>${row.label}</b></span><span>judged <b>${judgement.verdict}</b></span>
      <span>confidence <b>${formatNumber(judgement.confidence)}</b></span>
      <span class="quiet">${row.set} · ${row.id}</span></header>
    <p class="text">${highlightClaim(row.claim, auditTrail)}</p>
    <ol class="trail">${trail}</ol>
    <details><summary>source</summary><p class="text">${highlightSource(row.source, auditTrail)}</p></details>
    <details><summary>reasoning</summary><p class="text">${judgement.reasoning}</p></details>
  </article>`;
}
