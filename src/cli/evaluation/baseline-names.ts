/** What `evaluate --baseline` can measure instead of the product. */
export const BASELINE_NAMES = ['overlap', 'nli', 'model'] as const;
export type BaselineName = (typeof BASELINE_NAMES)[number];
