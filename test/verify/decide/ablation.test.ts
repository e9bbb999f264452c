import { expect, it } from 'vitest';
import {
  ABLATIONS,
  type Calibration,
  DEFAULT_CALIBRATION,
  withoutNamed,
} from '../../../src/verify/decide/calibration.ts';
import { PROMISES } from '../../../src/verify/decide/promises.ts';
import { FEATURES } from '../../../src/verify/examine/features.ts';

const CALIBRATION: Calibration = {
  ...DEFAULT_CALIBRATION,
  entailed: { bias: 1, weights: { passage_entailment: 2, sentence_entailment: 3 } },
  contradicted: { bias: -1, weights: { passage_entailment: -2 } },
};

it('a feature that is left out has no weight', () => {
  const { entailed, contradicted } = withoutNamed(CALIBRATION, ['passage_entailment']);
  expect(entailed).toEqual({ bias: 1, weights: { sentence_entailment: 3 } });
  expect(contradicted).toEqual({ bias: -1, weights: {} });
});

it('leaving out a feature without a weight changes nothing', () => {
  expect(withoutNamed(CALIBRATION, ['names_absent'])).toEqual(CALIBRATION);
  expect(withoutNamed(CALIBRATION, [])).toEqual(CALIBRATION);
});

it('promises that are left out are added to those that were left out before', () => {
  const before = withoutNamed(CALIBRATION, ['copy_differs']);
  const after = withoutNamed(before, ['evidence_disagrees', 'sentence_entailment']);
  expect(after.without).toEqual(['copy_differs', 'evidence_disagrees']);
  expect(after.entailed.weights).toEqual({ passage_entailment: 2 });
  expect(CALIBRATION.without).toEqual([]);
});

it('every feature and every promise can be left out', () => {
  expect(ABLATIONS).toEqual([...FEATURES, ...PROMISES, 'values_settle']);
});
