import { VERDICTS, type Verdict } from '../contract/verify.ts';
import { balancedAccuracy, macroF1 } from '../evaluation/classification.ts';
import { groupBy, isRight, isTwoWay, type Label, type Outcome, totalWeight } from '../evaluation/labelled-rows.ts';
import { type Calibration, CONFIDENCE_SIGNS } from '../verify/decide/calibration.ts';
import { decideClaim } from '../verify/decide/policy.ts';
import { type ExaminedSpan, FEATURES } from '../verify/examine/features.ts';
import { type FitOptions, type FitRow, fitSpans } from './fit-spans.ts';
import { fitMinConfidence } from './min-confidence.ts';

/** A labelled claim with the results of the models and the rules. */
export interface ExaminedRow {
  readonly set: string;
  readonly label: Label;
  readonly spans: readonly ExaminedSpan[];
  /** How many rows this one stands for in its set; 1 if it is left out. */
  readonly weight?: number | undefined;
}

/**
 * Knots and regularisation of each curve, chosen by cross-validation by source inside the tuning halves. Few sets tell
 * UNSUPPORTED from UNCERTAIN, so that curve has the stronger regularisation.
 */
const ENTAILED_FIT = { deciding: 'least', knots: 3, ridge: 0.004, steps: 600 } as const;
const CONTRADICTED_FIT = { deciding: 'most', knots: 3, ridge: 0.01, steps: 600 } as const;
const CONFIDENCE_FIT = { deciding: 'least', knots: 3, ridge: 0.001, steps: 600 } as const;
/** A verdict other than UNCERTAIN is given when it is more likely than not, or surer. */
const THRESHOLDS = range(0.5, 0.65, 0.025);
/** Maximum share of off-topic pairs with the verdict UNSUPPORTED. */
const MAX_OFF_TOPIC_UNSUPPORTED = 0.02;

function range(low: number, high: number, step: number): number[] {
  return Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => Number((low + i * step).toFixed(4)));
}

/** The rows that a calibration is fitted to. */
export interface FitMaterial {
  /** Labelled claims, used for all fits. */
  readonly rows: readonly ExaminedRow[];
  /** Claims with unrelated sources (off-topic.ts). */
  readonly offTopic: readonly ExaminedRow[];
  /** How many times each set counts, by name; 1 for sets not listed. */
  readonly weights: Readonly<Record<string, number>>;
}

/** The models that a calibration was fitted for. */
export type FittedFor = Pick<Calibration, 'name' | 'models' | 'candidates'>;

/**
 * Fits weights, then thresholds, then confidence, then the least confidence that passes, starting from `base`.
 * Contradictions are fitted only to sets that tell UNSUPPORTED from UNCERTAIN: without such a set that part of `base` is kept.
 */
export function fitCalibration(given: FitMaterial, base: Calibration, fittedFor: FittedFor): Calibration {
  const material = { ...given, rows: weighedInSets(given.rows) };
  const weighed = fitWeights(material, { ...base, ...fittedFor });
  const decided = chooseThresholds(material, weighed);
  const fitted = fitConfidence(material, decided);
  const minConfidence = fitMinConfidence(mostWeighed(material).map((row) => outcomeOf(row, fitted)));
  return { ...fitted, minConfidence };
}

/** The rows with weights whose mean in each set is 1: a set counts as many rows as were labelled, whatever these stand for. */
export function weighedInSets(rows: readonly ExaminedRow[]): readonly ExaminedRow[] {
  const means = new Map(
    [...groupBy(rows, ({ set }) => set)].map(([set, members]) => [set, totalWeight(members) / members.length]),
  );
  return rows.map((row) => ({ ...row, weight: (row.weight ?? 1) / means.get(row.set)! }));
}

/** The rows of the sets that count most: those that are most like what is asked. */
function mostWeighed({ rows, weights }: FitMaterial): readonly ExaminedRow[] {
  const weightOf = ({ set }: ExaminedRow) => weights[set] ?? 1;
  const most = rows.reduce((weight, row) => Math.max(weight, weightOf(row)), 0);
  return rows.filter((row) => weightOf(row) === most);
}

function fitWeights({ rows, offTopic, weights }: FitMaterial, base: Calibration): Calibration {
  const vectors = ({ spans }: ExaminedRow) => spans.map(({ features }) => features);
  const toFitRows = (labelled: readonly ExaminedRow[], positive: Label) =>
    labelled.map((row) => ({
      ...{ set: row.set, positive: row.label === positive, spans: vectors(row) },
      standsFor: row.weight,
    }));
  const entailed = fitCurves(FEATURES, repeated(toFitRows(rows, 'SUPPORTED'), weights), ENTAILED_FIT);
  const telling = [...groupBy(rows, ({ set }) => set).values()].filter((members) =>
    ['UNSUPPORTED', 'UNCERTAIN'].every((label) => members.some((row) => row.label === label)),
  );
  if (telling.length === 0) return { ...base, entailed };
  const sets = new Set(telling.map((members) => members[0]!.set));
  const unentailed = telling.flat().filter(({ label }) => label !== 'SUPPORTED');
  const opposed = [...unentailed, ...offTopic.filter(({ set }) => sets.has(set))];
  const contradicted = fitCurves(FEATURES, repeated(toFitRows(opposed, 'UNSUPPORTED'), weights), CONTRADICTED_FIT);
  return { ...base, entailed, contradicted };
}

interface NamedRow<Name extends string> extends Omit<FitRow, 'spans'> {
  readonly spans: readonly Readonly<Record<Name, number>>[];
}

/** Every set counts the same; a set with weight 2 is added a second time under another name. */
function repeated<Name extends string>(
  rows: readonly NamedRow<Name>[],
  weights: FitMaterial['weights'],
): NamedRow<Name>[] {
  return rows.flatMap((row) =>
    Array.from({ length: weights[row.set] ?? 1 }, (_, i) => ({ ...row, set: i === 0 ? row.set : `${row.set} ${i}` })),
  );
}

/** Fits one curve per name by logistic regression over the hat functions of its knots. */
function fitCurves<Name extends string>(
  names: readonly Name[],
  rows: readonly NamedRow<Name>[],
  fit: FitOptions & { readonly knots: number },
) {
  const values = rows.flatMap(({ spans }) => spans);
  const knots = names.map((name) =>
    knotsOf(
      values.map((vector) => vector[name]),
      fit.knots,
    ),
  );
  const expand = (vector: Readonly<Record<Name, number>>) => names.flatMap((name, f) => hats(vector[name], knots[f]!));
  const { bias, weights } = fitSpans(
    rows.map((row) => ({ ...row, spans: row.spans.map(expand) })),
    fit,
  );
  let at = 0;
  const curves = names.map((name, f) => [
    name,
    knots[f]!.map((knot): [number, number] => [knot, rounded(weights[at++]!)]),
  ]);
  return { bias: rounded(bias), curves: Object.fromEntries(curves) };
}

/**
 * The grid point with the highest mean over sets of balanced accuracy and macro-F1, among those that keep the share of
 * UNSUPPORTED off-topic pairs within its limit.
 */
function chooseThresholds({ rows, offTopic, weights }: FitMaterial, base: Calibration): Calibration {
  const sets = [...groupBy(rows, ({ set }) => set)];
  let best = { value: Number.NEGATIVE_INFINITY, calibration: base };
  for (const entailed of THRESHOLDS) {
    for (const contradicted of THRESHOLDS) {
      const calibration = { ...base, thresholds: { ...base.thresholds, entailed, contradicted } };
      const values = sets.flatMap(([set, members]) =>
        new Array(weights[set] ?? 1).fill(objective(members, calibration)),
      );
      const value = mean(values);
      if (value > best.value && shareUnsupported(offTopic, calibration) <= MAX_OFF_TOPIC_UNSUPPORTED)
        best = { value, calibration };
    }
  }
  return best.calibration;
}

function shareUnsupported(rows: readonly ExaminedRow[], calibration: Calibration): number {
  const unsupported = rows.filter(({ spans }) => decideClaim(spans, calibration).verdict === 'UNSUPPORTED');
  return unsupported.length / Math.max(1, rows.length);
}

function objective(rows: readonly ExaminedRow[], calibration: Calibration): number {
  const outcomes = rows.map((row) => outcomeOf(row, calibration));
  return (balancedAccuracy(outcomes) + macroF1(outcomes)) / 2;
}

export function outcomeOf({ label, spans, weight }: ExaminedRow, calibration: Calibration): Outcome {
  const { verdict, confidence, probabilities } = decideClaim(spans, calibration);
  return { label, verdict, confidence, supported: probabilities.SUPPORTED, weight };
}

/** Number of answers that a set of weight 1 counts for in the fit of confidence, so that large sets do not dominate. */
const CONFIDENCE_ROWS = 300;

/**
 * On two-way sets a verdict other than SUPPORTED is right when the label is not SUPPORTED. The curve of a
 * verdict that no row gets is kept from `base`.
 */
function fitConfidence({ rows, weights }: FitMaterial, base: Calibration): Calibration {
  const sizes = new Map([...groupBy(rows, ({ set }) => set)].map(([set, members]) => [set, members.length]));
  const decided = rows.map((row) => ({ row, ...decideClaim(row.spans, base) }));
  const models = VERDICTS.map((verdict) => {
    const withVerdict = decided.filter((one) => one.verdict === verdict);
    const answers = withVerdict.flatMap(({ row, confidenceSigns }) =>
      confidenceSigns === undefined
        ? []
        : [
            {
              set: 'all',
              positive: isRight(row.label, verdict),
              spans: [confidenceSigns],
              weight: ((row.weight ?? 1) * CONFIDENCE_ROWS * (weights[row.set] ?? 1)) / sizes.get(row.set)!,
            },
          ],
    );
    const kept = base.confidence[verdict];
    return [verdict, answers.length === 0 ? kept : fitCurves(CONFIDENCE_SIGNS, answers, CONFIDENCE_FIT)] as const;
  });
  return { ...base, confidence: Object.fromEntries(models) as Record<Verdict, Calibration['entailed']> };
}

/** Minimum number of rows of each label for a fit. */
export const MIN_ROWS_PER_LABEL = 50;

/** How many rows there are of each label that a fit needs. */
export function rowsByLabel(rows: readonly Pick<ExaminedRow, 'label'>[]): { label: Label; count: number }[] {
  const needed: Label[] = isTwoWay(rows) ? ['SUPPORTED', 'NOT_SUPPORTED'] : ['SUPPORTED', 'UNSUPPORTED', 'UNCERTAIN'];
  return needed.map((label) => ({ label, count: rows.filter((row) => row.label === label).length }));
}

/** Why these rows cannot be fitted whole, as a sentence; undefined when they can. */
export function tooFewRows(rows: readonly Pick<ExaminedRow, 'label'>[]): string | undefined {
  const counts = rowsByLabel(rows);
  const needed = counts.map(({ label }) => label);
  const short = counts.filter(({ count }) => count < MIN_ROWS_PER_LABEL);
  if (short.length === 0) return undefined;
  const found = short.map(({ label, count }) => `${label} has ${count}`).join(', ');
  return `Expected at least ${MIN_ROWS_PER_LABEL} rows of each label (${needed.join(', ')}); ${found}.`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}

/** Knots of a feature's curve: `count` equally spaced quantiles of its values and the largest value, without duplicates. */
function knotsOf(values: readonly number[], count: number): number[] {
  const sorted = values.toSorted((left, right) => left - right);
  const quantiles = Array.from(
    { length: count },
    (_, k) => sorted[Math.round((k * (sorted.length - 1)) / (count - 1))]!,
  );
  // A rare flag is 0 at every quantile: its largest value must be a knot too.
  return [...new Set([...quantiles, sorted.at(-1)!].map((value) => Number(value.toFixed(4))))].sort((a, b) => a - b);
}

/**
 * The value in the basis of hat functions: one weight per knot, at most two of them not zero, with sum 1. A linear model
 * over this basis is a piecewise linear curve through the knots.
 */
function hats(value: number, knots: readonly number[]): number[] {
  const x = Math.min(Math.max(value, knots[0]!), knots.at(-1)!);
  return knots.map((knot, k) => {
    const before = knots[k - 1];
    const after = knots[k + 1];
    if (x <= knot) return before === undefined ? Number(x === knot) : Math.max(0, (x - before) / (knot - before));
    return after === undefined ? 0 : Math.max(0, (after - x) / (after - knot));
  });
}
