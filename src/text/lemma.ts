import { isLexiconWord, readLexiconWord, winkStem } from './wink.ts';

/**
 * Words of grammar without subject matter: any English sentence may hold them. They weigh little where words
 * in common are counted, do not show what a number counts, and begin no name. Whole words, compared as they are
 * written: "own" is one and "owns" is none. Words that turn a statement round ("not", "without") are among them; the
 * rules that look for those have their own lists.
 */
const WORDS = `
a an the this that these those some any each every all both such own same other another one ones several few fewer
fewest many much more most less least
he she it they we you i him them us me his her its their our your my hers theirs ours yours
himself herself itself themselves ourselves yourself myself who whom whose which what where when why how there here
am is are was were be been being do does did done doing has have had having will would shall should can could may might
must cannot get gets got
and or but nor so yet if then than as while because although though however therefore thus whether either neither since
until till unless
of in on at by for from with to into onto upon about over under above below between among through during before after
against within without across along around behind beyond near off out up down per via toward towards according
also too very just rather quite only even still already again ever never not no none now once often further like unlike
s t d ll re ve nt 's`;

const FUNCTION_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));

/** True if a word, in lower case, has grammar only. */
export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word);
}

/** Longer runs of letters are no words, and a stemmer has nothing to say about them. */
const MAX_LETTERS = 40;
/** Shorter beginnings are none: "king", "being". */
const MIN_VERB = 3;
const LETTERS = /^\p{L}+$/u;

/** Made once a word of the lexicon, which bounds it: words outside, such as the names in a caller's text, are not kept. */
function oncePerLexiconWord<Value extends string | false>(make: (word: string) => Value): (word: string) => Value {
  const made = new Map<string, Value>();
  return (word) => {
    const known = made.get(word);
    if (known !== undefined) return known;
    const value = make(word);
    if (isLexiconWord(word)) made.set(word, value);
    return value;
  };
}

/**
 * One key for the forms of a word: "wins" and "won" give "win", "wines" gives "wine". From wink-nlp's lexicon; a word
 * outside it is cut by Porter2. What is no plain word ("don't", "b12") stays as it is. `word` is in lower case.
 */
export const lemma = oncePerLexiconWord((word) => {
  if (word.length > MAX_LETTERS || !LETTERS.test(word)) return word;
  return isLexiconWord(word) ? lexiconLemma(word) : winkStem(word);
});

function lexiconLemma(word: string): string {
  const found = readLexiconWord(word)?.lemma ?? word;
  return found === word && word.endsWith('ing') ? (verbOf(word) ?? word) : found;
}

/** "recording" and "ranking" are nouns to the lexicon: what was recorded and ranked is recognized by the same verbs. */
function verbOf(word: string): string | undefined {
  const base = word.slice(0, -'ing'.length);
  const candidates = [base, `${base}e`, ...(base.at(-1) === base.at(-2) ? [base.slice(0, -1)] : [])];
  return candidates.find(
    (candidate) =>
      candidate.length >= MIN_VERB && isLexiconWord(candidate) && readLexiconWord(candidate)?.partOfSpeech === 'VERB',
  );
}

/**
 * The key that words of two texts share: function words as written, all others by the stem of their lemma, so that "funding"
 * and "was funded" share a word while "wine" and "winning" do not.
 */
export const wordKey = oncePerLexiconWord((word) => {
  if (isFunctionWord(word)) return word;
  const found = lemma(word);
  const stem = found.length > MAX_LETTERS ? found : winkStem(found);
  // "willing" is not "will".
  return isFunctionWord(stem) ? found : stem;
});
