/** Letters of a word that another is derived from at least, and letters that the other may add. */
const MIN_STEM = 4;
const MOST_ADDED = 4;

/** "agree" and "agreement", "dense" and "density", by their keys. */
export function isDerived(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short.length >= MIN_STEM && long.length - short.length <= MOST_ADDED && long.startsWith(short);
}

/** Letters of an abbreviation at most. */
const MOST_SHORT = 4;

/** Words that rank rows, as "top" does. */
const OF_RANKS = /^(?:lead|last|least|low|long|larg|place)/;

/** "Pts" for "points", "Pop." for "population", "W" for "won": the first letter and others in their order. */
export function isAbbreviation(short: string, word: string): boolean {
  // "L" is for losses, not for who leads or is last.
  if (short.length === 1 && OF_RANKS.test(word)) return false;
  if (short.length > MOST_SHORT || word.length < short.length + 2 || short[0] !== word[0]) return false;
  let at = 0;
  for (const letter of short) {
    at = word.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
