import { mean } from './classification.ts';

export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface BootstrapOptions {
  readonly resamples: number;
  readonly seed: number;
}

export const DEFAULT_BOOTSTRAP: BootstrapOptions = { resamples: 1000, seed: 20_240_601 };

export interface ResamplingOptions<Row> {
  readonly groups: readonly (readonly Row[])[];
  /** Rows of one group with equal results are drawn together or not at all. */
  readonly clusterOf: (row: Row) => unknown;
  /** Returns the same number of statistics on every call; NaN where a sample lacks the rows for one. */
  readonly measure: (samples: readonly (readonly Row[])[]) => readonly number[];
}

/**
 * Confidence intervals of many statistics on the same resamples. Every resample draws clusters of rows with replacement
 * inside each group, as many as the group has, so that small groups keep their weight. Rows keep their order, so that
 * sorted rows stay sorted. NaN replicates (a resample without one of the classes) are left out.
 */
export function bootstrapAll<Row>(
  { groups, clusterOf, measure }: ResamplingOptions<Row>,
  options: BootstrapOptions = DEFAULT_BOOTSTRAP,
): Estimate[] {
  const random = seededRandom(options.seed);
  const values = measure(groups);
  const replicates = values.map(() => new Float64Array(options.resamples));
  const drawable = groups.map((rows) => numberClusters(rows, clusterOf));
  for (let resample = 0; resample < options.resamples; resample += 1) {
    measure(drawable.map((group) => drawWithReplacement(group, random))).forEach((value, index) => {
      replicates[index]![resample] = value;
    });
  }
  return values.map((value, index) => ({ value, ...percentileInterval(replicates[index]!) }));
}

export function meanOfKnown(values: readonly number[]): number {
  return mean(values.filter((value) => !Number.isNaN(value)));
}

interface ClusteredRows<Row> {
  readonly rows: readonly Row[];
  /** The cluster of each row, from 0. */
  readonly clusters: Uint32Array;
  readonly clusterCount: number;
}

function numberClusters<Row>(rows: readonly Row[], clusterOf: (row: Row) => unknown): ClusteredRows<Row> {
  const numbers = new Map<unknown, number>();
  const clusters = Uint32Array.from(rows, (row) => {
    const cluster = clusterOf(row);
    const number = numbers.get(cluster) ?? numbers.size;
    numbers.set(cluster, number);
    return number;
  });
  return { rows, clusters, clusterCount: numbers.size };
}

function drawWithReplacement<Row>({ rows, clusters, clusterCount }: ClusteredRows<Row>, random: () => number): Row[] {
  const times = new Uint32Array(clusterCount);
  for (let draw = 0; draw < clusterCount; draw += 1) times[Math.floor(random() * clusterCount)]! += 1;
  const drawn: Row[] = [];
  for (let index = 0; index < rows.length; index += 1) {
    for (let time = times[clusters[index]!]!; time > 0; time -= 1) drawn.push(rows[index]!);
  }
  return drawn;
}

function percentileInterval(replicates: Float64Array): { low: number; high: number } {
  const sorted = replicates.filter((value) => !Number.isNaN(value)).sort();
  return { low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) };
}

/** Linear interpolation between order statistics; NaN without values. */
function quantile(sorted: Float64Array, share: number): number {
  const position = share * (sorted.length - 1);
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

/** Uniform numbers in [0, 1), the same ones for the same seed on every machine (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
