import { recordKey } from '../lexicon/record-words.ts';
import { slotKey } from '../lexicon/synonyms.ts';
import { quantitiesOf, quantityKey } from '../lexicon/table-words.ts';

/** The keys of what a word may mean: words that share one may name the same column or row. */
export function meaningsOf(word: string): readonly string[] {
  const key = quantityKey(word);
  return [...new Set([key, recordKey(word), quantityKey(slotKey(key)), ...quantitiesOf(word)])];
}

/** Letters of a word that another is derived from at least, and letters that the other may add. */
const MIN_STEM = 4;
const MOST_ADDED = 4;

/** "agree" and "agreement", "dense" and "density", "allergic" and "allergies", by their keys. */
export function isDerived(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length >= MIN_STEM && long.length - short.length <= MOST_ADDED && long.startsWith(short)) return true;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  return same > MIN_STEM && [short, long].every((word) => ENDING.test(word.slice(same)));
}

const ENDING = /^(?:y|ic|ion|e|al|er|or|ing|ed|ance|ence|ment|able|ive|ant|ent|ist|ity|ous)?$/;

/** Letters of an abbreviation at most. */
const MOST_SHORT = 4;

/** "Pts" for "points", "Pop." for "population", "W" for "won": the first letter and others in their order. */
export function isAbbreviation(short: string, word: string): boolean {
  if (short.length > MOST_SHORT || word.length < short.length + 2 || short[0] !== word[0]) return false;
  let at = 0;
  for (const letter of short) {
    at = word.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
