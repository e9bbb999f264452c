import { VERDICTS } from '../contract/verify.ts';
import { groupBy, isRight, isTwoWay, type Label, type Outcome } from '../evaluation/labelled-rows.ts';
import { METRIC_NAMES, METRICS } from '../evaluation/metrics.ts';
import type { Calibration } from '../verify/decide/calibration.ts';
import { decideClaim } from '../verify/decide/policy.ts';
import { type ExaminedSpan, FEATURES } from '../verify/examine/features.ts';
import { fitScale, rounded } from './fit-scale.ts';
import { type FittedLine, fitSoftmax } from './fit-softmax.ts';

/** A labeled claim with the results of the models and the rules. */
export interface ExaminedRow {
  readonly set: string;
  readonly label: Label;
  readonly spans: readonly ExaminedSpan[];
}

export interface FitMaterial {
  readonly rows: readonly ExaminedRow[];
  /** How many times each set counts, by name; 1 for sets not listed. */
  readonly weights?: Readonly<Record<string, number>>;
}

export type FittedFor = Pick<Calibration, 'name' | 'models'>;

export function fitCalibration(material: FitMaterial, base: Calibration, fittedFor: FittedFor): Calibration {
  const weighed = fitWeights(material, { ...base, ...fittedFor });
  const fitted = fitConfidence(material, weighed);
  const minConfidence = fitMinConfidence(likeUsers(material).map((row) => outcomeOf(row, fitted)));
  return { ...fitted, minConfidence, answerMinConfidence: undefined };
}

/** The rows of the sets that count more than once, which are most like the texts of users; all where none does. */
function likeUsers({ rows, weights = {} }: FitMaterial): readonly ExaminedRow[] {
  const like = rows.filter(({ set }) => (weights[set] ?? 1) > 1);
  return like.length > 0 ? like : rows;
}

/** Rows that a set of weight 1 counts for, so that large sets do not dominate. */
const ROWS_OF_SET = 300;

/** Returns the weight of a row; a set of weight 1 counts as `ROWS_OF_SET` rows. */
function weightsInSets({ rows, weights = {} }: FitMaterial): (row: ExaminedRow) => number {
  const sets = groupBy(rows, ({ set }) => set);
  return ({ set }) => (ROWS_OF_SET * (weights[set] ?? 1)) / sets.get(set)!.length;
}

function fitWeights(material: FitMaterial, base: Calibration): Calibration {
  const { rows } = material;
  const weightOf = weightsInSets(material);
  const { entailed, contradicted } = fitSoftmax(
    rows.map((row) => ({
      label: row.label,
      // A labeled row has one source, so the span was read in its only document.
      spans: row.spans.map(({ documents }) => FEATURES.map((name) => documents[0]!.features[name])),
      weight: weightOf(row),
    })),
  );
  // Rows that are only "not supported" do not distinguish a contradiction from silence.
  const tellsContradictions = rows.some(({ label }) => label === 'UNSUPPORTED');
  return {
    ...base,
    entailed: named(entailed),
    contradicted: tellsContradictions ? named(contradicted) : base.contradicted,
  };
}

function named({ bias, weights }: FittedLine): Calibration['entailed'] {
  const all = FEATURES.map((name, k) => [name, rounded(weights[k]!)]);
  return { bias: rounded(bias), weights: Object.fromEntries(all) };
}

export function outcomeOf({ label, spans }: ExaminedRow, calibration: Calibration): Outcome {
  const { verdict, confidence, probabilities } = decideClaim(spans, calibration);
  return { label, verdict, confidence, supported: probabilities.SUPPORTED };
}

/** On two-way sets a verdict other than SUPPORTED is right when the label is not SUPPORTED. Every set counts once. */
function fitConfidence({ rows }: FitMaterial, base: Calibration): Calibration {
  const weightOf = weightsInSets({ rows });
  const decided = rows.map((row) => {
    const { verdict, probabilities } = decideClaim(row.spans, base);
    const right = isRight(row.label, verdict);
    return { verdict, probability: probabilities[verdict], right, weight: weightOf(row) };
  });
  const scales = VERDICTS.map((verdict) => [verdict, fitScale(decided.filter((one) => one.verdict === verdict))]);
  return { ...base, confidence: Object.fromEntries(scales) as Calibration['confidence'] };
}

export const MIN_ROWS_PER_LABEL = 50;

export function rowsByLabel(rows: readonly Pick<ExaminedRow, 'label'>[]): { label: Label; count: number }[] {
  const needed: readonly Label[] = isTwoWay(rows) ? ['SUPPORTED', 'NOT_SUPPORTED'] : VERDICTS;
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

/** Wanted: the share of passed SUPPORTED rows that are right, and the share of correct SUPPORTED rows that pass. */
const RIGHT = 0.93;
const PASSING = 0.4;

export const HUNDREDTHS = Array.from({ length: 101 }, (_, i) => i / 100);

/**
 * The least confidence with which a SUPPORTED sentence of an answer passes: the smallest hundredth at which the share RIGHT of
 * the SUPPORTED rows that pass is right. Where less than the share PASSING of the correct SUPPORTED rows would pass at it, the
 * greatest at which that share does. Undefined where no SUPPORTED row is correct.
 */
export function fitMinConfidence(outcomes: readonly Outcome[]): number | undefined {
  const supported = outcomes.filter(({ verdict }) => verdict === 'SUPPORTED');
  const right = supported.filter(({ label }) => isRight(label, 'SUPPORTED'));
  const passing = (rows: readonly Outcome[], least: number) =>
    rows.filter(({ confidence }) => confidence >= least).length;
  if (right.length === 0) return undefined;
  const keeping = HUNDREDTHS.filter((least) => passing(right, least) >= PASSING * right.length);
  return keeping.find((least) => passing(right, least) >= RIGHT * passing(supported, least)) ?? keeping.at(-1);
}

export function beforeAndAfter(rows: readonly ExaminedRow[], before: Calibration, after: Calibration): string {
  if (rows.length === 0)
    return 'The reporting half has no rows, so the calibrations cannot be compared. Add rows of more sources.';
  const measured = [before, after].map((calibration) => rows.map((row) => outcomeOf(row, calibration)));
  const lines = METRIC_NAMES.map((name) => {
    const [was, is] = measured.map((outcomes) => METRICS[name].of(outcomes));
    return `${METRICS[name].title.padEnd(36)} ${was!.toFixed(3)}  ${is!.toFixed(3)}`;
  });
  const heading = `${`${rows.length} held-out rows`.padEnd(36)} before after`;
  return [heading, ...lines].join('\n');
}
