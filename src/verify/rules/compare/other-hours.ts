import type { Token } from '../../../text/index.ts';
import { HALF_DAY } from '../extract/clock-times.ts';
import { schedulesOf } from '../extract/schedules.ts';
import { type HourRange, hourRangesIn } from '../extract/time-edges.ts';
import type { Fact } from '../findings.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';
import { relationOf } from './relate.ts';

/** Hours on some days of the week: "Mon-Fri 9-18". */
interface Hours extends HourRange {
  readonly days: ReadonlySet<number>;
}

const OPENS = /\b(?:opens?|open from|starts? at|begins? at)\b/i;
const CLOSES = /\b(?:closes?|shuts?|open (?:until|till)|ends? at)\b/i;
/** Tokens between days and their hours at most: "Saturday: from 9 to 13". */
const MOST_BETWEEN = 3;

/** True if a sentence with hours for several days has others for the day of a claim: "closes at 6 pm on Saturdays" of "Mon-Fri 9-18, Sat 9-13". */
export function hasOtherHours(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const [own, another] = schedulesOf(claim);
  const [time, more] = claim.facts.map(({ fact }) => fact).filter(({ kind }) => kind === 'time');
  if (own === undefined || another !== undefined || time === undefined || more !== undefined) return false;
  if (claim.negations.length + sentence.negations.length > 0 || OPENS.test(claim.text) === CLOSES.test(claim.text))
    return false;
  const all = hoursIn(sentence);
  const ofDays = all.filter(({ days }) => [...own.days].some((day) => days.has(day)));
  if (all.length < 2 || ofDays.length !== 1) return false;
  const edge = OPENS.test(claim.text) ? ofDays[0]!.start : ofDays[0]!.end;
  return Math.abs(edge.low - time.low) % HALF_DAY !== 0 || (edge.unit === time.unit && edge.low !== time.low);
}

const AT_ALL_HOURS = words('open available staffed accessible reachable reached runs run operates served');

/** True if a claim says that something is so at a time outside the only hours of a sentence about it: "open at 3 a.m." of "18:00 to 02:00". */
export function isOutsideHours(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const [time, more] = claim.facts.map(({ fact }) => fact);
  if (time?.kind !== 'time' || more !== undefined || time.edge !== undefined) return false;
  const times = sentence.facts.map(({ fact }) => fact).filter(({ kind }) => kind === 'time');
  const ranges = hourRangesIn(times);
  if (ranges.length === 0 || times.length !== 2 * ranges.length || claim.tokens[time.from - 1]?.lower !== 'at')
    return false;
  // Several hours may be those of several days.
  if (ranges.length > 1 && schedulesOf(sentence).length > 0) return false;
  if (claim.negations.length + sentence.negations.length > 0) return false;
  const state = claim.tokens.find(({ lower }) => AT_ALL_HOURS.has(lower));
  if (state === undefined || !sentence.positions.has(state.lemma)) return false;
  return (
    isAboutSame(claim, { time, state }, sentence) && ranges.every(({ start }) => relationOf(time, start) === 'excluded')
  );
}

/** The sentence has the other words of the claim, or begins with what is so: "Open daily from 18:00". */
function isAboutSame(
  claim: SurfaceReading,
  { time, state }: { readonly time: Fact; readonly state: Token },
  { tokens, positions }: SurfaceReading,
): boolean {
  const isFirst = tokens[0]?.lemma === state.lemma;
  const rest = claim.tokens.slice(isFirst ? claim.tokens.indexOf(state) : 0);
  return rest.every(
    ({ lemma, start }) => lemma === '' || positions.has(lemma) || (time.start <= start && start < time.end),
  );
}

/** The hours of a sentence, where all that it says of days is when something is open on them. */
function hoursIn({ facts, tokens }: SurfaceReading): readonly Hours[] {
  const schedules = schedulesOf({ tokens });
  const hours = schedules.flatMap(({ days, to }) => {
    const at = facts.findIndex(({ fact }) => fact.from >= to);
    const [range] = hourRangesIn(facts.slice(Math.max(0, at), at + 2).map(({ fact }) => fact));
    return range !== undefined && range.start.from - to <= MOST_BETWEEN ? [{ days, ...range }] : [];
  });
  return hours.length === schedules.length && facts.length === 2 * hours.length ? hours : [];
}
