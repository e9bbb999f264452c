/** Rounds up to 1/1024 ms: sums of such costs are exact, so that a queue without entries counts as empty. */
export function exactMs(costMs: number): number {
  return Math.ceil(costMs * 1024) / 1024;
}
