import { isRight, type RowOutcome } from './labelled-rows.ts';

/** What drawn rows say of all rows that they stand for, in one sentence; undefined where no row has a weight. */
export function weightedSentence(rows: readonly RowOutcome[]): string | undefined {
  const drawn = rows.filter(({ weight }) => weight !== undefined);
  if (drawn.length === 0) return undefined;
  const supported = drawn.filter(({ verdict }) => verdict === 'SUPPORTED');
  const shares = [
    `accuracy ${rightShare(drawn)}`,
    ...(supported.length > 0 ? [`SUPPORTED right ${rightShare(supported)}`] : []),
  ];
  return `by weight: ${drawn.length} rows stand for ${Math.round(weightOf(drawn))}; of these ${shares.join(', ')}`;
}

function rightShare(rows: readonly RowOutcome[]): string {
  return (weightOf(rows.filter(({ label, verdict }) => isRight(label, verdict))) / weightOf(rows)).toFixed(3);
}

function weightOf(rows: readonly RowOutcome[]): number {
  return rows.reduce((sum, { weight = 0 }) => sum + weight, 0);
}
