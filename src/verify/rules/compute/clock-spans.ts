import type { Fact } from '../findings.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';
import type { ReadDocument } from './candidates.ts';

const MINUTES_IN_DAY = 1440;
const HALF = MINUTES_IN_DAY / 2;
/** Times of a document that are compared in pairs at most. */
const MOST_TIMES = 40;
const APART = words('after before later earlier');
const LASTING = words('lasted lasts took takes');

/** True if a claim says how far two times of day are apart, and no two of the document are: "19 minutes after" of 09:42 and 09:51. */
export function isOddSpan(claim: SurfaceReading, { reading, start, end }: ReadDocument): boolean {
  const [span, ...others] = claim.facts.map(({ fact }) => fact).filter(isShort);
  if (span === undefined || others.length > 0 || span.bound !== 'exact' || !saysApart(claim, span)) return false;
  const facts = reading.facts.map(({ fact }) => fact).filter((fact) => start <= fact.start && fact.end <= end);
  const times = facts.filter(({ kind }) => kind === 'time');
  if (times.length < 2 || times.length > MOST_TIMES || facts.some(isShort)) return false;
  const wanted = span.low * MINUTES_IN_DAY;
  // A time without its half of the day may be in either.
  const isApart = (one: Fact, other: Fact) => {
    const apart = (((other.low - one.low - wanted) % HALF) + HALF) % HALF;
    return Math.min(apart, HALF - apart) < 0.5;
  };
  return !times.some((one) => times.some((other) => one !== other && isApart(one, other)));
}

function isShort({ kind, high }: Fact): boolean {
  return kind === 'duration' && high < 1;
}

function saysApart({ tokens, negations }: SurfaceReading, { from, to }: Fact): boolean {
  if (negations.some(({ at }) => at < from)) return false;
  return APART.has(tokens[to]?.lower ?? '') || LASTING.has(tokens[from - 1]?.lower ?? '');
}
