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
