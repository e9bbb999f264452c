import type { Comparison } from './compare.ts';
import { METRIC_NAMES, METRICS, type Metrics } from './metrics.ts';
import type { Results } from './results.ts';

/** A results table for a terminal: one line a set, values with their 95 % intervals. */
export function summaryTable({ summary, rowsPerSecond, leftOut }: Results): string {
  const lines = summary.sets.map(({ name, rows, metrics }) => [name, String(rows), ...cells(metrics)]);
  const all = String(summary.pooled.rows);
  const table = alignColumns([
    ['set', 'rows', ...METRIC_NAMES.map((name) => METRICS[name].title)],
    ...lines,
    ['mean over sets', all, ...cells(summary.meanOverSets)],
    ['all rows', all, ...cells(summary.pooled.metrics)],
  ]);
  const missing = leftOut.map(({ set, rows, reason }) => `left out of ${set}: ${rows} rows, ${reason}`);
  return [table, `${rowsPerSecond.toFixed(1)} rows/s`, ...missing].join('\n');
}

/** What changed since another run, after minus before, for a terminal. */
export function comparisonTable(comparison: Comparison): string {
  const { common, onlyBefore, onlyAfter, changes, perSet, differences } = comparison;
  const table = alignColumns([
    ['change', ...METRIC_NAMES.map((name) => METRICS[name].title)],
    ...perSet.map((entry) => [entry.set, ...cells(entry.differences)]),
    ['mean over sets', ...cells(differences)],
  ]);
  const count = (effect: string) => changes.filter((change) => change.effect === effect).length;
  const rows = `${common} rows in both runs, ${onlyBefore} only before, ${onlyAfter} only after`;
  return [
    table,
    rows,
    `verdicts: ${count('fixed')} fixed, ${count('broken')} broken, ${count('changed')} changed otherwise`,
  ].join('\n');
}

function cells(metrics: Metrics): string[] {
  return METRIC_NAMES.map((name) => {
    const { value, low, high } = metrics[name];
    return Number.isNaN(value) ? '-' : `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
  });
}

function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
