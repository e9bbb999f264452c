import { plainCharacters } from './normalise.ts';

export type TokenType = 'word' | 'number' | 'identifier' | 'symbol' | 'break';

// Alternatives in order: ISO date, ambiguous 1.200,5 and 168,5, grouped thousands, decimals and versions, dotted
// abbreviations, words and alphanumeric codes, a line break, any other character. Markup (* _ ` #) is skipped.
const TOKEN =
  /\d{4}-\d\d-\d\d(?!\d)|\d{1,3}(?:\.\d{3})+,\d+|\d+,\d{1,2}(?![\d,])|\d{1,3}(?:[,\u00a0\u202f]\d{3})+(?!\d)(?:\.\d+)?|\d{1,3}(?: \d{3})+(?![\d,.]\d|\d)|\d+(?:\.\d+)+|\d+|(?:\p{L}\.){2,}|\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)*|\n|[^\s*_`#]/gu;

const ASCII_LETTERS = /^[A-Za-z]+$/;

/** Lower case, without accents, dots of abbreviations and possessive endings. */
export function fold(text: string): string {
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

function numberType(text: string): TokenType {
  return /^(?:[\d.]+,\d{1,2}$|\d{1,3}(?:\.\d{3})+,\d+$|\d+\.\d+\.\d)/.test(text) ? 'identifier' : 'number';
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

/** A part of a text, and what it is. */
export interface RawToken {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly type: TokenType;
}

/** The smallest parts of a text that words, numbers and codes are made of, in order. Linear in its length. */
export function* rawTokens(text: string): Generator<RawToken, void, undefined> {
  for (const { 0: match, index: start } of text.matchAll(TOKEN))
    yield { text: match, start, end: start + match.length, type: typeOf(match) };
}

/** East Asian words are not separated: their characters stand for them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** "½", "²", and the digits of other scripts. */
const SIGN_OF_NUMBER = /\p{N}/u;
/** "1 200 000". */
const GROUP_SPACE = / (?=\d{3})/g;
const ISO_DATE = /^\d{4}-\d\d-\d\d$/;

/**
 * The words of a text in order, for telling how much two texts have in common: the tokens of a text without signs,
 * the parts of hyphenated words and codes apart ("COVID-19" gives "covid" and "19"), numbers without digit grouping,
 * East Asian characters one by one.
 */
export function sentenceWords(text: string): string[] {
  const found: string[] = [];
  let reach = -1;
  for (const token of rawTokens(plainCharacters(text))) {
    const parts = partsOf(token);
    if (parts.length === 0) continue;
    // "21st", "b12"
    if (token.start === reach) found.push(`${found.pop()}${parts.shift()}`);
    found.push(...parts);
    reach = token.end;
  }
  return found;
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
  for (const { 0: word, index: start } of text.matchAll(WRITTEN)) yield { text: word, start };
}
