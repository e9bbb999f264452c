import { closest, distance } from 'fastest-levenshtein';

const MAX_DISTANCE = 2;
/** Shorter names may differ by one letter only: HOME is two letters from HOST. */
const MIN_LENGTH = 6;

/**
 * The known name that was probably meant, in any letter case: at most two letters different, or with the name as its
 * beginning or end (RATE_LIMIT_PER_MIN); undefined where none is near.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const isShort = name.length < MIN_LENGTH;
  const lower = name.toLowerCase();
  const all = known.map((one) => one.toLowerCase());
  const best = closest(lower, all);
  if (all.length > 0 && distance(lower, best) <= (isShort ? 1 : MAX_DISTANCE)) return known[all.indexOf(best)];
  return isShort ? undefined : known.find((_, i) => all[i]!.startsWith(lower) || all[i]!.endsWith(lower));
}
