/** Builds a set from one space-separated string: word lists stay readable that way. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
