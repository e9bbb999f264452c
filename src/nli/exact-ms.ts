/** Costs in steps of 1/1024 ms: their sums are exact, so that a queue whose entries all left counts as empty. */
export function exactMs(costMs: number): number {
  return Math.ceil(costMs * 1024) / 1024;
}
