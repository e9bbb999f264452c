import type { Calibration } from './calibration.ts';

/**
 * For models without a calibration of their own: the model's own probabilities decide, gated by words in common and the
 * facts that differ. Confidence is not measured. `npm run calibrate` makes a better one from labelled rows.
 */
export const DEFAULT_CALIBRATION: Calibration = {
  policyVersion: '2',
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
      names_absent: [
        [0, 0],
        [3, -1],
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
    exactEntailment: 0.5,
    nearCopy: 0.6,
    strong: 0.8,
    closer: 0.1,
  },
  without: [],
  confidence: {
    SUPPORTED: { bias: 0, slope: 1 },
    UNSUPPORTED: { bias: 0, slope: 1 },
    UNCERTAIN: { bias: 0, slope: 1 },
  },
};
