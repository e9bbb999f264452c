import type { Calibration } from './calibration.ts';

/**
 * For models without a calibration of their own: the network's own probabilities decide, gated by relevance and the
 * surface rules. Confidence is not measured. `npm run calibrate` makes a better one from labelled rows.
 */
export const DEFAULT_CALIBRATION: Calibration = {
  policyVersion: '1',
  name: 'default',
  entailed: {
    bias: -1,
    curves: {
      entailment_window: [
        [-6, -4],
        [6, 4],
      ],
      entailment_covered: [
        [-6, -2],
        [6, 2],
      ],
      contradiction_window: [
        [0, 0],
        [1, -2],
      ],
      coverage_source: [
        [0, 0],
        [1, 1],
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
    bias: -3,
    curves: {
      contradiction_window: [
        [0, 0],
        [1, 4],
      ],
      contradiction_covered: [
        [-6, -2],
        [6, 2],
      ],
      coverage_premise: [
        [0, 0],
        [1, 1],
      ],
      facts_conflicting: [
        [0, 0],
        [1, 2],
        [3, 3],
      ],
      negation_differs: [
        [0, 0],
        [1, 0.5],
      ],
    },
  },
  thresholds: { entailed: 0.5, contradicted: 0.5, relevance: 0.4, exactEntailment: 0.5, nearCopy: 0.6, copied: 0.85 },
  confidence: {
    SUPPORTED: { bias: 0, slope: 1 },
    UNSUPPORTED: { bias: 0, slope: 1 },
    UNCERTAIN: { bias: 0, slope: 1 },
  },
};
