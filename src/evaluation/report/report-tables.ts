import { type Html, type HtmlValue, html } from '../../html.ts';
import type { Estimate } from '../bootstrap.ts';
import type { ClassScores, Confusion } from '../classification.ts';
import { LABELS, VERDICTS } from '../labelled-rows.ts';
import { METRIC_NAMES, METRICS, type Metrics } from '../metrics.ts';
import type { Kept } from '../reliability.ts';
import { type LeftOut, type PairCount, whyLeftOut } from '../results.ts';
import type { AttackScore, CategoryScore, SetSummary, Summary } from '../summary.ts';
import { formatInterval, formatNumber, formatShare } from './html.ts';

function table(heads: readonly string[], rows: readonly Html[]): Html {
  const cells = heads.map((head) => html`<th scope="col">${head}</th>`);
  return html`<div class="scroll"><table><thead><tr>${cells}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

function tableRow(cells: readonly HtmlValue[], className = ''): Html {
  return html`<tr class="${className}">${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
}

export function metricsTable({ sets, meanOverSets, pooled }: Summary): Html {
  const heads = ['Set', 'Rows', ...METRIC_NAMES.map((name) => METRICS[name].title)];
  const rows = sets.map(({ name, rows: count, metrics }) => tableRow([name, count, ...metricCells(metrics)]));
  const mean = tableRow(['Mean over sets', pooled.rows, ...metricCells(meanOverSets)], 'total');
  const all = tableRow(['All rows', pooled.rows, ...metricCells(pooled.metrics)]);
  return table(heads, [...rows, mean, all]);
}

function metricCells(metrics: Metrics): Html[] {
  return METRIC_NAMES.map(
    (name) => html`${formatNumber(metrics[name].value)}<small>${formatInterval(metrics[name])}</small>`,
  );
}

export function confusionTable(confusion: Confusion): Html {
  const rows = LABELS.flatMap((label) => {
    const counts = confusion[label];
    return counts === undefined ? [] : [tableRow([label, ...VERDICTS.map((verdict) => counts[verdict])])];
  });
  return table(['Label', ...VERDICTS], rows);
}

export function classTable(classes: readonly ClassScores[]): Html {
  const rows = classes.map(({ label, rows: count, precision, recall, f1 }) =>
    tableRow([label, count, formatNumber(precision), formatNumber(recall), formatNumber(f1)]),
  );
  return table(['Label', 'Rows', 'Precision', 'Recall', 'F1'], rows);
}

/** Share and accuracy of the answers at or above a confidence: all verdicts together, then each verdict. */
export function thresholdTable({ coverage }: SetSummary): Html {
  const rows = coverage.map(({ atLeast, byVerdict, ...all }) =>
    tableRow([`≥ ${atLeast}`, ...[all, ...VERDICTS.map((verdict) => byVerdict[verdict])].flatMap(keptCells)]),
  );
  const heads = VERDICTS.flatMap((verdict) => [`${verdict} kept`, 'Right']);
  return table(['Confidence', 'All kept', 'Right', ...heads], rows);
}

function keptCells({ coverage, accuracy }: Kept): string[] {
  return [formatShare(coverage), formatShare(accuracy)];
}

/** Scores of the categories, lowest accuracy first. */
export function categoryTable(categories: readonly CategoryScore[]): Html {
  const rows = categories.map(({ category, rows: count, accuracy }) =>
    tableRow([category, count, formatNumber(accuracy)]),
  );
  return table(['Category', 'Rows', 'Accuracy'], rows);
}

/** Pairs of a claim and its altered version, by attack, with intervals. */
export function attackTable(scores: readonly AttackScore[]): Html {
  const share = (estimate: Estimate) => html`${formatShare(estimate.value)}<small>${formatInterval(estimate)}</small>`;
  const rows = scores.map(({ attack, pairs, falseSupported, falseRefusals, pairsRight }) =>
    tableRow([attack, pairs, ...[falseSupported, falseRefusals, pairsRight].map(share)]),
  );
  return table(['Attack', 'Pairs', 'False SUPPORTED', 'False refusals', 'Pairs right'], rows);
}

export function pairsTable(pairs: readonly PairCount[]): Html {
  return table(
    ['Pairs', 'Number'],
    pairs.map(({ origin, pairs: count }) => tableRow([origin, count])),
  );
}

export function leftOutTable(leftOut: readonly LeftOut[]): Html {
  return table(
    ['Set', 'Rows', 'Why'],
    leftOut.map((entry) => tableRow([entry.set, entry.rows, whyLeftOut(entry)])),
  );
}
