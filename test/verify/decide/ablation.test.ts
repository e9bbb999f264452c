import { expect, it } from 'vitest';
import {
  ABLATIONS,
  type Calibration,
  DEFAULT_CALIBRATION,
  OBJECTIONS,
  withoutNamed,
} from '../../../src/verify/decide/calibration.ts';
import { FEATURES } from '../../../src/verify/examine/features.ts';

const CALIBRATION: Calibration = {
  ...DEFAULT_CALIBRATION,
  entailed: {
    bias: 1,
    curves: {
      support: [
        [-1, -5],
        [0, 2],
        [9, 7],
      ],
      source_size: [
        [0, 0],
        [3, -1],
      ],
    },
  },
  contradicted: {
    bias: 2,
    curves: {
      support: [
        [-1, 4],
        [1, 3],
        [2, 2],
        [3, 1],
      ],
    },
  },
};

it('a feature left out says of every span what it says at the middle of its curve', () => {
  const { entailed, contradicted } = withoutNamed(CALIBRATION, ['support']);
  expect(entailed).toEqual({ bias: 1, curves: { ...CALIBRATION.entailed.curves, support: [[0, 2]] } });
  expect(contradicted).toEqual({ bias: 2, curves: { support: [[1, 3]] } });
});

it('a feature without a curve changes nothing when it is left out', () => {
  expect(withoutNamed(CALIBRATION, ['facts_absent'])).toEqual(CALIBRATION);
  expect(withoutNamed(CALIBRATION, [])).toEqual(CALIBRATION);
});

it('an objection left out is named beside those that were left out before', () => {
  const before = withoutNamed(CALIBRATION, ['copy_differs']);
  const after = withoutNamed(before, ['evidence_disagrees', 'source_size']);
  expect(after.without).toEqual(['copy_differs', 'evidence_disagrees']);
  expect(after.entailed.curves.source_size).toEqual([[0, 0]]);
  expect(CALIBRATION.without).toEqual([]);
});

it('every feature and every objection can be left out', () => {
  expect(ABLATIONS).toEqual([...FEATURES, ...OBJECTIONS]);
});
