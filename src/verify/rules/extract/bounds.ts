import type { Token } from '../../../text/tokens.ts';
import type { Bound, Interval } from '../types.ts';

const BEFORE = new Map<string, Bound>();
const AFTER = new Map<string, Bound>();

function add(table: Map<string, Bound>, bound: Bound, phrases: string): void {
  for (const phrase of phrases.split(',')) table.set(phrase.trim(), bound);
}

add(
  BEFORE,
  'more_than',
  `more than, greater than, larger than, bigger than, higher than, longer than, older than, over, above, exceeding, exceeds,
  exceeded, exceed, in excess of, upwards of, upward of, beyond, just over, surpassing, surpassed, passed, topped, topping,
  well over, > , faster than, taller than, heavier than`,
);
add(
  BEFORE,
  'at_least',
  `at least, no less than, not less than, no fewer than, not fewer than, a minimum of, minimum of, minimum, ≥`,
);
add(
  BEFORE,
  'less_than',
  `less than, fewer than, lower than, smaller than, shorter than, younger than, under, below, just under, nearly, almost,
  well under, <, not quite, not even, close to but below`,
);
add(
  BEFORE,
  'at_most',
  `at most, up to, no more than, not more than, no greater than, a maximum of, maximum of, maximum, as many as,
  as much as, not exceeding, ≤, no higher than, no longer than`,
);
add(
  BEFORE,
  'about',
  `about, around, approximately, approx, approx ., roughly, some, circa, c ., ca ., ~, ≈, close to, an estimated, estimated, near`,
);
add(AFTER, 'at_least', 'or more, or older, or above, or higher, or greater, and over, and above, and older, +, plus');
add(AFTER, 'at_most', 'or less, or fewer, or under, or younger, or below, or lower, and under, and younger');
add(AFTER, 'about', 'or so, or thereabouts');

const NEARLY = new Set(['nearly', 'almost', 'just under', 'not quite', 'close to but below']);

const DATE_BEFORE = new Map<string, Bound>([
  ['before', 'less_than'],
  ['prior to', 'less_than'],
  ['earlier than', 'less_than'],
  ['after', 'more_than'],
  ['later than', 'more_than'],
  ['following', 'more_than'],
  ['by', 'at_most'],
  ['until', 'at_most'],
  ['till', 'at_most'],
  ['no later than', 'at_most'],
  ['as of', 'exact'],
  ['around', 'about'],
  ['about', 'about'],
  ['circa', 'about'],
  ['c .', 'about'],
]);

const MAX_PHRASE_WORDS = 4;

export interface BoundMatch {
  readonly bound: Bound;
  /** Tokens the hedge takes on its side of the number. */
  readonly length: number;
  /** "nearly 3,000" is below but not far below. */
  readonly nearly: boolean;
}

/** Last words of all phrases: most tokens before a number end none, and need no look-up. */
const LAST_WORDS = new Set([...BEFORE.keys(), ...DATE_BEFORE.keys()].map((phrase) => phrase.split(' ').at(-1)));

function find(table: Map<string, Bound>, tokens: readonly Token[], edge: number): BoundMatch | undefined {
  if (edge < 1 || !LAST_WORDS.has(tokens[edge - 1]!.lower)) return undefined;
  let phrase = '';
  let found: BoundMatch | undefined;
  for (let length = 1; length <= MAX_PHRASE_WORDS && edge - length >= 0; length++) {
    const word = tokens[edge - length]!.lower;
    phrase = phrase === '' ? word : `${word} ${phrase}`;
    const bound = table.get(phrase);
    if (bound !== undefined) found = { bound, length, nearly: NEARLY.has(phrase) };
  }
  return found;
}

/** The hedge that ends right before token `at`, an article between allowed ("more than a dozen"). */
export function boundBefore(tokens: readonly Token[], at: number): BoundMatch | undefined {
  const skip = /^(?:an?|the|only|just)$/.test(tokens[at - 1]?.lower ?? '') ? 1 : 0;
  return find(BEFORE, tokens, at) ?? find(BEFORE, tokens, at - skip);
}

/** The hedge that begins at token `at`: "or more", "+", "or so". */
export function boundAfter(tokens: readonly Token[], at: number): BoundMatch | undefined {
  const first = tokens[at]?.lower;
  if (first === undefined) return undefined;
  const pair = first === 'or' || first === 'and' ? AFTER.get(`${first} ${tokens[at + 1]?.lower}`) : undefined;
  if (pair !== undefined) return { bound: pair, length: 2, nearly: false };
  const single = AFTER.get(first);
  return single === undefined ? undefined : { bound: single, length: 1, nearly: false };
}

/** The relation right before a date: "before 2015", "after the 15th", "by April". */
export function dateBoundBefore(tokens: readonly Token[], at: number): BoundMatch | undefined {
  const skipped = /^(?:the|early|late|mid|-)$/.test(tokens[at - 1]?.lower ?? '') ? 1 : 0;
  return find(DATE_BEFORE, tokens, at) ?? find(DATE_BEFORE, tokens, at - skipped);
}

/** How far "about" reaches, as a share of the value. */
const ABOUT_SHARE = 0.05;
const NEARLY_SHARE = 0.1;

/** The values that a hedge allows around what was said; `low` and `high` differ for ranges and dates. */
export function intervalOf(low: number, high: number, hedge: BoundMatch | undefined): Interval {
  const closed = { low, high, lowOpen: false, highOpen: false };
  switch (hedge?.bound) {
    case 'more_than':
      return { low: high, high: Number.POSITIVE_INFINITY, lowOpen: true, highOpen: true };
    case 'at_least':
      return { ...closed, high: Number.POSITIVE_INFINITY, highOpen: true };
    case 'less_than': {
      const floor = hedge.nearly ? low - Math.abs(low) * NEARLY_SHARE : Number.NEGATIVE_INFINITY;
      return { low: floor, high: low, lowOpen: !hedge.nearly, highOpen: true };
    }
    case 'at_most':
      return { ...closed, low: Number.NEGATIVE_INFINITY, lowOpen: true };
    case 'about': {
      const slack = Math.max(Math.abs(low), Math.abs(high)) * ABOUT_SHARE;
      return { ...closed, low: low - slack, high: high + slack };
    }
    default:
      return closed;
  }
}
