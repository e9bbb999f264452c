import { VERDICTS, type Verdict } from '../contract/verify.ts';
import { balancedAccuracy, macroF1, mean } from '../evaluation/classification.ts';
import { groupBy, isRight, isTwoWay, type Label, type Outcome, totalWeight } from '../evaluation/labelled-rows.ts';
import { METRIC_NAMES, METRICS } from '../evaluation/metrics.ts';
import { type Calibration, CONFIDENCE_SIGNS } from '../verify/decide/calibration.ts';
import { decideClaim } from '../verify/decide/policy.ts';
import { type ExaminedSpan, FEATURES } from '../verify/examine/features.ts';
import { fitCurves, type NamedRow } from './fit-curves.ts';

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
  /** Claims with unrelated sources. */
  readonly offTopic: readonly ExaminedRow[];
  /** How many times each set counts, by name; 1 for sets not listed. */
  readonly weights: Readonly<Record<string, number>>;
}

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

/** Every set counts the same; a set with weight 2 is added a second time under another name. */
function repeated<Name extends string>(
  rows: readonly NamedRow<Name>[],
  weights: FitMaterial['weights'],
): NamedRow<Name>[] {
  return rows.flatMap((row) =>
    Array.from({ length: weights[row.set] ?? 1 }, (_, i) => ({ ...row, set: i === 0 ? row.set : `${row.set} ${i}` })),
  );
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

/** Share of the SUPPORTED rows that pass which is to be right, and share of the rightly SUPPORTED that is to pass. */
const RIGHT = 0.9;
const PASSING = 0.5;

const HUNDREDTHS = Array.from({ length: 101 }, (_, i) => i / 100);

/**
 * The least confidence with which a SUPPORTED sentence of an answer passes: the smallest hundredth at which nine of ten
 * SUPPORTED rows that pass are right. Where fewer than half of the rightly SUPPORTED would pass at it, the greatest at which
 * half of them do. Undefined where no row is rightly SUPPORTED.
 */
export function fitMinConfidence(outcomes: readonly Outcome[]): number | undefined {
  const supported = outcomes.filter(({ verdict }) => verdict === 'SUPPORTED');
  const right = supported.filter(({ label }) => isRight(label, 'SUPPORTED'));
  const passing = (rows: readonly Outcome[], least: number) =>
    totalWeight(rows.filter(({ confidence }) => confidence >= least));
  if (right.length === 0) return undefined;
  const keeping = HUNDREDTHS.filter((least) => passing(right, least) >= PASSING * totalWeight(right));
  return keeping.find((least) => passing(right, least) >= RIGHT * passing(supported, least)) ?? keeping.at(-1);
}

/** A table of every metric on rows that were not fitted, with the old and the new calibration. */
export function beforeAndAfter(rows: readonly ExaminedRow[], before: Calibration, after: Calibration): string {
  if (rows.length === 0) return 'The reporting half has no rows, so the calibrations cannot be compared.';
  const measured = [before, after].map((calibration) => rows.map((row) => outcomeOf(row, calibration)));
  const lines = METRIC_NAMES.map((name) => {
    const [was, is] = measured.map((outcomes) => METRICS[name].of(outcomes));
    return `${METRICS[name].title.padEnd(32)} ${was!.toFixed(3)}  ${is!.toFixed(3)}`;
  });
  const heading = `${`${rows.length} held-out rows`.padEnd(32)} before after`;
  return [heading, ...lines].join('\n');
}
