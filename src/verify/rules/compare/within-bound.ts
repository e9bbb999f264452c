import { isOpposite } from '../extract/directions.ts';
import type { Bound, Fact } from '../findings.ts';
import type { SurfaceReading } from '../reading.ts';
import { CONVERSION_TOLERANCE, relationOf } from './relate.ts';

const LIMITING: ReadonlySet<Bound> = new Set(['at_most', 'less_than', 'at_least', 'more_than', 'about']);

/** True if a value is among those that a limit includes. */
export function isWithin(value: number, { low, high, lowOpen, highOpen }: Fact): boolean {
  // A month is within 30 days.
  const slack = Math.abs(value) * CONVERSION_TOLERANCE;
  const isAbove = lowOpen ? low < value : low - slack <= value;
  return isAbove && (highOpen ? value < high : value <= high + slack);
}

/** The only value of its unit in a text, if that is a limit and the value of a claim is within it: "up to 300" for 250. */
export function limitAround(value: Fact, { facts, tokens }: SurfaceReading): Fact | undefined {
  if (value.bound !== 'exact' || value.low !== value.high || !Number.isFinite(value.low)) return undefined;
  const [limit, another] = facts.map(({ fact }) => fact).filter(({ unit }) => unit === value.unit);
  if (limit === undefined || another !== undefined || !LIMITING.has(limit.bound)) return undefined;
  // Two dogs are not within a limit of 300 people.
  if (value.unit === '' && !value.nouns.some((noun) => limit.nouns.includes(noun))) return undefined;
  // "Was empty after 13 hours" is no limit.
  if (tokens[limit.from - 1]?.lower === 'after') return undefined;
  return isWithin(value.low, limit) ? limit : undefined;
}

/** A claim with these states a limit of its own. */
const LIMITS =
  /\b(?:must|have to|has to|had to|needs? to|required|longest|shortest|highest|lowest|maximum|minimum|limit|only|earliest|latest)\b/i;

/**
 * True if a value of a claim is within the limit that a sentence states, and no other value conflicts: "for two weeks"
 * against "up to three weeks". The sentence says nothing against it.
 */
export function isWithinLimit(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  if (claim.negations.length > 0 || sentence.negations.length > 0 || LIMITS.test(claim.text)) return false;
  if (claim.facts.some(({ change }) => change && sentence.facts.some((one) => isOpposite(change, one.change))))
    return false;
  const values = claim.facts.map(({ fact }) => fact);
  const isExcluded = (value: Fact) => sentence.facts.some(({ fact }) => relationOf(value, fact) === 'excluded');
  return values.some((value) => limitAround(value, sentence) !== undefined) && !values.some(isExcluded);
}
