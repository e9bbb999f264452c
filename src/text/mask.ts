import { byVariant } from './normalise.ts';
import { isLexiconWord } from './wink.ts';

/** Longer words do not help the sentence splitter, which slows down with the square of their length. */
const MAX_WORD_LENGTH = 24;
const LONG_RUN = /\S{65,}/g;
const MAX_RUN_LENGTH = 32;

/** Runs that the sentence reader takes apart step by step: "(a", "it's", "5km". */
const COMPOUND = /\S*(?:["'()]|\d[A-Za-z])\S*/g;
const QUOTE_OR_BRACKET = /["'()]/g;
const UNIT_BEHIND_DIGIT = /(?<=\d)[A-Za-z]+/g;
/** No prose has as many in what is read at a time; further ones lose what makes them slow. */
const MAX_COMPOUNDS = 80;

const PIECE = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|\p{N}+|[^\p{L}\p{M}\p{N}]/gu;
/**
 * "COVID19" once it is masked. The sentence reader remembers each such word, and takes one that it knows apart from the dots
 * after it differently from one that it meets first.
 */
const WORD_WITH_DIGITS = /(?<![A-Za-z1])[A-Za-z]+1[A-Za-z1]*/g;
const INLINE_TAG = /<\/?[A-Za-z][^<>]{0,40}>/g;
const KEPT_MARKS = byVariant({ '"': '“”„«»', "'": '‘’' });

/**
 * A text of the same length and offsets for wink-nlp: words of its lexicon, placeholders for all other words, digits as
 * ones, and only the marks that matter for sentences. The vocabulary is bounded, and there is no long run of non-space
 * characters (wink-nlp takes minutes for 10,000 characters of "http://http://").
 */
export function maskForWink(text: string): string {
  const words = text.replace(INLINE_TAG, blank).replace(PIECE, (piece) => {
    if (/^\p{N}/u.test(piece)) return piece.length > MAX_WORD_LENGTH ? blank(piece) : '1'.repeat(piece.length);
    if (/^[\p{L}\p{M}]/u.test(piece)) return maskWord(piece);
    return KEPT_MARKS.get(piece) ?? (/[.!?,;:'"()…]/.test(piece) ? piece : blank(piece));
  });
  const whole = words.replace(WORD_WITH_DIGITS, placeholder);
  const undotted = whole.replace(/\.(?=[A-Za-z])/g, (dot, at: number) => (isInShortForm(whole, at) ? dot : ' '));
  let compounds = 0;
  return undotted
    .replace(LONG_RUN, (run) => run.slice(-MAX_RUN_LENGTH).padStart(run.length))
    .replace(COMPOUND, (run) => (++compounds > MAX_COMPOUNDS ? simplified(run) : run));
}

function simplified(run: string): string {
  return run.replace(QUOTE_OR_BRACKET, ' ').replace(UNIT_BEHIND_DIGIT, (unit) => '1'.repeat(unit.length));
}

function blank(piece: string): string {
  return ' '.repeat(piece.length);
}

function maskWord(word: string): string {
  if (word.length > MAX_WORD_LENGTH) return 'x'.repeat(MAX_WORD_LENGTH / 2).padStart(word.length);
  const plain = word.replaceAll('’', "'");
  if (isLexiconWord(plain) || /^[A-Za-z]$/.test(plain)) return plain;
  const lower = plain.toLowerCase();
  const title = lower.charAt(0).toUpperCase() + lower.slice(1);
  if ((plain === title || plain === lower || plain === plain.toUpperCase()) && isLexiconWord(lower)) return plain;
  const owned = lower.endsWith("'s") && plain.length > 3 ? "'s" : '';
  return placeholder(plain.slice(0, plain.length - owned.length)) + owned;
}

/** A placeholder keeps the word's length, its capital and the ending from which its part of speech is guessed. */
function placeholder(word: string): string {
  const ending = /(?:ing|ed|ly|s)$/.exec(word)?.[0] ?? '';
  const whole = 'x'.repeat(word.length - ending.length) + ending;
  return /^\p{Lu}/u.test(word) ? `X${whole.slice(1)}` : whole;
}

/** "U.S.", "e.g.", "p.m.": keep a dot between single letters; in "node.js" or an address it ends no sentence. */
function isInShortForm(words: string, dot: number): boolean {
  const isLetter = (at: number) => /[A-Za-z]/.test(words.charAt(at));
  return isLetter(dot - 1) && !isLetter(dot - 2) && words.charAt(dot + 2) === '.';
}
