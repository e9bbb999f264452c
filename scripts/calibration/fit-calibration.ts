import { balancedAccuracy, macroF1 } from '../../src/evaluation/classification.ts';
import { hats, knotsOf } from '../../src/evaluation/curves.ts';
import { fitLine } from '../../src/evaluation/fit-line.ts';
import { type FitOptions, fitSpans } from '../../src/evaluation/fit-spans.ts';
import { groupBy } from '../../src/evaluation/group-by.ts';
import { isRight, isTwoWay, type Label, type Outcome } from '../../src/evaluation/types.ts';
import {
  type Calibration,
  type ExaminedSpan,
  FEATURES,
  type Features,
  judge,
  logOdds,
  VERDICTS,
} from '../../src/index.ts';

/** A labelled claim after the network and the rules have looked at it. */
export interface ExaminedRow {
  readonly set: string;
  readonly label: Label;
  readonly spans: readonly (ExaminedSpan | undefined)[];
}

/**
 * How freely each curve may bend, chosen by fitting on all sets but one: few sets tell UNSUPPORTED from UNCERTAIN, so that
 * curve gets fewer knots and a stronger pull to zero.
 */
const ENTAILED_FIT = { deciding: 'least', knots: 5, ridge: 0.003, steps: 600 } as const;
const CONTRADICTED_FIT = { deciding: 'most', knots: 3, ridge: 0.01, steps: 600 } as const;
const ENTAILED_GRID = range(0.3, 0.65, 0.025);
const CONTRADICTED_GRID = range(0.2, 0.6, 0.025);
/** Below an eighth a unit or a function word in common would make text relevant. */
const RELEVANCE_GRID = [0.125, 0.15, 0.2, 0.3, 0.4];
/** Largest share of pairs off the topic that may come out UNSUPPORTED. */
const MOST_OFF_TOPIC = 0.02;

function range(low: number, high: number, step: number): number[] {
  return Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => Number((low + i * step).toFixed(4)));
}

/** What a calibration is fitted to. */
export interface FitMaterial {
  /** Labelled claims: they teach everything. */
  readonly rows: readonly ExaminedRow[];
  /** Labelled pairs of another kind than claims with sources: they only teach what a contradiction is. */
  readonly pairs: readonly ExaminedRow[];
  /** Claims with sources that say nothing of them (off-topic.ts). */
  readonly offTopic: readonly ExaminedRow[];
}

/**
 * Fits weights, then thresholds, then confidence, starting from `base`. Only sets that tell UNSUPPORTED from UNCERTAIN
 * teach what a contradiction is: without one that part of `base` is kept.
 */
export function fitCalibration(material: FitMaterial, base: Calibration, name: string): Calibration {
  const weighed = fitWeights(material, { ...base, name });
  const decided = chooseThresholds(material, weighed);
  return fitConfidence(material.rows, decided);
}

function fitWeights({ rows, pairs, offTopic }: FitMaterial, base: Calibration): Calibration {
  const entailed = fitCurves(rows, 'SUPPORTED', ENTAILED_FIT);
  const telling = [...groupBy([...rows, ...pairs], ({ set }) => set).values()].filter((members) =>
    ['UNSUPPORTED', 'UNCERTAIN'].every((label) => members.some((row) => row.label === label)),
  );
  if (telling.length === 0) return { ...base, entailed };
  const sets = new Set(telling.map((members) => members[0]!.set));
  const unentailed = telling.flat().filter(({ label }) => label !== 'SUPPORTED');
  const opposed = [...unentailed, ...offTopic.filter(({ set }) => sets.has(set))];
  return { ...base, entailed, contradicted: fitCurves(opposed, 'UNSUPPORTED', CONTRADICTED_FIT) };
}

/** A curve for each feature, by logistic regression over the hats of its knots. */
function fitCurves(
  rows: readonly ExaminedRow[],
  positive: Label,
  fit: FitOptions & { readonly knots: number },
): Calibration['entailed'] {
  const vectors = rows.map(({ spans }) => spans.flatMap((span) => (span === undefined ? [] : [span.features])));
  const knots = FEATURES.map((name) =>
    knotsOf(
      vectors.flat().map((features) => features[name]),
      fit.knots,
    ),
  );
  const expand = (features: Features) => FEATURES.flatMap((name, f) => hats(features[name], knots[f]!));
  const fitRows = rows.map(({ set, label }, r) => ({
    set,
    positive: label === positive,
    spans: vectors[r]!.map(expand),
  }));
  const { bias, weights } = fitSpans(fitRows, fit);
  let at = 0;
  const curves = FEATURES.map((name, f) => [
    name,
    knots[f]!.map((knot): [number, number] => [knot, rounded(weights[at++]!)]),
  ]);
  return { bias: rounded(bias), curves: Object.fromEntries(curves) };
}

/**
 * The grid point of highest mean over sets of balanced accuracy and macro-F1 together, among those that leave pairs off
 * the topic alone.
 */
function chooseThresholds({ rows, offTopic }: FitMaterial, base: Calibration): Calibration {
  const sets = [...groupBy(rows, ({ set }) => set).values()];
  let best = { value: Number.NEGATIVE_INFINITY, calibration: base };
  for (const relevance of RELEVANCE_GRID) {
    for (const entailed of ENTAILED_GRID) {
      for (const contradicted of CONTRADICTED_GRID) {
        const calibration = { ...base, thresholds: { ...base.thresholds, entailed, contradicted, relevance } };
        const value = mean(sets.map((members) => worth(members, calibration)));
        if (value > best.value && shareUnsupported(offTopic, calibration) <= MOST_OFF_TOPIC)
          best = { value, calibration };
      }
    }
  }
  return best.calibration;
}

function shareUnsupported(rows: readonly ExaminedRow[], calibration: Calibration): number {
  const unsupported = rows.filter(({ spans }) => judge(spans, calibration).verdict === 'UNSUPPORTED');
  return unsupported.length / Math.max(1, rows.length);
}

function worth(rows: readonly ExaminedRow[], calibration: Calibration): number {
  const outcomes = rows.map((row) => outcomeOf(row, calibration));
  return (balancedAccuracy(outcomes) + macroF1(outcomes)) / 2;
}

export function outcomeOf({ label, spans }: ExaminedRow, calibration: Calibration): Outcome {
  const { verdict, confidence, probabilities } = judge(spans, calibration);
  return { label, verdict, confidence, supported: probabilities.SUPPORTED };
}

/** On two-way sets a verdict other than SUPPORTED is right when the label is not SUPPORTED. */
function fitConfidence(rows: readonly ExaminedRow[], base: Calibration): Calibration {
  const judged = rows.map(({ label, spans }) => ({ label, ...judge(spans, base) }));
  const lines = VERDICTS.map((verdict) => {
    const mine = judged.filter((row) => row.verdict === verdict);
    const answers = mine.map(({ label, probabilities }) => ({
      logOdds: logOdds(probabilities[verdict]),
      right: isRight(label, verdict),
    }));
    const { bias, slope } = fitLine(answers);
    return [verdict, { bias: rounded(bias), slope: rounded(slope) }] as const;
  });
  return { ...base, confidence: Object.fromEntries(lines) as Calibration['confidence'] };
}

/** Fewer rows than this of a label are an anecdote. */
const LEAST_ROWS_PER_LABEL = 50;

/** Why these rows cannot be fitted, as a sentence; undefined when they can. */
export function tooFewRows(rows: readonly Pick<ExaminedRow, 'label'>[]): string | undefined {
  const needed: Label[] = isTwoWay(rows) ? ['SUPPORTED', 'NOT_SUPPORTED'] : ['SUPPORTED', 'UNSUPPORTED', 'UNCERTAIN'];
  const short = needed
    .map((label) => ({ label, count: rows.filter((row) => row.label === label).length }))
    .filter(({ count }) => count < LEAST_ROWS_PER_LABEL);
  if (short.length === 0) return undefined;
  const came = short.map(({ label, count }) => `${label} has ${count}`).join(', ');
  return `Expected at least ${LEAST_ROWS_PER_LABEL} rows of each label (${needed.join(', ')}); ${came}.`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}
