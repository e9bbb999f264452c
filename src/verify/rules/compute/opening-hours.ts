import { MONTHS, type Token } from '../../../text/index.ts';
import { DAY, HALF_DAY, MINUTE_OF_DAY } from '../extract/clock-times.ts';
import { type Schedule, schedulesOf } from '../extract/schedules.ts';
import type { Fact } from '../findings.ts';
import type { SurfaceReading } from '../reading.ts';
import { oncePerSentence, partOf, type ReadDocument } from './candidates.ts';
import { type Computed, moved } from './computed.ts';
import { ALL_DAYS, CLOSED, type Hours, OPENING, PLAIN, SEASONS, type Week, weeksIn } from './opening-weeks.ts';
import { placeOfSentence, sentencesOf } from './source-numbers.ts';

const OPENS = /\b(?:opens?(?! until| till)|open from|starts? at)\b(?! (?:at \d|on|every|daily)[^.]*\buntil\b)/i;
const CLOSES = /\b(?:closes?|shuts?|open (?:until|till))\b/i;
const IS_OPEN = /\b(?:is|are) (?:open|available|staffed|accessible|reachable)\b/i;
const IS_CLOSED = /\b(?:is|are) (?:closed|shut)\b/i;
/** A claim about when something opens, closes or is open, by the opening hours of a sentence: also those of one day of the week. */
export function hoursClaim(claim: SurfaceReading, document: ReadDocument): Computed | undefined {
  const { reading, moved: by } = document;
  const asked = askedIn(claim);
  if (asked === undefined) return undefined;
  const isOfOther = (lemma: string, isNeeded: boolean) =>
    !claim.positions.has(lemma) && (isNeeded || SEASONS.has(lemma) || MONTHS.has(lemma));
  const weeks = partOf(weeksIn(reading), document, ({ sentence }) => placeOfSentence(reading, sentence)).filter(
    ({ others }) => ![...others].some(([lemma, isNeeded]) => isOfOther(lemma, isNeeded)),
  );
  const own = weeks.filter(({ sentence }) => isAbout(claim, asked, reading, [sentence]));
  const [week, another] =
    own.length > 0 ? own : weeks.filter(({ sentence }) => isAbout(claim, asked, reading, [sentence - 1, sentence]));
  if (week === undefined || another !== undefined || hasOtherDays(claim, asked, week, reading)) return undefined;
  const found = answerOf(asked, week);
  if (found === undefined) return undefined;
  const operands = found.shown.map(({ start, end }) => ({ start, end, value: reading.text.slice(start, end) }));
  const place = placeOfSentence(reading, week.sentence);
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

/** True if another sentence about the same place says when one of the days asked for is open: "On Thursdays it closes at 9 p.m." */
function hasOtherDays(
  claim: SurfaceReading,
  { days }: Asked,
  { sentence: own }: Week,
  reading: SurfaceReading,
): boolean {
  const saysOf = oncePerSentence((sentence) => openingSaid(claim, reading, sentence));
  return schedulesOf(reading).some(({ from, to, days: other }) => {
    const { sentence } = reading.tokens[from]!;
    const said = sentence === own ? undefined : saysOf(sentence);
    if (said === undefined) return false;
    // "The café is open at weekends" is about another place.
    if (said.first < from || said.last >= to) return false;
    // "It is closed on Mondays" changes nothing of the other days.
    return days === undefined ? !said.isClosed : [...other].some((day) => days.days.has(day));
  });
}

/**
 * The first and last of the words before a sentence's word for opening that a claim lacks, and if it says that something is closed;
 * undefined for a sentence without such a word.
 */
function openingSaid(claim: SurfaceReading, reading: SurfaceReading, sentence: number) {
  const { from, to } = sentencesOf(reading).get(sentence)!;
  const said = reading.tokens.slice(from, to);
  const opening = said.findIndex(({ lower }) => OPENING.has(lower));
  if (opening < 0) return undefined;
  const isForeign = ({ lemma, type }: Token) => type === 'word' && lemma !== '' && !claim.positions.has(lemma);
  const before = said.slice(0, opening);
  const first = before.findIndex(isForeign);
  return {
    first: first < 0 ? Number.POSITIVE_INFINITY : from + first,
    last: first < 0 ? -1 : from + before.findLastIndex(isForeign),
    isClosed: said.some(({ lower }) => CLOSED.has(lower)),
  };
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
