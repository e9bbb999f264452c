const MAX_DISTANCE = 2;
/** Shorter names may differ by one letter only: HOME is two letters from HOST. */
const MIN_LENGTH = 6;
/** Comparing takes the square of the length. */
const MAX_LENGTH = 60;

/** The known name that was probably meant: at most two letters different, or a beginning or end of it, in any case. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const isShort = name.length < MIN_LENGTH;
  const lower = name.toLowerCase();
  const most = isShort ? 1 : MAX_DISTANCE;
  const near = known
    .filter((one) => Math.abs(one.length - name.length) <= most)
    .map((one) => ({ one, letters: distance(lower, one.toLowerCase()) }))
    .filter(({ letters }) => letters <= most)
    .sort((left, right) => left.letters - right.letters);
  const begins = (one: string) => one.toLowerCase().startsWith(lower) || one.toLowerCase().endsWith(lower);
  return near[0]?.one ?? (isShort ? undefined : known.find(begins));
}

/** The letters in which two short words differ; undefined for more than so many. */
export function lettersApart(one: string, other: string, most: number): number | undefined {
  if (Math.max(one.length, other.length) > MAX_LENGTH || Math.abs(one.length - other.length) > most) return undefined;
  const apart = distance(one, other);
  return apart <= most ? apart : undefined;
}

/** Letters that must be added, removed or replaced (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
