import { HALF_DAY } from '../extract/clock-times.ts';
import { schedulesOf } from '../extract/schedules.ts';
import type { Fact } from '../findings.ts';
import type { SurfaceReading } from '../reading.ts';

/** Hours on some days of the week: "Mon-Fri 9-18". */
interface Hours {
  readonly days: ReadonlySet<number>;
  readonly start: Fact;
  readonly end: Fact;
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

/** The hours of a sentence, where all that it says of days is when something is open on them. */
function hoursIn({ facts, tokens }: SurfaceReading): readonly Hours[] {
  const schedules = schedulesOf({ tokens });
  const hours = schedules.flatMap(({ days, to }) => {
    const at = facts.findIndex(({ fact }) => fact.from >= to);
    const [start, end] = [facts[at]?.fact, facts[at + 1]?.fact];
    const isRange = start?.edge === 'start' && end?.edge === 'end' && start.from - to <= MOST_BETWEEN;
    return isRange ? [{ days, start, end }] : [];
  });
  return hours.length === schedules.length && facts.length === 2 * hours.length ? hours : [];
}
