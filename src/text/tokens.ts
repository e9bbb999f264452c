import { citationMarksIn } from './citation-marks.ts';
import { isFunctionWord, lemma } from './lemma.ts';
import { plainCharacters } from './normalise.ts';
import { splitSentences } from './sentences.ts';
import type { Span } from './span.ts';
import { isUnitSymbol } from './unit-names.ts';

type TokenType = 'word' | 'number' | 'identifier' | 'symbol' | 'break';

// Alternatives in order: ISO date, 1.200,5 and 168,5 with a decimal comma, grouped thousands, decimals and versions, dotted
// abbreviations, words and alphanumeric codes, a line break, any other character. Markup (* _ ` #) is skipped.
const TOKEN =
  /\d{4}-\d\d-\d\d(?!\d)|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:[ \u00a0\u202f]\d{3})+,\d{1,2}(?!\d)|\d+,\d{1,2}(?![\d,])|\d{1,3}(?:[,'’\u00a0\u202f]\d{3})+(?!\d)(?:\.\d+)?|\d{1,3}(?: \d{3})+(?![\d,.]\d|\d)|\d+(?:\.\d+)+|\d+|(?:\p{L}\.){2,}|\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)*|\n|[^\s*_`#]/gu;

const ASCII_LETTERS = /^[A-Za-z]+$/;

/** Lower case, without accents, dots of abbreviations and possessive endings. */
function fold(text: string): string {
  if (ASCII_LETTERS.test(text)) return text.toLowerCase();
  return (
    text
      // Decomposing piled-up marks takes time with the square of their number.
      .replace(/\p{M}+/gu, '')
      .normalize('NFD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .replace(/['’]s?$/, '')
      .replace(/’/g, "'")
      .replace(/(?<=\p{L})\.(?=\p{L}|$)/gu, '')
  );
}

const ZERO = 48;
const NINE = 57;

/** "168,5", "1.200,50" and "1 200,50", which may also be two numbers of a list. */
const DECIMAL_COMMA = /^(?:[\d. \u00a0\u202f]+,\d{1,2}|\d{1,3}(?:\.\d{3})+,\d+|0,\d+)$/;

/** A number with a decimal comma with a point in its place, and without groups; undefined for any other text. */
export function withDecimalPoint(text: string): string | undefined {
  return DECIMAL_COMMA.test(text) ? text.replace(/[^\d,]/g, '').replace(',', '.') : undefined;
}

function numberType(text: string): TokenType {
  return DECIMAL_COMMA.test(text) || /^\d+\.\d+\.\d/.test(text) ? 'identifier' : 'number';
}

function isAsciiLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function typeOf(text: string): TokenType {
  const code = text.charCodeAt(0);
  if (code >= ZERO && code <= NINE) return text.length > 2 ? numberType(text) : 'number';
  if (text === '\n') return 'break';
  return isAsciiLetter(code) || /^\p{L}/u.test(text) ? 'word' : 'symbol';
}

interface RawToken {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly type: TokenType;
}

/** The smallest parts of a text that words, numbers and codes are made of, in order, without citation marks. Linear. */
export function* rawTokens(text: string): Generator<RawToken, void, undefined> {
  for (const { 0: match, index: start } of outsideMarks(text, TOKEN))
    yield { text: match, start, end: start + match.length, type: typeOf(match) };
}

/** The matches that begin outside of citation marks. */
function* outsideMarks(text: string, pattern: RegExp): Generator<RegExpExecArray, void, undefined> {
  const marks = citationMarksIn(text);
  let next = 0;
  for (const match of text.matchAll(pattern)) {
    while (next < marks.length && marks[next]!.end <= match.index) next += 1;
    if (next === marks.length || match.index < marks[next]!.start) yield match;
  }
}

/** East Asian words are not separated: their characters stand for them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** "½", "²", and the digits of other scripts. */
const SIGN_OF_NUMBER = /\p{N}/u;
/** "1 200 000". */
const GROUP_SPACE = / (?=\d{3})/g;
const ISO_DATE = /^\d{4}-\d\d-\d\d$/;

/** A word with its place; of the parts of a date all have that of the date. */
export interface PlacedWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The words of `sentenceWords` with their places, of a text as it is written. */
export function placedWords(text: string): PlacedWord[] {
  const found: PlacedWord[] = [];
  for (const token of rawTokens(text)) {
    const parts = partsOf(token);
    if (parts.length === 0) continue;
    // "21st", "b12"
    const last = found.at(-1);
    if (last?.end === token.start)
      found.push({ ...found.pop()!, text: `${last.text}${parts.shift()}`, end: token.end });
    for (const part of parts) found.push({ text: part, start: token.start, end: token.end });
  }
  return found;
}

/**
 * The words of a text in order, for telling how much two texts have in common: the tokens of a text without signs,
 * the parts of hyphenated words and codes apart ("COVID-19" gives "covid" and "19"), numbers without digit grouping,
 * East Asian characters one by one.
 */
export function sentenceWords(text: string): string[] {
  return placedWords(plainCharacters(text)).map((word) => word.text);
}

function partsOf({ type, text }: RawToken): string[] {
  if (type === 'word') {
    const word = fold(text);
    return UNSPACED.test(word) ? [...word] : [word];
  }
  if (type === 'number' || type === 'identifier')
    return ISO_DATE.test(text) ? text.split('-') : [text.replace(GROUP_SPACE, '')];
  return SIGN_OF_NUMBER.test(text) ? [text] : [];
}

/** A word as it is written, numbers with their points and hyphenated words whole. */
const WRITTEN = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}'’.,:-]*[\p{L}\p{N}\p{M}])?/gu;

/** The words of a text as a reader would mark them, in order: "COVID-19" is one. */
export function* writtenWords(text: string): Generator<{ readonly text: string; readonly start: number }> {
  for (const { 0: word, index: start } of outsideMarks(text, WRITTEN)) yield { text: word, start };
}

export interface Token {
  readonly type: TokenType;
  readonly text: string;
  /** Lower case, accents and possessive removed. */
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  /** White space (or the start of the text) appears before it. */
  readonly spaced: boolean;
  /** Dictionary form of a content word, '' for function words, numbers and symbols. */
  readonly lemma: string;
  readonly sentence: number;
}

/** Letters other than units that may touch a number without making it a code: 21st, 3bn, 1990s, 3pm. */
const GLUED_LETTERS =
  /^(?:st|nd|rd|th|s|bn|mn|k|m|b|tn|am|pm|a\.m\.|p\.m\.|h|c|f|bc|ad|million|billion|trillion|thousand|crore|lakh|percent)$/i;

/** Prefixes that may be hyphened to a number without making it a code: mid-1990s, 9am-5pm. */
const OPEN_PREFIX = /^(?:mid|pre|post|early|late|non|under|over|sub|about|in|to|and|us|rs|usd|eur|gbp|am|pm)$/i;

/** Parts of the longest code read as one: keeps the scan linear on text without spaces. */
const MAX_CODE_PARTS = 8;

function isTouching(raw: readonly RawToken[], at: number): boolean {
  return raw[at]?.start === raw[at - 1]!.end;
}

/** Joins what belongs together without a space: "COVID" "-" "19", "B" "12", "H" "1" "N" "1". */
function codeEnd(raw: readonly RawToken[], at: number): number {
  const first = raw[at]!;
  if (!isTouching(raw, at + 1)) return at;
  let end = at;
  let hasLetter = false;
  let hasDigit = false;
  for (let i = at; i < Math.min(raw.length, at + MAX_CODE_PARTS); i++) {
    const { text, type } = raw[i]!;
    const isPart = type === 'word' || type === 'number' || text === '-';
    if ((i > at && !isTouching(raw, i)) || !isPart || text.length > 20) break;
    if (text === '-') continue;
    hasLetter ||= type === 'word';
    hasDigit ||= type === 'number';
    end = i;
  }
  if (!hasLetter || !hasDigit) return at;
  const second = raw[at + 1]!.text;
  if (ISO_DATE.test(first.text)) return at;
  if (first.type === 'number') {
    if (second === '-' || GLUED_LETTERS.test(second) || isUnitSymbol(second)) return at;
  } else if (OPEN_PREFIX.test(first.text) || (second === '-' && raw[at + 2]?.type === 'word')) return at;
  return end;
}

/** Markup characters count as space: a reader does not see them. */
function isGap(code: number): boolean {
  return (
    code <= 32 ||
    code === 42 ||
    code === 95 ||
    code === 96 ||
    code === 35 ||
    code === 0xa0 ||
    (code > 0x2000 && code < 0x2030)
  );
}

function lemmaOf(type: TokenType, lower: string): string {
  if (type === 'identifier') return lower;
  return type === 'word' && !isFunctionWord(lower) ? lemma(lower) : '';
}

/** Tokens that are made in one step. */
const TOKENS_AT_ONCE = 2_000;

/** Cuts a text into tokens; what appears between two sentences belongs to the one before. Linear; yields between its steps. */
export function* tokensOf(
  text: string,
  sentences: readonly Span[] = splitSentences(text),
): Generator<undefined, Token[]> {
  const raw: RawToken[] = [];
  for (const token of rawTokens(text)) if (raw.push(token) % TOKENS_AT_ONCE === 0) yield;
  const tokens: Token[] = [];
  let sentence = 0;
  for (let i = 0; i < raw.length; i++) {
    if (i % TOKENS_AT_ONCE === 0) yield;
    const { start, type: first } = raw[i]!;
    const last = first === 'word' || first === 'number' ? codeEnd(raw, i) : i;
    const { end } = raw[last]!;
    const type = last > i ? 'identifier' : first;
    const surface = last > i ? text.slice(start, end) : raw[i]!.text;
    const lower = type === 'number' || type === 'symbol' ? surface : fold(surface);
    const spaced = start === 0 || isGap(text.charCodeAt(start - 1));
    while (start >= (sentences[sentence + 1]?.start ?? text.length)) sentence += 1;
    tokens.push({ type, text: surface, lower, start, end, spaced, lemma: lemmaOf(type, lower), sentence });
    i = last;
  }
  return tokens;
}
