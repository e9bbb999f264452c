import type { Calibration } from './calibration.ts';

/** The verdict's own probability, as it is. */
const AS_PROBABLE: Calibration['confidence']['SUPPORTED'] = {
  bias: 0,
  curves: {
    probability: [
      [-7, -7],
      [7, 7],
    ],
  },
};

/**
 * For models without a calibration of their own: the model's own probabilities decide, gated by words in common and the
 * facts that differ. Confidence is not measured. `claim-verifier calibrate` makes a better one from labelled rows.
 */
export const DEFAULT_CALIBRATION: Calibration = {
  policyVersion: '3',
  name: 'default',
  models: null,
  candidates: 0,
  entailed: {
    bias: -2,
    curves: {
      support: [
        [-6, -5],
        [8, 7],
      ],
      support_lead: [
        [-6, -2],
        [6, 2],
      ],
      facts_conflicting: [
        [0, 0],
        [3, -3],
      ],
    },
  },
  contradicted: {
    bias: -2.5,
    curves: {
      opposition: [
        [-6, -5],
        [8, 6],
      ],
      coverage_closest: [
        [0, -1],
        [1, 1],
      ],
      facts_conflicting: [
        [0, 0],
        [1, 1],
        [3, 2],
      ],
    },
  },
  thresholds: {
    entailed: 0.5,
    contradicted: 0.5,
    exactEntailment: 0.3,
    relevance: 0.1,
    nearCopy: 0.6,
    strong: 0.8,
    closer: 0.1,
  },
  without: [],
  confidence: { SUPPORTED: AS_PROBABLE, UNSUPPORTED: AS_PROBABLE, UNCERTAIN: AS_PROBABLE },
};
