import { mean } from './classification.ts';
import { seededRandom } from './random.ts';

/** A statistic with its 95 % percentile bootstrap interval. */
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

/**
 * Intervals of many numbers measured on the same resamples. Every resample draws rows with replacement inside each
 * group, so that small groups keep their weight; rows keep their order, so that sorted rows stay sorted.
 * `measure` gives as many numbers on every call; NaN replicates (a resample without one of the classes) are left out.
 */
export function bootstrapAll<Row>(
  groups: readonly (readonly Row[])[],
  measure: (samples: readonly (readonly Row[])[]) => readonly number[],
  options: BootstrapOptions = DEFAULT_BOOTSTRAP,
): Estimate[] {
  const random = seededRandom(options.seed);
  const values = measure(groups);
  const replicates = values.map(() => new Float64Array(options.resamples));
  for (let resample = 0; resample < options.resamples; resample += 1) {
    measure(groups.map((rows) => drawWithReplacement(rows, random))).forEach((value, index) => {
      replicates[index]![resample] = value;
    });
  }
  return values.map((value, index) => ({ value, ...percentileInterval(replicates[index]!) }));
}

/** Mean of the values that exist (are not NaN). */
export function meanOfKnown(values: readonly number[]): number {
  return mean(values.filter((value) => !Number.isNaN(value)));
}

function drawWithReplacement<Row>(rows: readonly Row[], random: () => number): Row[] {
  const times = new Uint32Array(rows.length);
  for (let draw = 0; draw < rows.length; draw += 1) times[Math.floor(random() * rows.length)]! += 1;
  const drawn: Row[] = [];
  for (let index = 0; index < rows.length; index += 1) {
    for (let time = times[index]!; time > 0; time -= 1) drawn.push(rows[index]!);
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
