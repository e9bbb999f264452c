import { partOfSpeech, type Token, wordKey } from '../../../text/index.ts';
import type { Bound, Interval } from '../findings.ts';
import {
  BETWEEN_BOUND_AND_DATE,
  BETWEEN_BOUND_AND_NUMBER,
  BOUNDS_AFTER,
  BOUNDS_AHEAD,
  BOUNDS_BEFORE,
  BOUNDS_BEFORE_DATE,
  BOUNDS_OF_UNDOING,
  NAMED_BOUNDS,
  NEARLY,
  NEGATED_BOUNDS,
} from '../lexicon/bound-phrases.ts';
import { words } from '../lexicon/phrases.ts';

export interface BoundMatch {
  readonly bound: Bound;
  /** Tokens the bound takes on its side of the number. */
  readonly length: number;
  /** "nearly 3,000" is below but not far below. */
  readonly nearly: boolean;
  /** "by": what holds then may have held at any time before. */
  readonly sinceEver: boolean;
}

const MAX_PHRASE_WORDS = 4;
const IRREGULAR_PLURALS = words('people men women children');

/** True if a lower-case word looks like a plural: "members", "people", but not "bus", "series" or "class". */
export function isPlural(word: string): boolean {
  return /[^sui]s$/.test(word) || IRREGULAR_PLURALS.has(word);
}

/** Last words of all phrases: most tokens before a number end none, and need no look-up. */
const LAST_WORDS = new Set([...BOUNDS_BEFORE.keys(), ...BOUNDS_BEFORE_DATE.keys()].map((p) => p.split(' ').at(-1)));

const AHEAD = words('before prior ahead');
const UNDOING = new Set(
  [...words('cancel cancelled cancellation change amend modify withdraw return rebook')].map(wordKey),
);
/** From such a word to the number: "cancel free of charge up to 24 hours before". */
const UNDOING_REACH = 10;
/** "The change takes up to two days before it shows." */
const TAKES = words('take takes took taken last lasts lasted need needs needed wait waits waited');

/** "Spread over six pages" bounds nothing. */
const SPREAD = words('spread distributed divided split');

const ADDS = words('add adds added adding');

function find(table: ReadonlyMap<string, Bound>, tokens: readonly Token[], edge: number): BoundMatch | undefined {
  if (edge < 1 || !LAST_WORDS.has(tokens[edge - 1]!.lower)) return undefined;
  if (tokens[edge - 1]!.lower === 'over' && SPREAD.has(tokens[edge - 2]?.lower ?? '')) return undefined;
  // "Adds up to 56" states a sum.
  if (tokens[edge - 2]?.lower === 'up' && ADDS.has(tokens[edge - 3]?.lower ?? '')) return undefined;
  // "5 min 30 s" has a unit.
  if (isMinutes(tokens, edge)) return undefined;
  let phrase = '';
  let found: BoundMatch | undefined;
  for (let length = 1; length <= MAX_PHRASE_WORDS && edge - length >= 0; length++) {
    const word = tokens[edge - length]!.lower;
    phrase = phrase === '' ? word : `${word} ${phrase}`;
    const bound = table.get(phrase);
    if (bound !== undefined) found = { bound, length, nearly: NEARLY.has(phrase), sinceEver: phrase === 'by' };
  }
  return found;
}

function isMinutes(tokens: readonly Token[], edge: number): boolean {
  const at = tokens[edge - 1]!.text === '.' ? edge - 2 : edge - 1;
  return tokens[at]?.lower === 'min' && tokens[at - 1]?.type === 'number';
}

/** The bound that ends right before token `at`, or before the one word there that may come between: part of its length. */
function findAround(
  table: ReadonlyMap<string, Bound>,
  between: ReadonlySet<string>,
  tokens: readonly Token[],
  at: number,
): BoundMatch | undefined {
  const adjacent = find(table, tokens, at);
  if (adjacent !== undefined || !between.has(tokens[at - 1]?.lower ?? '')) return adjacent;
  const apart = find(table, tokens, at - 1);
  return apart && { ...apart, length: apart.length + 1 };
}

const NEGATION = /^(?:not|never|cannot|none|no|nothing|nobody|.*n't)$/;
/** Tokens between a negation and its bound: "must not be kept for longer than". */
const NEGATED_REACH = 4;
const VERBS: ReadonlySet<string | undefined> = new Set(['VERB', 'AUX']);
/** Lemmas of words that are verbs here, and oftener something else. */
const MOVES = words('fall drop dip rise climb cost');
/** Verbs behind which "over" is a bound: "did not wane over five years" has a span of time. */
const REACHES = words('be go rise climb cost');

function hasRun(tokens: readonly Token[], negation: number): boolean {
  return tokens
    .slice(Math.max(0, negation - 1), negation + 1)
    .some(({ lower }) => /^ha(?:s|ve|d)(?:n't)?$/.test(lower));
}

/** The bound with the negation before token `edge`, where only verbs are between: "does not fall below", "do not take more than". */
function turnedByNegation(found: BoundMatch, tokens: readonly Token[], edge: number): BoundMatch {
  const bound = found.nearly ? undefined : NEGATED_BOUNDS[found.bound];
  if (bound === undefined) return found;
  for (let at = edge - 1; at >= Math.max(0, edge - 1 - NEGATED_REACH); at--) {
    const { lower, lemma } = tokens[at]!;
    const isSpan = at === edge - 1 && tokens[edge]!.lower === 'over' && !NEGATION.test(lower) && !REACHES.has(lemma);
    if (isSpan) break;
    // "Had not run for more than two weeks" is the span without it.
    if (NEGATION.test(lower) && tokens[edge - 1]!.lower === 'for' && hasRun(tokens, at)) break;
    if (NEGATION.test(lower)) return { ...found, bound, length: found.length + edge - at };
    if (lower !== 'for' && !MOVES.has(lemma) && !VERBS.has(partOfSpeech(lower))) break;
  }
  return found;
}

/** The bound that ends right before token `at`, an article between allowed ("more than a dozen"). */
export function boundBefore(tokens: readonly Token[], at: number): BoundMatch | undefined {
  const found = findAround(BOUNDS_BEFORE, BETWEEN_BOUND_AND_NUMBER, tokens, at);
  return found && turnedByNegation(found, tokens, at - found.length);
}

/** The bound right before the duration from `at` to `to`, where it says how long before something: "no later than 2 days before". */
export function boundAhead(tokens: readonly Token[], at: number, to: number): BoundMatch | undefined {
  const isAhead =
    AHEAD.has(tokens[to]?.lower ?? '') || `${tokens[to]?.lower} ${tokens[to + 1]?.lower}` === 'in advance';
  if (!isAhead) return undefined;
  const before = tokens.slice(Math.max(0, at - UNDOING_REACH), at);
  const isUndone = before.some(({ lower }) => UNDOING.has(wordKey(lower))) && !TAKES.has(tokens[at - 3]?.lower ?? '');
  return findAround(isUndone ? BOUNDS_OF_UNDOING : BOUNDS_AHEAD, BETWEEN_BOUND_AND_NUMBER, tokens, at);
}

/** The bound that begins at token `at`: "or more", "+", "or so". */
export function boundAfter(tokens: readonly Token[], at: number): BoundMatch | undefined {
  const first = tokens[at]?.lower;
  if (first === undefined) return undefined;
  const isJoint = first === 'or' || first === 'and';
  const phrase = isJoint ? `${first} ${tokens[at + 1]?.lower}` : first;
  const bound = BOUNDS_AFTER.get(phrase);
  return bound && { bound, length: isJoint ? 2 : 1, nearly: false, sinceEver: false };
}

/** "five rooms or more", "20 pupils or fewer": the bound behind what is counted. */
export function boundAfterNoun(tokens: readonly Token[], at: number): BoundMatch | undefined {
  const [noun, joint, , next] = tokens.slice(at, at + 4);
  const isCounted = noun !== undefined && noun.lemma !== '' && isPlural(noun.lower) && joint?.lower === 'or';
  // "two cats or more dogs"
  return isCounted && (next === undefined || next.lemma === '' || partOfSpeech(next.lower) === 'VERB')
    ? boundAfter(tokens, at + 1)
    : undefined;
}

const COPULA = /^(?:is|was|are|were|be|of|:|=)$/;
/** Words from "maximum" to the number: "the maximum take-off weight was". */
const NAMED_REACH = 6;

/** The bound that the thing itself is called: "the maximum speed is 80 km/h", "minimum age: 18". */
export function boundNamed(tokens: readonly Token[], at: number): BoundMatch | undefined {
  if (!COPULA.test(tokens[at - 1]?.lower ?? '')) return undefined;
  for (let i = at - 2; i >= Math.max(0, at - NAMED_REACH) && tokens[i]!.type === 'word'; i--) {
    const bound = NAMED_BOUNDS.get(tokens[i]!.lower);
    if (bound !== undefined) return { bound, length: 0, nearly: false, sinceEver: false };
  }
  return undefined;
}

/** The relation right before a date: "before 2015", "after the 15th", "by April". */
export function dateBoundBefore(tokens: readonly Token[], at: number): BoundMatch | undefined {
  return findAround(BOUNDS_BEFORE_DATE, BETWEEN_BOUND_AND_DATE, tokens, at);
}

/** How far "about" reaches, as a share of the value. */
const ABOUT_SHARE = 0.05;
const NEARLY_SHARE = 0.1;

/** The values that a bound allows around what was said; `low` and `high` differ for ranges and dates. */
export function intervalOf(low: number, high: number, bound: BoundMatch | undefined): Interval {
  const closed = { low, high, lowOpen: false, highOpen: false };
  switch (bound?.bound) {
    case 'more_than':
      return { low: high, high: Number.POSITIVE_INFINITY, lowOpen: true, highOpen: true };
    case 'at_least':
      return { ...closed, high: Number.POSITIVE_INFINITY, highOpen: true };
    case 'less_than': {
      const floor = bound.nearly ? low - Math.abs(low) * NEARLY_SHARE : Number.NEGATIVE_INFINITY;
      return { low: floor, high: low, lowOpen: !bound.nearly, highOpen: true };
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

/** True if every value of one interval is a value of the other. */
export function within(inner: Interval, outer: Interval): boolean {
  const low = inner.low > outer.low || (inner.low === outer.low && (inner.lowOpen || !outer.lowOpen));
  const high = inner.high < outer.high || (inner.high === outer.high && (inner.highOpen || !outer.highOpen));
  return low && high;
}

/** True if no value belongs to both. */
export function disjoint(a: Interval, b: Interval): boolean {
  const below = a.high < b.low || (a.high === b.low && (a.highOpen || b.lowOpen));
  const above = a.low > b.high || (a.low === b.high && (a.lowOpen || b.highOpen));
  return below || above;
}

/** Room at both ends, itself not included at the upper one: 1.25 is 1.3. */
export function widen(interval: Interval, by: number): Interval {
  return { low: interval.low - by, high: interval.high + by, lowOpen: false, highOpen: by > 0 };
}
