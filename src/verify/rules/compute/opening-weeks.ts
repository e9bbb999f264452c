import { type Schedule, schedulesOf } from '../extract/schedules.ts';
import { hourRangesIn } from '../extract/time-edges.ts';
import type { Fact } from '../findings.ts';
import { oncePer, range } from '../keyed.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';
import { sentencesOf } from './source-numbers.ts';

/** When something opens and closes on a day; undefined where the sentence does not say it. */
export interface Hours {
  readonly start?: Fact | undefined;
  readonly end?: Fact | undefined;
  /** It closes in between: from the first end to the second start. */
  readonly between?: readonly [Fact, Fact] | undefined;
}

/** The opening hours of a sentence, by the day of the week, from 0 for Monday. */
export interface Week {
  readonly sentence: number;
  readonly hours: ReadonlyMap<number, Hours>;
  /** Days that are named as closed. */
  readonly closed: ReadonlySet<number>;
  /** Its other words, each with whether it names what is open or follows days or hours: a claim without it may be about another. */
  readonly others: ReadonlyMap<string, boolean>;
}

/** A part of a sentence: days, or the hours that belong to some. */
type Part = { readonly days: Schedule } | HoursPart;

interface HoursPart {
  readonly hours: Hours;
}

const OPEN = words('open opens opened opening hours close closes closing available staffed accessible reachable');
export const CLOSED = words('closed shut');
export const OPENING = words('open opens opened opening close closes closed closing shut shuts');
/** Words that say no more than that something is open. */
export const PLAIN = words(
  'open opens opened opening hours close closes closed closing shut shuts day already every only daily',
);
/** They may have other hours. */
export const SEASONS = words(
  'summer winter spring autumn fall season holiday holidays christmas easter vacation term morning afternoon evening night mornings afternoons evenings',
);
/** "The museum's cafe", "the kitchen of the restaurant", "the library in Mill Street" */
const BEHIND_NAME = words('of in at on near for , (');
export const ALL_DAYS = [0, 1, 2, 3, 4, 5, 6];

/** The weeks of all sentences that give opening hours, where all that they say of days and times is that. */
export const weeksIn = oncePer((reading: SurfaceReading): readonly Week[] => {
  const { tokens, facts, negations } = reading;
  const denied = new Set(negations.map(({ at }) => tokens[at]!.sentence));
  const bySentence = new Map<number, { times: Fact[]; schedules: Schedule[] }>();
  const partsAt = (token: number) => {
    const { sentence } = tokens[token]!;
    const known = bySentence.get(sentence) ?? { times: [], schedules: [] };
    bySentence.set(sentence, known);
    return known;
  };
  for (const { fact } of facts) if (fact.kind === 'time') partsAt(fact.from).times.push(fact);
  for (const schedule of schedulesOf(reading)) partsAt(schedule.from).schedules.push(schedule);
  return [...bySentence].flatMap(([sentence, { times, schedules }]) => {
    const { from, to } = sentencesOf(reading).get(sentence)!;
    const said = tokens.slice(from, to);
    const first = schedules[0]?.from ?? -1;
    const isListed = first === from || (first > from && /^[:–—-]$/.test(tokens[first - 1]!.lower));
    const isOfOpening = said.some(({ lower }) => OPEN.has(lower)) || isListed;
    if (!isOfOpening || times.length === 0 || denied.has(sentence) || times.some(({ edge }) => edge === undefined))
      return [];
    const isClosed = ({ from: start, to: end }: Schedule) =>
      tokens.slice(Math.max(from, start - 2), start).some(({ lower }) => CLOSED.has(lower)) ||
      CLOSED.has(tokens[end]?.lower ?? '');
    const hours = hoursOf(times).map((one) => ({ at: (one.start ?? one.end)!.from, part: { hours: one } }));
    const days = schedules.filter((one) => !isClosed(one)).map((one) => ({ at: one.from, part: { days: one } }));
    const parts = [...hours, ...days].toSorted((one, other) => one.at - other.at).map(({ part }) => part);
    const week = weekOf(joined(parts));
    const closed = schedules.flatMap((one) => [...(isClosed(one) ? one.days : one.excepted)]);
    if (week === undefined) return [];
    const ofParts = new Set([...times, ...schedules].flatMap((one) => range(one.from, one.to)));
    const opening = [...hours, ...days].reduce((least, { at }) => Math.min(least, at), to);
    const places = range(from, to).filter((at) => {
      const { lemma, lower, type } = tokens[at]!;
      return type === 'word' && lemma !== '' && !ofParts.has(at) && !PLAIN.has(lower);
    });
    const end = range(places[0] ?? to, opening).find((at) => BEHIND_NAME.has(tokens[at]!.lower)) ?? opening;
    const name = places.findLast((at) => at < end);
    const others = new Map(places.map((at) => [tokens[at]!.lemma, at === name || at > opening]));
    return [{ sentence, hours: week, closed: new Set(closed), others }];
  });
});

/** The two ends of each range, and times alone: "until 20:00". */
function hoursOf(times: readonly Fact[]): readonly Hours[] {
  const ranges = hourRangesIn(times);
  const byStart = new Map<Fact, Hours>(ranges.map((range) => [range.start, range]));
  const ends = new Set(ranges.map(({ end }) => end));
  return times
    .filter((time) => !ends.has(time))
    .map((time) => byStart.get(time) ?? (time.edge === 'start' ? { start: time } : { end: time }));
}

/** "Opens at 10 and closes at 7" is one range, and "9 to 12 and 14 to 16" is one with a break. */
function joined(parts: readonly Part[]): readonly Part[] {
  const all: Part[] = [];
  for (const part of parts) {
    const before = all.at(-1);
    const pair =
      before !== undefined && 'hours' in before && 'hours' in part ? pairOf(before.hours, part.hours) : undefined;
    if (pair === undefined) all.push(part);
    else all.splice(-1, 1, { hours: pair });
  }
  return all;
}

function pairOf(one: Hours, other: Hours): Hours | undefined {
  if (one.end === undefined && other.start === undefined) return { start: one.start, end: other.end };
  if (one.between !== undefined || !one.start || !one.end || !other.start || !other.end) return undefined;
  return one.end.low < other.start.low
    ? { start: one.start, end: other.end, between: [one.end, other.start] }
    : undefined;
}

/** The hours of each day from days and hours in turn; the first hours without days are those of all. Undefined where they do not alternate. */
function weekOf(parts: readonly Part[]): ReadonlyMap<number, Hours> | undefined {
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined) return undefined;
  const isPostfix = 'hours' in first && 'days' in last!;
  const week = new Map<number, Hours>();
  const set = (days: Iterable<number>, { start, end, between }: Hours) => {
    for (const day of days)
      week.set(day, { start: start ?? week.get(day)?.start, end: end ?? week.get(day)?.end, between });
  };
  const isBase = 'hours' in first && !isPostfix;
  if (isBase) set(ALL_DAYS, first.hours);
  const rest = isBase ? parts.slice(1) : parts;
  if (rest.length % 2 !== 0) return undefined;
  for (let i = 0; i < rest.length; i += 2) {
    const [days, hours] = isPostfix ? [rest[i + 1]!, rest[i]!] : [rest[i]!, rest[i + 1]!];
    if (!('days' in days) || !('hours' in hours)) return undefined;
    set(days.days.days, hours.hours);
  }
  return week;
}
