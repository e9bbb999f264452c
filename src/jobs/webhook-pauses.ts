const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Between one attempt and the next: a little over a day in all, with some attempts soon for a receiver that restarts. */
const PAUSES_MS = [
  ...[10 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  ...[1, 2, 4, 8, 8.5].map((hours) => hours * HOUR),
];

/** Milliseconds after the attempt with this number, from 1, until the next one; undefined: it was the last. */
export function pauseAfter(attempt: number): number | undefined {
  return PAUSES_MS[attempt - 1];
}

/** After an origin has timed out once, and at most: one that answers again is told within this time. */
export const ORIGIN_PAUSES_MS = { first: 10 * SECOND, longest: 30 * MINUTE };
