import { describe, expect, it } from 'vitest';
import {
  type ExaminedRow,
  type FitMaterial,
  fitCalibration,
  outcomeOf,
  tooFewRows,
} from '../../src/calibration/fit-calibration.ts';
import { accuracy } from '../../src/evaluation/classification.ts';
import { isRight, type Label } from '../../src/evaluation/labelled-rows.ts';
import { DEFAULT_CALIBRATION, loadCalibration } from '../../src/verify/decide/calibration.ts';
import { spanProbabilities } from '../../src/verify/decide/policy.ts';
import { FEATURES } from '../../src/verify/examine/features.ts';
import { fakeEncoder } from '../support/fake-encoder.ts';
import { spanWith } from '../verify/support/examined-span.ts';

const ROWS = 60;
const FITTED_FOR = { name: 'mine', models: { verdict: '00'.repeat(32), evidence: null } };
/** Values that lie around a centre, the same for the same i. */
const around = (centre: number, i: number) => centre + ((i * 7) % 11) / 11 - 0.5;

interface Read {
  readonly set?: string;
  /** Log-odds. */
  readonly entailment?: number;
  readonly contradiction?: number;
}

/** A row of which the models say so much for it and so much against it. */
function rowOf(label: Label, i: number, read: Read): ExaminedRow {
  const { set = 'x', entailment = -4, contradiction = -4 } = read;
  const given = spanWith({
    passage_entailment: around(entailment, i),
    passage_contradiction: around(contradiction, i),
  });
  return { set, label, spans: [given] };
}
const rowsOf = (label: Label, read: Read, count = ROWS) =>
  Array.from({ length: count }, (_, i) => rowOf(label, i, read));

const labelled = [
  ...rowsOf('SUPPORTED', { entailment: 3 }),
  ...rowsOf('UNSUPPORTED', { contradiction: 3 }),
  ...rowsOf('UNCERTAIN', {}),
];
const fit = (material: Partial<FitMaterial>) =>
  fitCalibration({ rows: [], ...material }, DEFAULT_CALIBRATION, FITTED_FOR);
const verdictRate = (rows: readonly ExaminedRow[], calibration: typeof DEFAULT_CALIBRATION, verdict: string) =>
  rows.filter((row) => outcomeOf(row, calibration).verdict === verdict).length / rows.length;

describe('fitting a calibration', () => {
  it('separates labels that the features separate, with confidence, and names its models', async () => {
    const fitted = fit({ rows: labelled });
    expect(fitted).toMatchObject({ ...FITTED_FOR, policyVersion: '4', without: [] });
    expect(accuracy(labelled.map((row) => outcomeOf(row, fitted)))).toBe(1);
    expect(labelled.map((row) => outcomeOf(row, fitted).confidence > 0.8)).not.toContain(false);
    const calibration = await loadCalibration(undefined, JSON.parse(JSON.stringify(fitted)), {
      model: fakeEncoder().verdict.info,
      evidenceModel: undefined,
    });
    expect(calibration).toEqual(fitted);
  });

  it('gives every feature a weight in either line, and keeps the thresholds', () => {
    const { entailed, contradicted, thresholds } = fit({ rows: labelled });
    expect(Object.keys(entailed.weights)).toEqual([...FEATURES]);
    expect(Object.keys(contradicted.weights)).toEqual([...FEATURES]);
    expect(entailed.weights.passage_entailment).toBeGreaterThan(0.3);
    expect(contradicted.weights.passage_contradiction).toBeGreaterThan(0.3);
    expect([entailed.weights.passage_neutral, contradicted.weights.names_absent]).toEqual([0, 0]);
    expect(thresholds).toBe(DEFAULT_CALIBRATION.thresholds);
  });

  it('is fitted to two-way sets next to three-way sets', () => {
    const twoWay = [...rowsOf('SUPPORTED', { entailment: 3 }), ...rowsOf('NOT_SUPPORTED', {})];
    const fitted = fit({ rows: [...twoWay.map((row) => ({ ...row, set: 'two-way' })), ...labelled] });
    expect(verdictRate(rowsOf('NOT_SUPPORTED', {}), fitted, 'SUPPORTED')).toBe(0);
    expect(verdictRate(rowsOf('UNSUPPORTED', { contradiction: 3 }), fitted, 'UNSUPPORTED')).toBe(1);
    expect(verdictRate(rowsOf('UNCERTAIN', {}), fitted, 'UNSUPPORTED')).toBe(0);
  });

  it('keeps the contradiction of the base where no row is UNSUPPORTED', () => {
    const twoWay = [...rowsOf('SUPPORTED', { entailment: 3 }), ...rowsOf('NOT_SUPPORTED', {})];
    expect(fit({ rows: twoWay }).contradicted).toEqual(DEFAULT_CALIBRATION.contradicted);
  });

  it('is the same for the same rows', () => {
    expect(fit({ rows: labelled })).toEqual(fit({ rows: labelled }));
  });
});

describe('the weight of a set', () => {
  /** Two sets that say the opposite of the same middling rows. */
  const [yes, no] = (['SUPPORTED', 'UNCERTAIN'] as const).map((label, s) => [
    ...rowsOf('SUPPORTED', { set: `set ${s}`, entailment: 5 }, 20),
    ...rowsOf('UNCERTAIN', { set: `set ${s}`, entailment: -5 }, 20),
    ...rowsOf(label, { set: `set ${s}`, entailment: 0 }, 40),
  ]);
  const middling = rowsOf('SUPPORTED', { entailment: 0 });
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  /** Of the middling rows: their mean probability of entailment, the share SUPPORTED and the mean confidence. */
  const measured = (weights: NonNullable<FitMaterial['weights']>) => {
    const fitted = fit({ rows: [...yes!, ...no!], weights });
    const outcomes = middling.map((row) => outcomeOf(row, fitted));
    return {
      entailed: meanOf(
        middling.map(({ spans }) => spanProbabilities(spans[0]!.documents[0]!.features, fitted).entailed),
      ),
      supported: meanOf(outcomes.map(({ verdict }) => Number(verdict === 'SUPPORTED'))),
      confidence: meanOf(outcomes.map(({ confidence }) => confidence)),
    };
  };

  it('counts it several times where sets disagree, in the weights', () => {
    const first = measured({ 'set 0': 9 });
    const second = measured({ 'set 1': 9 });
    expect([first.supported, second.supported]).toEqual([1, 0]);
    expect(first.entailed).toBeGreaterThan(0.6);
    expect(second.entailed).toBeLessThan(0.4);
    // Every set counts once for the confidence: half of the rows are right in either case.
    expect(first.confidence).toBeLessThan(0.75);
    expect(second.confidence).toBeLessThan(0.75);
  });

  it('is one for sets that are not named', () => {
    const both = [...yes!, ...no!];
    expect(fit({ rows: both, weights: { 'set 0': 1, other: 7 } })).toEqual(fit({ rows: both }));
  });
});

describe('confidence', () => {
  it('is the share that is right among answers with the same verdict', () => {
    const rows = [
      ...rowsOf('SUPPORTED', { entailment: 4 }).map((row, i) =>
        i % 3 === 0 ? { ...row, label: 'UNCERTAIN' as const } : row,
      ),
      ...rowsOf('SUPPORTED', { entailment: 4 }),
      ...rowsOf('UNCERTAIN', {}, 90),
      ...rowsOf('UNSUPPORTED', { contradiction: 3 }),
    ];
    const fitted = fit({ rows });
    const supported = rows.map((row) => outcomeOf(row, fitted)).filter(({ verdict }) => verdict === 'SUPPORTED');
    const mean = supported.reduce((sum, { confidence }) => sum + confidence, 0) / supported.length;
    const right = supported.filter(({ label, verdict }) => isRight(label, verdict)).length / supported.length;
    expect(right).toBeCloseTo(100 / 120, 2);
    expect(mean).toBeCloseTo(right, 1);
  });

  it('has a scale for each verdict, the plain one where no row had it', () => {
    const { confidence } = fit({ rows: labelled.slice(0, ROWS) });
    expect(confidence.UNSUPPORTED).toEqual({ slope: 1, offset: 0 });
    expect(confidence.SUPPORTED).not.toEqual({ slope: 1, offset: 0 });
  });
});

it('says which labels have too few rows', () => {
  expect(tooFewRows(labelled)).toBeUndefined();
  expect(tooFewRows([...labelled.slice(0, 2 * ROWS), ...rowsOf('UNCERTAIN', {}).slice(0, 7)])).toBe(
    'Expected at least 50 rows of each label (SUPPORTED, UNSUPPORTED, UNCERTAIN); UNCERTAIN has 7.',
  );
  expect(tooFewRows([...rowsOf('SUPPORTED', {}), ...rowsOf('NOT_SUPPORTED', {}, 49)])).toBe(
    'Expected at least 50 rows of each label (SUPPORTED, NOT_SUPPORTED); NOT_SUPPORTED has 49.',
  );
});
