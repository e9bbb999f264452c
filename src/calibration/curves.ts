/** A curve as its points [x, y], joined by straight lines. */
export type Curve = readonly (readonly [number, number])[];

/** Knots of a feature's curve: `count` equally spaced quantiles of its values and the largest value, without duplicates. */
export function knotsOf(values: readonly number[], count: number): number[] {
  const sorted = values.toSorted((left, right) => left - right);
  const quantiles = Array.from(
    { length: count },
    (_, k) => sorted[Math.round((k * (sorted.length - 1)) / (count - 1))]!,
  );
  // A rare flag is 0 at every quantile: its largest value must be a knot too.
  return [...new Set([...quantiles, sorted.at(-1)!].map((value) => Number(value.toFixed(4))))].sort((a, b) => a - b);
}

/**
 * The value in the basis of hat functions: one weight per knot, at most two of them not zero, with sum 1. A linear model
 * over this basis is a piecewise linear curve through the knots.
 */
export function hats(value: number, knots: readonly number[]): number[] {
  const x = Math.min(Math.max(value, knots[0]!), knots.at(-1)!);
  return knots.map((knot, k) => {
    const before = knots[k - 1];
    const after = knots[k + 1];
    if (x <= knot) return before === undefined ? Number(x === knot) : Math.max(0, (x - before) / (knot - before));
    return after === undefined ? 0 : Math.max(0, (after - x) / (after - knot));
  });
}
