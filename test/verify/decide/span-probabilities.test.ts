import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { DEFAULT_CALIBRATION } from '../../../src/verify/decide/calibration.ts';
import { spanProbabilities } from '../../../src/verify/decide/policy.ts';
import { FEATURES } from '../../../src/verify/examine/features.ts';
import { PLAIN_CALIBRATION } from '../../support/fake-encoder.ts';
import { features } from '../support/examined-span.ts';

it('are the softmax of two weighted sums, with zero for neither', () => {
  const { entailed, contradicted } = spanProbabilities(features({ passage_entailment: 2, sentence_entailment: 0.5 }), {
    entailed: { bias: 0.5, weights: { passage_entailment: 1, sentence_entailment: -1 } },
    contradicted: { bias: 1, weights: { passage_entailment: -0.25 } },
  });
  const sum = Math.exp(2) + Math.exp(0.5) + 1;
  expect(entailed).toBeCloseTo(Math.exp(2) / sum, 12);
  expect(contradicted).toBeCloseTo(Math.exp(0.5) / sum, 12);
});

it('do not overflow with the greatest weights', () => {
  const line = { bias: 1000, weights: Object.fromEntries(FEATURES.map((name) => [name, 1000])) };
  const given = features(Object.fromEntries(FEATURES.map((name) => [name, 7])));
  expect(spanProbabilities(given, { entailed: line, contradicted: line })).toEqual({
    entailed: 0.5,
    contradicted: 0.5,
  });
});

const anyFeatures = fc
  .array(fc.double({ min: -7, max: 7, noNaN: true }), { minLength: FEATURES.length, maxLength: FEATURES.length })
  .map((values) => features(Object.fromEntries(FEATURES.map((name, i) => [name, values[i]!]))));

test.prop([anyFeatures, fc.constantFrom(PLAIN_CALIBRATION, DEFAULT_CALIBRATION)])(
  'are never negative, and their sum is never more than 1',
  (given, calibration) => {
    const { entailed, contradicted } = spanProbabilities(given, calibration);
    expect(entailed).toBeGreaterThanOrEqual(0);
    expect(contradicted).toBeGreaterThanOrEqual(0);
    expect(entailed + contradicted).toBeLessThanOrEqual(1 + 1e-9);
  },
);
