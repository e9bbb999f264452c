/** What the confidence in a verdict is told from. Every name is also the key of its curve in the calibration file. */
export const CONFIDENCE_SIGNS = [
  /** Log-odds of the verdict's own probability. */
  'probability',
  /** Log-odds of the likelier of the two other verdicts. */
  'runner_up',
  /** Of the claim span that decides: its words in the closest sentence and in the whole source, and the source's size. */
  'coverage_closest',
  'coverage_source',
  'source_size',
] as const;
