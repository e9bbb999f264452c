import { fitLine, type Line } from './statistics.ts';

/** The straight line nearest to the times of some sizes, in milliseconds. */
export function lineOf(sizes: readonly number[], ms: (size: number) => number): Line {
  return fitLine(sizes.map((size) => [size, ms(size)]));
}

/** For a table's title. */
export function describeLine({ slope, intercept, explained }: Line, unit: string): string {
  return `${intercept.toFixed(1)} ms + ${slope.toPrecision(3)} ms a ${unit}, a line explains ${(100 * explained).toFixed(1)} %`;
}
