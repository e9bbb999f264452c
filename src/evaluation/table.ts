import { VERDICTS } from '../contract/verify.ts';
import { alignedLines } from '../printable.ts';
import type { Estimate } from './bootstrap.ts';
import { METRIC_NAMES, METRICS, type Metrics } from './metrics.ts';
import type { Kept } from './reliability.ts';
import { leftOutLines, type Results } from './results.ts';
import type { AttackScore, SetSummary } from './summary.ts';

export function summaryTable({ settings, summary, rowsPerSecond, pairs, leftOut }: Results): string {
  const all = String(summary.pooled.rows);
  // With one set the mean and the pool repeat its numbers.
  const together = [
    { heads: ['mean over sets', all], metrics: summary.meanOverSets },
    { heads: ['all rows', all], metrics: summary.pooled.metrics },
  ];
  const metrics = metricTables(
    ['set', 'rows'],
    [
      ...summary.sets.map((set) => ({ heads: [set.name, String(set.rows)], metrics: set.metrics })),
      ...(summary.sets.length > 1 ? together : []),
    ],
  );
  const ablation = settings.without === undefined ? [] : [`without ${settings.without}`];
  const read = pairs.map(({ origin, pairs: count }) => `pairs ${origin}: ${count}`);
  const missing = leftOutLines(leftOut);
  const facts = [...ablation, `${rowsPerSecond.toFixed(1)} rows/s`, ...read, ...missing];
  const attacks = summary.attacks.length === 0 ? [] : ['', attackTable(summary.attacks)];
  return [metrics, '', thresholdTable(summary.pooled), ...attacks, '', ...facts].join('\n');
}

function attackTable(scores: readonly AttackScore[]): string {
  const heads = ['attack', 'pairs', 'false SUPPORTED', 'false refusals', 'pairs right'];
  const rows = scores.map(({ attack, pairs, falseSupported, falseRefusals, pairsRight }) => [
    attack,
    String(pairs),
    ...[falseSupported, falseRefusals, pairsRight].map(shareWithInterval),
  ]);
  return alignWithin([heads, ...rows], { heads: 2 });
}

function shareWithInterval({ value, low, high }: Estimate): string {
  const [share, from, to] = [value, low, high].map((part) => (100 * part).toFixed(0));
  return `${share} % [${from}, ${to}]`;
}

/** Share and accuracy of the answers at or above a confidence: all verdicts together, then each verdict. */
function thresholdTable({ coverage }: Pick<SetSummary, 'coverage'>): string {
  const heads = ['confidence', 'all kept', 'right', ...VERDICTS.flatMap((verdict) => [`${verdict} kept`, 'right'])];
  const rows = coverage.map(({ atLeast, byVerdict, ...all }) => [
    `>= ${atLeast}`,
    ...[all, ...VERDICTS.map((verdict) => byVerdict[verdict])].flatMap(shares),
  ]);
  return alignWithin([heads, ...rows], { heads: 1, group: 2 });
}

function shares({ coverage, accuracy }: Kept): string[] {
  return [coverage, accuracy].map((share) => (Number.isNaN(share) ? '-' : `${(100 * share).toFixed(1)} %`));
}

function metricTables(
  heads: readonly string[],
  lines: readonly { readonly heads: readonly string[]; readonly metrics: Metrics }[],
): string {
  const titles = [...heads, ...METRIC_NAMES.map((name) => METRICS[name].title)];
  const rows = lines.map((line) => [...line.heads, ...cells(line.metrics)]);
  return alignWithin([titles, ...rows], { heads: heads.length });
}

function cells(metrics: Metrics): string[] {
  return METRIC_NAMES.map((name) => {
    const { value, low, high } = metrics[name];
    return Number.isNaN(value) ? '-' : `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
  });
}

const TERMINAL_COLUMNS = 80;

/** Like alignedLines, but several tables instead of one too wide, each with the first `heads` columns. */
export function alignWithin(
  rows: readonly (readonly string[])[],
  { heads, group = 1 }: { heads: number; group?: number },
): string {
  const tables: string[] = [];
  let from = heads;
  const columns = rows[0]!.length;
  while (from < columns) {
    let to = Math.min(columns, from + group);
    let table = tableOf(rows, heads, from, to);
    for (let next = to + group; next <= columns; next += group) {
      const wider = tableOf(rows, heads, from, next);
      if (widthOf(wider) > TERMINAL_COLUMNS) break;
      [table, to] = [wider, next];
    }
    tables.push(table);
    from = to;
  }
  return tables.join('\n\n');
}

function tableOf(rows: readonly (readonly string[])[], heads: number, from: number, to: number): string {
  return alignedLines(rows.map((row) => [...row.slice(0, heads), ...row.slice(from, to)])).join('\n');
}

function widthOf(table: string): number {
  return table.split('\n').reduce((width, line) => Math.max(width, line.length), 0);
}
