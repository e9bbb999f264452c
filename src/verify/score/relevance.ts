/** The share of the closest sentence's words from which on a sentence speaks of the same matter. */
const RELEVANT = 0.6;

/** Whether a sentence has enough of a span's words, beside the sentence that has most of them. Both as coverage, 0 to 1. */
export function isRelevant(coverage: number, closest: number): boolean {
  return coverage >= RELEVANT * closest;
}
