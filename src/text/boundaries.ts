import { BEFORE_NUMBER, endsShortened, LEADING } from './abbreviations.ts';
import { inlineMarkers, SENTENCE_STARTERS } from './markers.ts';
import { byVariant } from './normalise.ts';
import type { Pausing } from './pausing.ts';
import { isLexiconWord, winkSentenceEnds } from './wink.ts';

/** Characters between a full stop and the white space after it that still belong to the sentence. */
const CLOSERS =
  /[)\]}"'”’»›*_`~」』）】]*(?:<\/[a-z]{1,8}>){0,4}(?:\[\w{1,3}\])*[)\]}"'”’»*_`~]*(?:[ \t]{0,2}(?:\p{Extended_Pictographic}|[\u200d\ufe0f]|\p{Emoji_Modifier}))*/uy;
const STOPS = '.!?…';
const LOOK_BACK = 24;
const LOOK_AHEAD = 24;

/** East Asian stops end a sentence without a following space; the others need one. */
const CJK_STOP = /[。！？｡．](?!\d)/g;
const OTHER_STOP = /[।॥۔؟።](?=\s|$)/g;
/** "was sold.It grew": a stop whose space is missing. */
const LOST_SPACE = new RegExp(`(?<=\\p{Ll}{2}|\\d\\)|%|\\d)[.!?](?=(?:${SENTENCE_STARTERS})\\s)`, 'gu');
/** A stop before a word that starts sentences, whatever comes before the stop: "Inc. The", "plan B. It", "https://x.com/a. They". */
const BEFORE_STARTER = new RegExp(
  `[.!?…]["'”’»)\\]*_]{0,6}\\s{1,20}["'“‘«(*_]{0,6}(?=(?:${SENTENCE_STARTERS})[\\s,'’])`,
  'g',
);
const AFTER_ETC = /\betc\.(?=\s{1,20}["“(]?\p{Lu})/gu;
/** A quotation that ends with its own stop, before a new sentence. */
const QUOTE_END = /\.["”’»]{1,3}(?=\s{1,20}["“‘«(]?\p{Lu})/gu;
/** A word that begins sentences, where a stop's space was lost or stands before it. */
const STARTER = new RegExp(`^(?:${SENTENCE_STARTERS})\\s`);
const ADDRESS = /(?:https?:\/\/|www\.)\S+/g;

/** After names that end in a mark: "Yahoo! was sold". */
const GOES_ON = /^(?:is|was|were|has|had|have|will|and|or|in|of|to|for|by|which|who|that|said|asked|says)\b/;

/** Offsets at which sentences end, regardless of line breaks; ascending, each just after the sentence's last mark. */
export function* pausingSentenceEnds(text: string): Pausing<number[]> {
  const ends = new Set<number>();
  for (const end of yield* pausingReaderEnds(text)) {
    if (end < text.length && !isVetoed(text, end)) ends.add(afterClosers(text, end));
    yield;
  }
  for (const { index } of text.matchAll(BEFORE_STARTER)) {
    if (!isVetoed(text, index + 1)) ends.add(afterClosers(text, index + 1));
    yield;
  }
  for (const { index } of text.matchAll(AFTER_ETC)) ends.add(index + 4);
  for (const pattern of [QUOTE_END, CJK_STOP, OTHER_STOP, LOST_SPACE]) {
    for (const { index } of text.matchAll(pattern)) ends.add(afterClosers(text, index + 1));
    yield;
  }
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    const end = index + address.length;
    if (/[.!?]["'”’)]*$/.test(address.slice(-4)) && /^\s{1,20}["'“(]?\p{Lu}/u.test(text.slice(end, end + 24)))
      ends.add(end);
  }
  for (const marker of inlineMarkers(text)) {
    ends.delete(marker.end);
    ends.add(marker.start);
  }
  return [...ends].sort((one, other) => one - other);
}

/** Characters that the sentence reader is given at a time: it takes up to a millisecond for a thousand. */
const PART = 1_000;
/** Ends so near to the end of a part are asked for again with the next part: the text behind an end may move it. */
const UNSURE = 100;
/** Most of a part that is read again, so that the next begins where a sentence does. */
const OVERLAP = 250;

/** The ends that wink-nlp finds. */
function* pausingReaderEnds(text: string): Pausing<number[]> {
  const ends: number[] = [];
  let start = 0;
  let sure = 0;
  while (start < text.length) {
    const stop = edgeBefore(text, start + PART);
    const isLast = stop === text.length;
    const masked = maskForWink(text.slice(start, stop));
    yield;
    for (const end of winkSentenceEnds(masked))
      if (start + end > sure && (isLast || start + end <= stop - UNSURE)) ends.push(start + end);
    sure = stop - UNSURE;
    start = isLast ? stop : Math.max(ends.at(-1) ?? 0, edgeBefore(text, stop - OVERLAP));
    yield;
  }
  return ends;
}

/** The last white space before an offset, where there is any near it. */
function edgeBefore(text: string, offset: number): number {
  if (offset >= text.length) return text.length;
  const space = /\s\S*$/.exec(text.slice(offset - UNSURE, offset));
  if (space !== null) return offset - UNSURE + space.index;
  return /[\udc00-\udfff]/.test(text.charAt(offset)) ? offset - 1 : offset;
}

function afterClosers(text: string, end: number): number {
  CLOSERS.lastIndex = end;
  const closers = CLOSERS.exec(text)?.[0] ?? '';
  return end + closers.length;
}

/** Whether the sentence continues at this apparent end: after an abbreviation, or around a quotation. */
function isVetoed(text: string, end: number): boolean {
  const before = text.slice(Math.max(0, end - LOOK_BACK), end).trimEnd();
  const last = before.at(-1) ?? '';
  const after = text.slice(afterClosers(text, end), end + LOOK_AHEAD * 2);
  const next = after.trimStart();
  if (next === '') return false;
  if (!STOPS.includes(last)) return /["'”’»)]$/.test(before) ? isInsideSpeech(before, next) : false;
  if (after === next && /^[\p{L}\p{N}/]/u.test(next)) return !STARTER.test(next);
  return last === '.' ? isAbbreviation(before, next) : /^\p{Ll}/u.test(next) && GOES_ON.test(next);
}

function isInsideSpeech(before: string, next: string): boolean {
  return /[.!?…]["'”’»)]+$/.test(before) && /^\p{Ll}/u.test(next);
}

function isAbbreviation(before: string, next: string): boolean {
  if (/(?:^|\s)al\.$/i.test(before)) return /^[([\p{Ll}\d]/u.test(next);
  if (LEADING.test(before)) return true;
  if (/^[\d#]/.test(next)) return BEFORE_NUMBER.test(before);
  if (/^\p{Ll}/u.test(next) && /(?:^|[;:,(]\s)\(?\d{1,2}\.$/.test(before)) return true;
  return /^\p{Ll}/u.test(next) && endsShortened(before);
}

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
 * behind it in another way than one that it meets first.
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
