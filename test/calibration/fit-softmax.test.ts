import { describe, expect, it } from 'vitest';
import { type FitRow, type FittedLine, type FittedSoftmax, fitSoftmax } from '../../src/calibration/fit-softmax.ts';
import type { Label } from '../../src/evaluation/labelled-rows.ts';

const TRUE: FittedSoftmax = {
  entailed: { bias: -0.5, weights: [1.2, -0.6] },
  contradicted: { bias: -1, weights: [-0.8, 0.9] },
};

const logit = ({ bias, weights }: FittedLine, span: readonly number[]) =>
  weights.reduce((sum, weight, k) => sum + weight * span[k]!, bias);

function probabilities(span: readonly number[], { entailed, contradicted }: FittedSoftmax = TRUE) {
  const [e, c] = [Math.exp(logit(entailed, span)), Math.exp(logit(contradicted, span))];
  return { e: e / (e + c + 1), c: c / (e + c + 1) };
}

/** A row for each label of a claim, which counts as often as the true weights give that label. */
function rowsOf(spans: readonly (readonly number[])[], isTwoWay = false): FitRow[] {
  const read = spans.map((span) => probabilities(span));
  const supported = read.reduce((product, { e }) => product * e, 1);
  const unsupported = 1 - read.reduce((product, { c }) => product * (1 - c), 1);
  const shares: [Label, number][] = isTwoWay
    ? [
        ['SUPPORTED', supported],
        ['NOT_SUPPORTED', 1 - supported],
      ]
    : [
        ['SUPPORTED', supported],
        ['UNSUPPORTED', unsupported],
        ['UNCERTAIN', 1 - supported - unsupported],
      ];
  return shares.map(([label, weight]) => ({ label, spans, weight }));
}

const VALUES = [-3, -1.5, 0, 1.5, 3];
const SPANS = VALUES.flatMap((x) => VALUES.map((y) => [x, y]));
/** Pairs of spans that are as different as they can be. */
const PAIRS = SPANS.map((span, i) => [span, SPANS[(7 * i + 3) % SPANS.length]!]);

/** The regularization makes weights somewhat smaller than those that rows were made with. */
function expectClose(fitted: FittedSoftmax, within = 0.1): void {
  for (const side of ['entailed', 'contradicted'] as const) {
    expect(Math.abs(fitted[side].bias - TRUE[side].bias)).toBeLessThan(within);
    for (const [k, weight] of fitted[side].weights.entries())
      expect(Math.abs(weight - TRUE[side].weights[k]!)).toBeLessThan(within);
  }
  for (const span of SPANS) {
    const [found, expected] = [probabilities(span, fitted), probabilities(span)];
    expect(Math.abs(found.e - expected.e)).toBeLessThan(0.03);
    expect(Math.abs(found.c - expected.c)).toBeLessThan(0.03);
  }
}

describe('the weights that rows were made with', () => {
  it('are found from claims of one span', () => {
    expectClose(fitSoftmax(SPANS.flatMap((span) => rowsOf([span]))));
  });

  it('are found from claims of several spans', () => {
    expectClose(fitSoftmax([...PAIRS, ...SPANS.map((span) => [span])].flatMap((spans) => rowsOf(spans))));
    expectClose(fitSoftmax(PAIRS.flatMap((spans) => rowsOf(spans))), 0.2);
  });

  it('are found where most sets only have SUPPORTED and NOT_SUPPORTED', () => {
    const twoWay = [...PAIRS, ...SPANS.map((span) => [span])].flatMap((spans) => rowsOf(spans, true));
    expectClose(fitSoftmax([...twoWay, ...SPANS.flatMap((span) => rowsOf([span]))]), 0.25);
  });

  it('are found whatever the scale and the mean of a feature', () => {
    const moved = SPANS.flatMap((span) => rowsOf([span])).map((row) => ({
      ...row,
      spans: row.spans.map(([x, y]) => [100 * x! + 7, y!]),
    }));
    const { entailed } = fitSoftmax(moved);
    const plain = fitSoftmax(SPANS.flatMap((span) => rowsOf([span]))).entailed;
    expect(100 * entailed.weights[0]!).toBeCloseTo(plain.weights[0]!, 4);
    expect(entailed.bias + 7 * entailed.weights[0]!).toBeCloseTo(plain.bias, 4);
  });
});

describe('a fit', () => {
  const rows = SPANS.flatMap((span) => rowsOf([span]));

  it('is the same for the same rows', () => {
    expect(fitSoftmax(rows)).toEqual(fitSoftmax(rows));
  });

  it('does not depend on the sum of the weights', () => {
    const fitted = fitSoftmax(rows.map((row) => ({ ...row, weight: 7 * row.weight })));
    expect(fitted.entailed.weights[0]).toBeCloseTo(fitSoftmax(rows).entailed.weights[0]!, 9);
  });

  it('leaves out rows of weight 0 and claims without spans', () => {
    const noise: FitRow[] = SPANS.map((span) => ({ label: 'SUPPORTED', spans: [span], weight: 0 }));
    const empty: FitRow = { label: 'UNCERTAIN', spans: [], weight: 5 };
    expect(fitSoftmax([...rows, empty])).toEqual(fitSoftmax(rows));
    expect(fitSoftmax([...rows, ...noise]).entailed.weights[0]).toBeCloseTo(fitSoftmax(rows).entailed.weights[0]!, 4);
  });

  it('gives a feature that is the same everywhere no weight', () => {
    const constant = rows.map((row) => ({ ...row, spans: row.spans.map((span) => [...span, 4]) }));
    const { entailed, contradicted } = fitSoftmax(constant);
    expect([entailed.weights[2], contradicted.weights[2]]).toEqual([0, 0]);
    expect(entailed.bias).toBeCloseTo(fitSoftmax(rows).entailed.bias, 9);
  });

  it('is finite where the labels can be separated', () => {
    const separable: FitRow[] = [
      { label: 'SUPPORTED', spans: [[5, -5]], weight: 1 },
      { label: 'UNSUPPORTED', spans: [[-5, 5]], weight: 1 },
      { label: 'UNCERTAIN', spans: [[-5, -5]], weight: 1 },
    ];
    const fitted = fitSoftmax(separable);
    expect(probabilities([5, -5], fitted).e).toBeGreaterThan(0.9);
    expect(probabilities([-5, 5], fitted).c).toBeGreaterThan(0.9);
    for (const { bias, weights } of [fitted.entailed, fitted.contradicted])
      for (const value of [bias, ...weights]) expect(Math.abs(value)).toBeLessThan(100);
  });
});
