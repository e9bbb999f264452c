import type { Comparison, Effect, RowChange } from '../compare.ts';
import type { JudgedRow } from '../labelled-rows.ts';
import { METRIC_NAMES, METRICS, type MetricName, type Metrics } from '../metrics.ts';
import { formatDifference, formatInterval, formatNumber } from './format-number.ts';
import { type Html, html } from './html.ts';
import { judgedRow } from './mistakes.ts';
import { table, tableRow } from './report-tables.ts';

const MAX_CHANGES = 100;

/** Changes since another run: the metrics with paired intervals, then the rows. */
export function comparisonSection(comparison: Comparison, judged: readonly JudgedRow[]): Html {
  const { common, onlyBefore, onlyAfter, perSet, differences, changes } = comparison;
  const heads = ['Set', ...METRIC_NAMES.map((name) => METRICS[name].title)];
  const rows = perSet.map((entry) => tableRow([entry.set, ...differenceCells(entry.differences)]));
  const count = (effect: Effect) => changes.filter((change) => change.effect === effect).length;
  return html`<h2>Changes</h2>
    <p>Difference (after minus before) on the ${common} rows of both runs (${onlyBefore} rows were only in the earlier run,
      ${onlyAfter} only in this one). Intervals are of the difference itself: both runs are resampled together.</p>
    ${table(heads, [...rows, tableRow(['Mean over sets', ...differenceCells(differences)], 'total')])}
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
