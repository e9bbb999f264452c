import type { LeftOut } from './results.ts';

/** One line per reason why rows of a set were left out. */
export function leftOutLines(leftOut: readonly LeftOut[]): string[] {
  return leftOut.map((entry) => {
    const rows = entry.rows === 1 ? '1 row' : `${entry.rows} rows`;
    return `left out of ${entry.set}: ${rows}, ${whyLeftOut(entry)}`;
  });
}

/** The reason, with examples of the values found in the rows. */
export function whyLeftOut({ reason, found = [] }: LeftOut): string {
  return found.length === 0 ? reason : `${reason} (${found.join('; ')})`;
}
