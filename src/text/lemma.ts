import { isFunctionWord } from './function-words.ts';
import { isLexiconWord, winkLemma, winkStem } from './wink.ts';

/** Bounded by the lexicon: words outside it, such as the names in a caller's text, are not kept. */
const known = new Map<string, string>();

/** Longer runs of letters are no words, and a stemmer has nothing to say about them. */
const MAX_LETTERS = 40;
const LETTERS = /^\p{L}+$/u;

/**
 * One key for the forms of a word: "wins" and "won" give "win", "wines" gives "wine". From wink-nlp's lexicon; a word
 * outside it is cut by Porter2. What is no plain word ("don't", "b12") stays as it is. `word` is in lower case.
 */
export function lemma(word: string): string {
  const kept = known.get(word);
  if (kept !== undefined) return kept;
  if (word.length > MAX_LETTERS || !LETTERS.test(word)) return word;
  if (!isLexiconWord(word)) return winkStem(word);
  const found = winkLemma(word) ?? word;
  known.set(word, found);
  return found;
}

/** By what two texts' words are compared: function words as they are written, all others by their lemma. */
export function wordKey(word: string): string {
  return isFunctionWord(word) ? word : lemma(word);
}
