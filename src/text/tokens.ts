import { isFunctionWord, lemma } from './lemma.ts';
import { type Pausing, pausingList } from './pausing.ts';
import { fold, type RawToken, rawTokens, type TokenType } from './raw-tokens.ts';
import { pausingSentences } from './sentences.ts';
import type { Span } from './span.ts';
import { GLUED_UNITS } from './unit-names.ts';

export interface Token {
  readonly type: TokenType;
  readonly text: string;
  /** Lower case, accents and possessive removed. */
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  /** White space (or the start of the text) stands before it. */
  readonly spaced: boolean;
  /** Dictionary form of a content word, '' for function words, numbers and symbols. */
  readonly lemma: string;
  readonly sentence: number;
}

/** Letters other than units that may touch a number without making it a code: 21st, 3bn, 1990s, 3pm. */
const GLUED_LETTERS =
  'st|nd|rd|th|s|bn|mn|k|b|tn|am|pm|a\\.m\\.|p\\.m\\.|h|c|f|bc|ad|million|billion|trillion|thousand|crore|lakh|percent';
const GLUED = new RegExp(`^(?:${GLUED_LETTERS}|${GLUED_UNITS.join('|')})$`, 'i');

/** Prefixes that may be hyphened to a number without making it a code: mid-1990s. */
const OPEN_PREFIX = /^(?:mid|pre|post|early|late|non|under|over|sub|about|in|to|and|us|rs|usd|eur|gbp)$/i;

/** Parts of the longest code read as one: keeps the scan linear on text without spaces. */
const MAX_CODE_PARTS = 8;

const ISO_DATE = /^\d{4}-\d\d-\d\d$/;
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
    if (second === '-' || GLUED.test(second)) return at;
  } else if (OPEN_PREFIX.test(first.text) || (second === '-' && raw[at + 2]?.type === 'word')) return at;
  return end;
}

/** Markup characters count as space: they stand where a reader sees none. */
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

/**
 * Cuts a text into tokens with offsets, lemmas and the index of their sentence; what stands between two sentences belongs
 * to the one before. Linear in the text's length.
 */
export function* pausingTokens(text: string, known?: readonly Span[]): Pausing<Token[]> {
  const sentences = known ?? (yield* pausingSentences(text));
  return yield* pausingList(tokensOf(text, sentences, yield* pausingList(rawTokens(text))));
}

function* tokensOf(
  text: string,
  sentences: readonly Span[],
  raw: readonly RawToken[],
): Generator<Token, void, undefined> {
  let sentence = 0;
  for (let i = 0; i < raw.length; i++) {
    const { start, type: first } = raw[i]!;
    const last = first === 'word' || first === 'number' ? codeEnd(raw, i) : i;
    const { end } = raw[last]!;
    const type = last > i ? 'identifier' : first;
    const surface = last > i ? text.slice(start, end) : raw[i]!.text;
    const lower = type === 'number' || type === 'symbol' ? surface : fold(surface);
    const spaced = start === 0 || isGap(text.charCodeAt(start - 1));
    while (start >= (sentences[sentence + 1]?.start ?? text.length)) sentence += 1;
    yield { type, text: surface, lower, start, end, spaced, lemma: lemmaOf(type, lower), sentence };
    i = last;
  }
}
