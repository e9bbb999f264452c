import type { LeftOut } from './results.ts';

/** A line for each reason for which rows of a set were left out. */
export function leftOutLines(leftOut: readonly LeftOut[]): string[] {
  return leftOut.map((entry) => {
    const rows = entry.rows === 1 ? '1 row' : `${entry.rows} rows`;
    return `left out of ${entry.set}: ${rows}, ${whyLeftOut(entry)}`;
  });
}

/** The reason, with some of what stood in the rows instead. */
export function whyLeftOut({ reason, found = [] }: LeftOut): string {
  return found.length === 0 ? reason : `${reason} (${found.join('; ')})`;
}
