import { eld } from 'eld/extrasmall';
import { plainCharacters } from './plain-characters.ts';

/** Fewer letters say too little: names, codes and headings look like any language. */
const LEAST_LETTERS = 20;
/** A sentence seldom has more, and the time a call takes stays bounded. */
const MOST_CHARACTERS = 1_000;
/**
 * The share of letters in scripts that none of the languages is written in. In the English spans of the development
 * data, which name things in Russian, Arabic or Korean, it is .46 at most; a sentence in another script is near 1.
 */
const FOREIGN_SHARE = 2 / 3;
/** Fewer lower-case words, or letters in them, are no sentence: "Corner, Wycombe Wanderers". */
const LEAST_WORDS = 3;
const LEAST_WORD_LETTERS = 10;
/** Fewer words around a quotation or a bracket do not say what the sentence is in. */
const LEAST_WORDS_AROUND = 2;
/** With a comma, bar or semicolon for every third word it is a list or a table, and lists are full of loan words. */
const WORDS_PER_SEPARATOR = 3;
const LEAST_SEPARATORS = 3;
/**
 * How far the best guess must be ahead of each of the languages, in odds of the detector's score. In the 41,794 spans
 * of at least 20 letters of the development data no English one reaches 1.6 but by a quotation (the highest are 1.57
 * and 1.46); 57 of 60 German, French and Spanish claims of our own do. For lists without English it is not measured.
 */
const LEAST_LEAD = 1.6;

const LETTER = /\p{L}/gu;
const LATIN = /\p{Script=Latin}/gu;
const ARABIC = /\p{Script=Arabic}/gu;
const CYRILLIC = /\p{Script=Cyrillic}/gu;
const DEVANAGARI = /\p{Script=Devanagari}/gu;

const LATIN_LANGUAGES = 'ca cs da de en es et eu fi fr hr hu is it lt lv nl no pl pt ro sk sl sq sv tl tr vi yo';

/**
 * The letters of each language that can be told from all others: the detector knows it, and it is written in one way.
 * So Serbian, Kurdish, Punjabi, Azerbaijani and Malay are missing: the detector knows one of their scripts only.
 */
const LETTERS_OF: ReadonlyMap<string, RegExp> = new Map([
  ...LATIN_LANGUAGES.split(' ').map((language) => [language, LATIN] as const),
  ...['ar', 'fa', 'ur'].map((language) => [language, ARABIC] as const),
  ...['be', 'bg', 'ru', 'uk'].map((language) => [language, CYRILLIC] as const),
  ...['hi', 'mr'].map((language) => [language, DEVANAGARI] as const),
  ['am', /\p{Script=Ethiopic}/gu],
  ['bn', /\p{Script=Bengali}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['gu', /\p{Script=Gujarati}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['ja', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu],
  ['ka', /\p{Script=Georgian}/gu],
  ['kn', /\p{Script=Kannada}/gu],
  ['ko', /[\p{Script=Hangul}\p{Script=Han}]/gu],
  ['lo', /\p{Script=Lao}/gu],
  ['ml', /\p{Script=Malayalam}/gu],
  ['or', /\p{Script=Oriya}/gu],
  ['ta', /\p{Script=Tamil}/gu],
  ['te', /\p{Script=Telugu}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['zh', /\p{Script=Han}/gu],
]);

/** Codes, addresses and paths: they have a digit, or a sign or a full stop inside. */
const CODE = /[\p{N}@/\\_<>=&#]|\p{L}[.:]\p{L}/u;
const WORD = /\p{L}[\p{L}\p{M}]*(?:'[\p{L}\p{M}]+)*/gu;
const CAPITAL = /[\p{Lu}\p{Lt}]/u;
const SEPARATOR = /[,;|\t]/g;
const ASIDE = /"[^"]*"|\([^()]*\)|\[[^[\]]*\]/g;

/**
 * Whether a span of one sentence is surely written in none of the languages (ISO 639-1 codes, such as "en"). Only the
 * first 1,000 characters are read. `false` when in doubt: for fewer than 20 letters, a list, capitals throughout, a
 * sentence that quotes another language, no languages at all, or one among them that cannot be told from all others.
 */
export function isSurelyNotIn(text: string, languages: readonly string[]): boolean {
  const plain = plainCharacters(text.slice(0, MOST_CHARACTERS));
  const letters = occurrences(plain, LETTER);
  const scripts = new Set(languages.flatMap((language) => LETTERS_OF.get(language) ?? []));
  const unknown = languages.length === 0 || languages.some((language) => !LETTERS_OF.has(language));
  if (letters < LEAST_LETTERS || unknown) return false;
  const familiar = [...scripts].reduce((sum, script) => sum + occurrences(plain, script), 0);
  if (letters - familiar >= FOREIGN_SHARE * letters) return true;
  return isSentenceOfAnother(plain, languages);
}

function isSentenceOfAnother(plain: string, languages: readonly string[]): boolean {
  const words = tellingWords(plain, languages);
  if (words.size < LEAST_WORDS || occurrences([...words].join(' '), LETTER) < LEAST_WORD_LETTERS) return false;
  const separators = occurrences(plain, SEPARATOR);
  if (separators >= LEAST_SEPARATORS && separators * WORDS_PER_SEPARATOR >= occurrences(plain, WORD)) return false;
  if (leadOfAnother(words, languages) < LEAST_LEAD) return false;
  // Where the title of a French book stands in quotation marks, the words around it say what the sentence is in.
  const around = tellingWords(plain.replace(ASIDE, ' '), languages);
  if (around.size === 0 || around.size === words.size) return true;
  return around.size >= LEAST_WORDS_AROUND && leadOfAnother(around, languages) >= LEAST_LEAD;
}

/**
 * Words without a capital, in a script that one of the languages is written in: names are the same in all languages
 * and mislead the detector more than anything else, and so do titles in their own script.
 */
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
