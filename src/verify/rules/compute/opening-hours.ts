import { MONTHS, type Span, type Token } from '../../../text/index.ts';
import { DAY, HALF_DAY, MINUTE_OF_DAY } from '../extract/clock-times.ts';
import { type Schedule, schedulesOf } from '../extract/schedules.ts';
import type { Fact } from '../findings.ts';
import { oncePer } from '../keyed.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';
import { partOf, type ReadDocument } from './candidates.ts';
import { type Computed, moved } from './computed.ts';
import { sentencesOf } from './source-numbers.ts';

/** When something opens and closes on a day; undefined where the sentence does not say it. */
interface Hours {
  readonly start?: Fact | undefined;
  readonly end?: Fact | undefined;
  /** It closes in between: from the first end to the second start. */
  readonly between?: readonly [Fact, Fact] | undefined;
}

/** The opening hours of a sentence, by the day of the week, from 0 for Monday. */
interface Week {
  readonly sentence: number;
  readonly hours: ReadonlyMap<number, Hours>;
  /** Days that are named as closed. */
  readonly closed: ReadonlySet<number>;
  /** Its other words, each with whether it follows days or hours: a claim without it may be about another time. */
  readonly others: ReadonlyMap<string, boolean>;
}

/** A part of a sentence: days, or the hours that belong to some. */
type Part = { readonly days: Schedule } | HoursPart;

interface HoursPart {
  readonly hours: Hours;
}

const OPEN = words('open opens opened opening hours close closes closing available staffed accessible reachable');
const CLOSED = words('closed shut');
const OPENING = words('open opens opened opening close closes closed closing shut shuts');
/** Words that say no more than that something is open. */
const PLAIN = words(
  'open opens opened opening hours close closes closed closing shut shuts day already every only daily',
);
/** They may have other hours. */
const SEASONS = words(
  'summer winter spring autumn fall season holiday holidays christmas easter vacation term morning afternoon evening night mornings afternoons evenings',
);
const ALL_DAYS = [0, 1, 2, 3, 4, 5, 6];

/** The weeks of all sentences that give opening hours, where all that they say of days and times is that. */
const weeksIn = oncePer((reading: SurfaceReading): readonly Week[] => {
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
    const isOfPart = (at: number) => [...times, ...schedules].some((one) => one.from <= at && at < one.to);
    const opening = [...hours, ...days].reduce((least, { at }) => Math.min(least, at), to);
    const others = new Map<string, boolean>();
    for (let at = from; at < to; at++) {
      const { lemma, lower, type } = tokens[at]!;
      if (type === 'word' && lemma !== '' && !isOfPart(at) && !PLAIN.has(lower)) others.set(lemma, at > opening);
    }
    return [{ sentence, hours: week, closed: new Set(closed), others }];
  });
});

/** The two ends of each range, and times alone: "until 20:00". */
function hoursOf(times: readonly Fact[]): readonly Hours[] {
  return times.flatMap((time, i): Hours[] => {
    const [before, next] = [times[i - 1], times[i + 1]];
    const isRange = (start?: Fact, end?: Fact) =>
      start?.edge === 'start' &&
      end?.edge === 'end' &&
      start.outerHigh === end.outerHigh &&
      Number.isFinite(start.outerHigh);
    if (isRange(before, time)) return [];
    if (isRange(time, next)) return [{ start: time, end: next }];
    return [time.edge === 'start' ? { start: time } : { end: time }];
  });
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

const OPENS = /\b(?:opens?(?! until| till)|open from|starts? at)\b(?! (?:at \d|on|every|daily)[^.]*\buntil\b)/i;
const CLOSES = /\b(?:closes?|shuts?|open (?:until|till))\b/i;
const IS_OPEN = /\b(?:is|are) (?:open|available|staffed|accessible|reachable)\b/i;
const IS_CLOSED = /\b(?:is|are) (?:closed|shut)\b/i;
/** A claim about when something opens, closes or is open, by the opening hours of a sentence: also those of one day of the week. */
export function hoursClaim(claim: SurfaceReading, document: ReadDocument): Computed | undefined {
  const { reading, moved: by } = document;
  const asked = askedIn(claim);
  if (asked === undefined) return undefined;
  const isOfOther = (lemma: string, isBehind: boolean) =>
    !claim.positions.has(lemma) && (isBehind || SEASONS.has(lemma) || MONTHS.has(lemma));
  const weeks = partOf(weeksIn(reading), document, ({ sentence }) => placeOf(reading, sentence)).filter(
    ({ others }) => ![...others].some(([lemma, isBehind]) => isOfOther(lemma, isBehind)),
  );
  const own = weeks.filter(({ sentence }) => isAbout(claim, asked, reading, [sentence]));
  const [week, another] =
    own.length > 0 ? own : weeks.filter(({ sentence }) => isAbout(claim, asked, reading, [sentence - 1, sentence]));
  if (week === undefined || another !== undefined || hasOtherDays(claim, asked, week, reading)) return undefined;
  const found = answerOf(asked, week);
  if (found === undefined) return undefined;
  const operands = found.shown.map(({ start, end }) => ({ start, end, value: reading.text.slice(start, end) }));
  const place = placeOf(reading, week.sentence);
  const computed: Computed = {
    ...{
      stance: found.isSo ? 'for' : 'against',
      operation: 'comparison',
      operands,
      result: operands.at(-1)?.value ?? '',
    },
    formula: operands.length === 0 ? 'other days' : operands.map(({ value }) => value).join(' to '),
    places: [place],
    ...{ isWhole: true, found: undefined, reason: undefined },
  };
  return moved(computed, by);
}

/** True if another sentence says when one of the days asked for is open: "On Thursdays it closes at 9 p.m." One before it may be about something else. */
function hasOtherDays(claim: SurfaceReading, asked: Asked, { sentence: own }: Week, reading: SurfaceReading): boolean {
  const { tokens } = reading;
  const { days } = asked;
  const sentencesWith = (list: ReadonlySet<string>) =>
    new Set(tokens.flatMap(({ lower, sentence }) => (list.has(lower) ? [sentence] : [])));
  const [said, closed] = [sentencesWith(OPENING), sentencesWith(CLOSED)];
  return schedulesOf(reading).some(({ from, days: other }) => {
    const { sentence } = tokens[from]!;
    if (sentence === own || !said.has(sentence)) return false;
    // "It is closed on Mondays" changes nothing of the other days.
    const isAsked = days === undefined ? !closed.has(sentence) : [...other].some((day) => days.days.has(day));
    return isAsked && (sentence > own || isAbout(claim, asked, reading, [sentence - 1, sentence]));
  });
}

interface Asked {
  readonly of: 'start' | 'end' | 'within' | 'open' | 'closed';
  readonly time: Fact | undefined;
  readonly days: Schedule | undefined;
}

/** The question that a claim answers; undefined where it says more of days or times. */
function askedIn(claim: SurfaceReading): Asked | undefined {
  const { text, facts, negations } = claim;
  const [days, other] = schedulesOf(claim);
  const [time, another] = facts.map(({ fact }) => fact);
  if (negations.length > 0 || other !== undefined || another !== undefined || /\bfrom\b.*\b(?:to|until)\b/i.test(text))
    return undefined;
  if (time === undefined) {
    if (days === undefined || claim.tokens.some(({ lower }) => SEASONS.has(lower))) return undefined;
    return IS_CLOSED.test(text)
      ? { of: 'closed', time, days }
      : IS_OPEN.test(text)
        ? { of: 'open', time, days }
        : undefined;
  }
  if (time.kind !== 'time') return undefined;
  const isAt = claim.tokens[time.from - 1]?.lower === 'at';
  if (IS_OPEN.test(text) && isAt && time.edge === undefined) return { of: 'within', time, days };
  if (time.edge === 'end' && CLOSES.test(text)) return { of: 'end', time, days };
  return time.edge === 'start' && OPENS.test(text) ? { of: 'start', time, days } : undefined;
}

/** True if some sentences have all words of a claim but those of days and times. */
function isAbout(
  claim: SurfaceReading,
  { time, days }: Asked,
  reading: SurfaceReading,
  sentences: readonly number[],
): boolean {
  const isOfAsked = (at: number) =>
    (time !== undefined && time.from <= at && at < time.to) || (days !== undefined && days.from <= at && at < days.to);
  const isHeld = ({ lemma }: Token) =>
    reading.positions.get(lemma)?.some((place) => sentences.includes(reading.tokens[place]!.sentence)) === true;
  return claim.tokens.every(
    (token, at) =>
      token.lemma === '' || token.type !== 'word' || isOfAsked(at) || PLAIN.has(token.lower) || isHeld(token),
  );
}

function answerOf(
  { of, time, days }: Asked,
  { hours, closed }: Week,
): { readonly isSo: boolean; readonly shown: readonly Fact[] } | undefined {
  const asked = days === undefined ? ALL_DAYS : [...days.days];
  const known = asked.map((day) => (closed.has(day) ? undefined : hours.get(day)));
  const shown = known
    .flatMap((one) => [one?.start, one?.end])
    .filter((one) => one !== undefined)
    .slice(0, 2);
  if (of === 'open' || of === 'closed') {
    const areOpen = known.map((one) => one !== undefined);
    if (new Set(areOpen).size !== 1) return undefined;
    return { isSo: areOpen[0] === (of === 'open'), shown };
  }
  // Without a day, it is so on all days on which it opens.
  const compared = days === undefined ? known.filter((one) => one !== undefined) : known;
  const answers = compared.map((one) => (one === undefined ? undefined : isSo(of, time!, one)));
  const [first] = answers;
  return first === undefined || answers.some((one) => one !== first) ? undefined : { isSo: first, shown };
}

/** "At 8" may be in either half of the day. */
function isSo(of: 'start' | 'end' | 'within', time: Fact, { start, end, between }: Hours): boolean | undefined {
  const isSame = (edge: Fact) =>
    edge.unit === time.unit ? edge.low === time.low : (edge.low - time.low) % HALF_DAY === 0;
  const edge = of === 'start' ? start : end;
  // It opens and closes twice.
  if (of !== 'within') return between?.some(isSame) ? undefined : edge && isSame(edge);
  if (start === undefined || end === undefined || [end, time].some(({ unit }) => unit !== MINUTE_OF_DAY))
    return undefined;
  // "Opens at 10:00" is in the morning if it closes at 19:00.
  if (start.unit !== MINUTE_OF_DAY && start.low >= end.low) return undefined;
  const last = end.low > start.low ? end.low : end.low + DAY;
  const isInBreak = between !== undefined && between[0].low <= time.low && time.low < between[1].low;
  return !isInBreak && [time.low, time.low + DAY].some((at) => start.low <= at && at < last);
}

function placeOf(reading: SurfaceReading, sentence: number): Span {
  const { from, to } = sentencesOf(reading).get(sentence)!;
  return { start: reading.tokens[from]!.start, end: reading.tokens[to - 1]!.end };
}
