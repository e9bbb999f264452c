import { eld } from 'eld/extrasmall';
import { plainCharacters } from './normalise.ts';
import { isLexiconWord } from './wink.ts';

/** With fewer letters the language cannot be detected: names, codes and headings look like any language. */
const MIN_LETTERS = 20;
/** Sentences are rarely longer, and the limit bounds the time of a call. */
const MAX_CHARACTERS = 1_000;
/**
 * Share of letters in foreign scripts above which a text is in another language. In the English spans of the development
 * data, some with Russian, Arabic or Korean names, the share is .46 at most; in a sentence in another script it is near 1.
 */
const FOREIGN_SHARE = 2 / 3;
/** With fewer lower-case words, or letters in them, a text is not a sentence: "Corner, Wycombe Wanderers". */
const MIN_WORDS = 3;
const MIN_WORD_LETTERS = 10;
/** Fewer words around a quotation or a bracket do not show the language of the sentence. */
const MIN_WORDS_AROUND = 2;
/** With a comma, bar or semicolon for every third word a text is a list or a table, and lists are full of loan words. */
const WORDS_PER_SEPARATOR = 3;
const MIN_SEPARATORS = 3;
/**
 * How far the best guess must be ahead of each of the languages, in odds of the detector's score. Of the 41,794 spans
 * of at least 20 letters of the development data, no English span reaches 1.6 except with a quotation (the highest are
 * 1.57 and 1.46); 57 of 60 German, French and Spanish claims of our own do. Not measured for lists without English.
 */
const MIN_LEAD = 1.6;

/**
 * With a greater share of its words without a capital in the English lexicon a text is English, whatever the detector says of a few short
 * words: of 60 German, French and Spanish claims half at most, of "The bakery sells cookies." all.
 */
const ENGLISH_SHARE = 2 / 3;

const LETTER = /\p{L}/gu;

/** For each script, the languages that are written in no other. */
const LANGUAGES_IN = `Latin ca cs da de en es et eu fi fr hr hu is it lt lv nl no pl pt ro sk sl sq sv tl tr vi yo,
  Arabic ar fa ur, Cyrillic be bg ru uk, Devanagari hi mr, Ethiopic am, Bengali bn, Greek el, Gujarati gu, Hebrew he,
  Armenian hy, Georgian ka, Kannada kn, Lao lo, Malayalam ml, Oriya or, Tamil ta, Telugu te, Thai th, Han zh`;

/**
 * The letters of each language that can be distinguished from all others: the detector knows it and it has a single script.
 * Serbian, Kurdish, Punjabi, Azerbaijani and Malay are missing, because the detector knows only one of their scripts.
 */
const LETTERS_OF: ReadonlyMap<string, RegExp> = new Map([
  ...LANGUAGES_IN.split(/,\s+/).flatMap((row) => {
    const [script, ...languages] = row.split(' ');
    const letters = new RegExp(`\\p{Script=${script}}`, 'gu');
    return languages.map((language) => [language, letters] as const);
  }),
  ['ja', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu],
  ['ko', /[\p{Script=Hangul}\p{Script=Han}]/gu],
]);

/** Codes, addresses and paths: they have a digit, or a sign or a full stop inside. */
const CODE = /[\p{N}@/\\_<>=&#]|\p{L}[.:]\p{L}/u;
const WORD = /\p{L}[\p{L}\p{M}]*(?:'[\p{L}\p{M}]+)*/gu;
const CAPITAL = /[\p{Lu}\p{Lt}]/u;
const SEPARATOR = /[,;|\t]/g;
const ASIDE = /"[^"]*"|\([^()]*\)|\[[^[\]]*\]/g;

/**
 * True if a span of one sentence is clearly in none of the languages (ISO 639-1 codes, such as "en"). Reads only the first
 * 1,000 characters. `false` when in doubt: with fewer than 20 letters, for a list, for text in capitals, for a sentence that
 * quotes another language, and when `languages` is empty or contains one that cannot be recognized.
 */
export function isSurelyNotIn(text: string, languages: readonly string[]): boolean {
  const plain = plainCharacters(text.slice(0, MAX_CHARACTERS));
  const letters = occurrences(plain, LETTER);
  const scripts = new Set(languages.flatMap((language) => LETTERS_OF.get(language) ?? []));
  const unknown = languages.length === 0 || languages.some((language) => !LETTERS_OF.has(language));
  if (letters < MIN_LETTERS || unknown) return false;
  const familiar = [...scripts].reduce((sum, script) => sum + occurrences(plain, script), 0);
  if (letters - familiar >= FOREIGN_SHARE * letters) return true;
  return isSentenceOfAnother(plain, languages);
}

function isSentenceOfAnother(plain: string, languages: readonly string[]): boolean {
  const words = tellingWords(plain, languages);
  if (languages.includes('en') && isMostlyEnglish(words)) return false;
  if (words.size < MIN_WORDS || occurrences([...words].join(' '), LETTER) < MIN_WORD_LETTERS) return false;
  const separators = occurrences(plain, SEPARATOR);
  if (separators >= MIN_SEPARATORS && separators * WORDS_PER_SEPARATOR >= occurrences(plain, WORD)) return false;
  if (leadOfAnother(words, languages) < MIN_LEAD) return false;
  // The title of a French book in quotation marks does not decide: the words around it do.
  const around = tellingWords(plain.replace(ASIDE, ' '), languages);
  if (around.size === 0 || around.size === words.size) return true;
  return around.size >= MIN_WORDS_AROUND && leadOfAnother(around, languages) >= MIN_LEAD;
}

function isMostlyEnglish(words: ReadonlySet<string>): boolean {
  return [...words].filter(isLexiconWord).length > ENGLISH_SHARE * words.size;
}

/** Words without a capital in a script of the languages: names and titles mislead the detector most. */
function tellingWords(plain: string, languages: readonly string[]): ReadonlySet<string> {
  const scripts = languages.flatMap((language) => LETTERS_OF.get(language) ?? []);
  const tokens = plain.split(/\s+/).filter((token) => !CODE.test(token));
  const words = tokens.flatMap((token) => token.match(WORD) ?? []).filter((word) => !CAPITAL.test(word));
  return new Set(words.filter((word) => scripts.some((script) => word.search(script) === 0)));
}

/** How far the best guess is ahead of the best of the languages, in odds; 0 when the best guess is one of them. */
function leadOfAnother(words: ReadonlySet<string>, languages: readonly string[]): number {
  const scores = eld.detect([...words].join(' ')).getScores();
  return highestOdds(Object.values(scores)) - highestOdds(languages.map((language) => scores[language] ?? 0));
}

/** The detector's score nears 1 for whatever it knows at all; the odds s / (1 - s) keep the distances. */
function highestOdds(scores: readonly number[]): number {
  return Math.max(0, ...scores.map((score) => score / (1 - score)));
}

function occurrences(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
