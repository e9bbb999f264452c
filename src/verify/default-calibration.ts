import type { Calibration } from './calibration.ts';

/**
 * For models without a calibration of their own: the network's own probabilities decide, gated by relevance and the
 * surface rules. Confidence is not measured. `npm run calibrate` makes a better one from labelled rows.
 */
export const DEFAULT_CALIBRATION: Calibration = {
  policyVersion: '1',
  name: 'default',
  entailed: {
    bias: -0.7,
    weights: {
      entailment_window: 0.7,
      entailment_covered: 0.3,
      contradiction_window: -2,
      coverage_source: 1,
      facts_conflicting: -1,
      names_absent: -0.3,
    },
  },
  contradicted: {
    bias: -3,
    weights: {
      contradiction_window: 4,
      contradiction_covered: 0.3,
      entailment_window: -0.3,
      coverage_premise: 1,
      facts_conflicting: 1.5,
      negation_differs: 0.5,
    },
  },
  thresholds: { entailed: 0.5, contradicted: 0.5, relevance: 0.4, exactEntailment: 0.5, nearCopy: 0.6, copied: 0.85 },
  confidence: {
    SUPPORTED: { bias: 0, slope: 1 },
    UNSUPPORTED: { bias: 0, slope: 1 },
    UNCERTAIN: { bias: 0, slope: 1 },
  },
};
