import {
  type BootstrapOptions,
  bootstrapAll,
  DEFAULT_BOOTSTRAP,
  type Estimate,
} from '../../src/evaluation/bootstrap.ts';

/** A share or a metric with its 95 % interval; null where no row counts. */
export interface Measured {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

export interface Counted {
  readonly count: number;
  readonly of: number;
}

export type Figure = Measured | Counted;

export interface Group {
  readonly rows: number;
  readonly figures: Readonly<Record<string, Figure>>;
}

export type Groups = Readonly<Record<string, Group>>;

export interface FigureOptions {
  /** A SUPPORTED claim passes from this confidence on. */
  readonly minConfidence: number;
  readonly resamples: number;
}

export function share<Row>(rows: readonly Row[], holds: (row: Row) => boolean): number {
  return rows.filter(holds).length / rows.length;
}

export function counted<Row>(rows: readonly Row[], holds: (row: Row) => boolean): Counted {
  return { count: rows.filter(holds).length, of: rows.length };
}

/** How each figure is computed from rows, and which rows are resampled together: those with equal results of `clusterOf`. */
export interface Figures<Row> {
  readonly clusterOf: (row: Row) => unknown;
  readonly figures: Readonly<Record<string, (rows: readonly Row[]) => number>>;
}

export function measureRows<Row>(
  rows: readonly Row[],
  { clusterOf, figures }: Figures<Row>,
  options: FigureOptions,
): Record<string, Measured> {
  const measure = ([only]: readonly (readonly Row[])[]) => Object.values(figures).map((figure) => figure(only!));
  return named(Object.keys(figures), bootstrapAll({ groups: [rows], clusterOf, measure }, bootstrap(options)));
}

export function named(names: readonly string[], estimates: readonly Estimate[]): Record<string, Measured> {
  return Object.fromEntries(names.map((name, k) => [name, measured(name, estimates[k]!)]));
}

/** Resampled rows repeat, which adds noise to the bins of the calibration error: its interval would be too high. */
const WITHOUT_INTERVAL = ['calibrationError'];

/** JSON has no NaN. */
function measured(name: string, estimate: Estimate): Measured {
  const { value } = estimate;
  const { low, high } = WITHOUT_INTERVAL.includes(name) ? { low: Number.NaN, high: Number.NaN } : estimate;
  const [v, l, h] = [value, low, high].map((number) => (Number.isNaN(number) ? null : Number(number.toFixed(6))));
  return { value: v!, low: l!, high: h! };
}

export function bootstrap({ resamples }: FigureOptions): BootstrapOptions {
  return { ...DEFAULT_BOOTSTRAP, resamples };
}
