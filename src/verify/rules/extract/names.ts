import { isFunctionWord, MONTHS, type Token } from '../../../text/index.ts';
import type { Name } from '../findings.ts';
import { NOT_NAMES } from '../lexicon/negators.ts';
import { words } from '../lexicon/phrases.ts';
import { placeOfName } from '../lexicon/place-names.ts';

/** Words that may appear inside a name between two capitals: "Bank of the West", "Ludwig van Beethoven". */
const CONNECTORS = words('of the de la le du del di da von van der den al el bin ibn y e and & for - . \u2019 in');
const MAX_PARTS = 10;

/** True if a word is written as names are. */
function isCapital(token: Token | undefined): boolean {
  if (token === undefined || (token.type !== 'word' && token.type !== 'identifier')) return false;
  // "iPhone", "eBay": brands keep their first letter small.
  return /^\p{Ll}?\p{Lu}/u.test(token.text);
}

function opensSentence(tokens: readonly Token[], at: number): boolean {
  for (let i = at - 1; i >= 0; i--) {
    const token = tokens[i]!;
    if (token.sentence !== tokens[at]!.sentence) return true;
    if (token.type === 'word' || token.type === 'number' || token.type === 'identifier')
      return /^[:•–—]$/.test(tokens[at - 1]!.text);
  }
  return true;
}

/** One past the last token of the name that starts at `from`: connectors count only before another capital. */
function nameEnd(tokens: readonly Token[], from: number): number {
  let to = from + 1;
  for (let i = to; i < tokens.length && i - from < MAX_PARTS; i++) {
    const token = tokens[i]!;
    if (token.sentence !== tokens[from]!.sentence) break;
    if (isCapital(token)) {
      if (isFunctionWord(token.lower) && !isCapital(tokens[i + 1])) break;
      to = i + 1;
    } else if (!CONNECTORS.has(token.lower) || i - to >= 2) break;
    else if (token.text === '.' && tokens[i - 1]!.text.length > 2) break;
    else if (/^(?:and|in|for|the)$/.test(token.lower) && i === to && !/^(?:the|of)$/.test(tokens[i - 1]!.lower)) {
      if (token.lower !== 'the' && token.lower !== 'for') break;
    }
  }
  return to;
}

/** "WHO", "US", "IT": in capitals throughout a function word is none. */
function isShout(token: Token): boolean {
  return /^(?:\p{Lu}\.?){2,}$/u.test(token.text);
}

function isFiller(word: string): boolean {
  return isFunctionWord(word) || CONNECTORS.has(word);
}

function partsOf(tokens: readonly Token[], from: number, to: number): string[] {
  return tokens
    .slice(from, to)
    .filter((token) => token.type !== 'symbol' && (isShout(token) || !isFiller(token.lower)))
    .map((token) => placeOfName(token.lower) ?? token.lower);
}

/** Words that begin a sentence and are capitalized for that reason alone are left out of the name. */
function nameStart(tokens: readonly Token[], from: number): number {
  const token = tokens[from]!;
  if (/^(?:parts?|members)$/.test(token.lower) && tokens[from + 1]?.lower === 'of') return from + 1;
  if (isFunctionWord(token.lower) && token.text.length > 1 && !isShout(token)) return from + 1;
  return from;
}

function toName(text: string, tokens: readonly Token[], range: { from: number; to: number }): Name | undefined {
  const { from, to } = range;
  const parts = partsOf(tokens, from, to);
  if (parts.length === 0) return undefined;
  const start = tokens[from]!.start;
  const end = tokens[to - 1]!.end;
  const surface = text.slice(start, end);
  const single = parts.length === 1;
  const acronym = single && /^(?:\p{Lu}\.?){2,}s?$/u.test(surface.replace(/['’]s$/, ''));
  const weak = single && !acronym && tokens[from]!.type === 'word' && opensSentence(tokens, from);
  return {
    start,
    end,
    text: surface.replace(/[\s*_`#]+/g, ' ').replace(/['’]s?$/, ''),
    parts,
    acronym,
    weak,
    from,
    to,
  };
}

function skipped(token: Token): boolean {
  return NOT_NAMES.has(token.lower) || MONTHS.has(token.lower);
}

/** Capitalised names and acronyms of a text already cut into tokens, in order; they do not overlap. */
export function namesIn(text: string, tokens: readonly Token[]): Name[] {
  const names: Name[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (!isCapital(tokens[at])) continue;
    const from = nameStart(tokens, at);
    if (from !== at || skipped(tokens[at]!)) continue;
    const to = nameEnd(tokens, from);
    const name = toName(text, tokens, { from, to });
    if (name !== undefined) names.push(name);
    at = to - 1;
  }
  return names;
}
