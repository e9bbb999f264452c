/** Unix milliseconds -> ISO 8601 in UTC. */
export function toIso(time: number): string {
  return new Date(time).toISOString();
}

export function toIsoOrNull(time: number | null): string | null {
  return time === null ? null : toIso(time);
}

/** The UTC day a moment lies in, as `2030-01-31`. */
export function dayOf(time: number): string {
  return toIso(time).slice(0, 10);
}
