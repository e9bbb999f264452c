import type { Bound } from '../findings.ts';
import { words } from './phrases.ts';

type Phrases = ReadonlyMap<string, Bound>;

function table(rows: Partial<Record<Bound, string>>): Phrases {
  return new Map(
    Object.entries(rows).flatMap(([bound, phrases]) =>
      phrases.split(',').map((phrase) => [phrase.trim().replace(/\s+/g, ' '), bound as Bound] as const),
    ),
  );
}

/** Before a number. Tokens of a phrase are set apart by spaces; behind a negation they turn around (`extract/bounds.ts`). */
export const BOUNDS_BEFORE: Phrases = table({
  more_than: `more than, greater than, larger than, bigger than, higher than, longer than, older than, faster than,
    taller than, heavier than, thicker than, wider than, deeper than, warmer than, hotter than, over, well over,
    just over, above, over the age of, above the age of, beyond, exceeding, exceeds, exceeded, exceed, in excess of,
    upwards of, upward of, surpassing, surpassed, passed, topped, topping, >`,
  at_least: `at least, a minimum of, minimum of, minimum, min, min ., ≥, starts at, start at, starting at, starting from,
    from the age of`,
  less_than: `less than, fewer than, lower than, smaller than, shorter than, younger than, lighter than, thinner than,
    narrower than, colder than, cooler than, under, well under, just under, below, under the age of,
    below the age of, nearly, almost, not quite, not even, close to but below, <`,
  at_most: `at most, up to, no later than, a maximum of, maximum of, maximum, max, max ., as many as, as much as,
    within, limited to, capped at, a limit of, a cap of, ≤`,
  about: `about, around, approximately, approx, approx ., roughly, some, circa, c ., ca ., ~, ≈, close to, an estimated,
    estimated, near`,
});

/** The bounds that turn around behind a negation: "no more than", "do not take more than", "none shorter than". */
export const NEGATED_BOUNDS: Partial<Record<Bound, Bound>> = { more_than: 'at_most', less_than: 'at_least' };

/** In the name of what is measured. */
export const NAMED_BOUNDS: Phrases = table({ at_most: 'maximum, max', at_least: 'minimum, min' });

/** Behind a number. */
export const BOUNDS_AFTER: Phrases = table({
  at_least: `or more, or older, or above, or higher, or greater, and over, and above, and older, +, plus, minimum,
    upwards`,
  at_most: `or less, or fewer, or under, or younger, or below, or lower, and under, and younger, maximum, max`,
  about: 'or so, or thereabouts',
});

/** Words that make the number after them a rough one, whatever it counts. */
export const APPROXIMATORS = words('nearly almost approximately roughly');

/** Below, but not far below. */
export const NEARLY: ReadonlySet<string> = new Set([
  'nearly',
  'almost',
  'just under',
  'not quite',
  'close to but below',
]);

/** Before a date. What holds by or as of a date holds on it. */
export const BOUNDS_BEFORE_DATE: Phrases = table({
  less_than: 'before, prior to, earlier than',
  more_than: 'after, later than, following',
  at_most: 'until, till, no later than, not later than',
  exact: 'as of, by',
  about: 'around, about, circa, c .',
});

/** Before a time that something is ahead of another: "no later than three months before the start" is three months at least. */
export const BOUNDS_AHEAD: Phrases = table({
  at_least: 'no later than, not later than',
  at_most: 'no earlier than, not earlier than, no sooner than',
});
/** "Cancelled up to a day before" sets a minimum, as "booked up to a month before" does not. */
export const BOUNDS_OF_UNDOING: Phrases = new Map([...BOUNDS_AHEAD, ['up to', 'at_least']]);

/** Words that may appear between a bound and its number: "more than a dozen". */
export const BETWEEN_BOUND_AND_NUMBER: ReadonlySet<string> = new Set(['a', 'an', 'the', 'only', 'just']);
/** And its date: "before the 1990s". */
export const BETWEEN_BOUND_AND_DATE: ReadonlySet<string> = new Set(['the']);
