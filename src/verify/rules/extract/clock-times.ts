import type { Token } from '../../../text/index.ts';
import { ONES } from '../lexicon/number-words.ts';
import { words } from '../lexicon/phrases.ts';
import { isArticle, type ReadValue } from './numbers.ts';
import type { RawFact } from './raw-fact.ts';
import { weekdaysAt } from './weekdays.ts';

/** In minutes after midnight; 'half past seven' may be in either half of the day. */
interface ClockTime extends ReadValue {
  readonly isOfEitherHalf: boolean;
}

/** In minutes. */
export const HALF_DAY = 720;
export const DAY = 2 * HALF_DAY;
/** The unit of a time of which the half of the day is known. */
export const MINUTE_OF_DAY = 'minute of day';
/** "0830", "1745" */
const FOUR_DIGITS = /^([01]\d|2[0-3])([0-5]\d)$/;
const BEFORE_TIME = words('at by until till from to before after between and');
const HOURS = words('hours hrs');
const NAMED: ReadonlyMap<string, number> = new Map([
  ['noon', HALF_DAY],
  ['midday', HALF_DAY],
  ['midnight', 0],
]);

/** "3 p.m.", "3:45 pm", "15:00", "noon", "half past seven", "nine o'clock", in minutes after midnight. */
export function readClockTime(tokens: readonly Token[], from: number): RawFact | undefined {
  const named = NAMED.get(tokens[from]!.lower);
  const time =
    named === undefined
      ? (digital(tokens, from) ?? fourDigits(tokens, from) ?? spoken(tokens, from) ?? hourAlone(tokens, from))
      : { value: named, to: from + 1, isOfEitherHalf: false };
  if (time === undefined) return undefined;
  const unit = time.isOfEitherHalf ? 'minute of half day' : MINUTE_OF_DAY;
  const written = time.value % 60 === 0 ? `${Math.floor(time.value / 60) % 12}` : '';
  const zone = ZONES.get(tokens[time.to]?.text ?? '');
  const to = zone === undefined ? time.to : time.to + 1;
  return { kind: 'time', unit, low: time.value, high: time.value, written, zone, from, to };
}

/** Minutes ahead of Greenwich, by the abbreviation of a time zone; those of several zones, such as CST and IST, are left out. */
const ZONES: ReadonlyMap<string, number> = new Map([
  ...['UTC', 'GMT', 'WET'].map((name) => [name, 0] as const),
  ...['CET', 'WEST', 'BST'].map((name) => [name, 60] as const),
  ...['CEST', 'EET'].map((name) => [name, 120] as const),
  ...['EEST', 'MSK'].map((name) => [name, 180] as const),
  ...['JST', 'KST'].map((name) => [name, 540] as const),
  ['EDT', -240],
  ['EST', -300],
  ['MDT', -360],
  ['MST', -420],
  ['PDT', -420],
  ['PST', -480],
]);

/** "15 in the morning" are so many, "at 8 in the morning" is a time. */
function isCount(tokens: readonly Token[], from: number, after: number): boolean {
  return tokens[after]?.lower === 'in' && !BEFORE_TIME.has(tokens[from - 1]?.lower ?? '');
}

/** "9 p.m.", "9:30", "09:30", "8.30 a.m.", "9 o'clock". */
function digital(tokens: readonly Token[], from: number): ClockTime | undefined {
  const token = tokens[from]!;
  const [, hours, minutes] = /^(\d{1,2})(?:\.(\d\d))?$/.exec(token.text) ?? [];
  if (token.type !== 'number' || hours === undefined) return undefined;
  const isColon = tokens[from + 1]?.text === ':' && !tokens[from + 1]!.spaced;
  const behind = isColon ? (tokens[from + 2]?.text ?? '') : '';
  const colon = minutes === undefined && /^\d\d$/.test(behind);
  const minute = Number(colon ? behind : (minutes ?? 0));
  const after = colon ? from + 3 : from + 1;
  const said = halfAt(tokens, after);
  const isClock = tokens[after]?.lower === "o'clock" && minutes === undefined;
  const hour = Number(hours);
  if (!colon && !isClock && (said === undefined || isCount(tokens, from, after))) return undefined;
  if (minute > 59 || hour > 24) return undefined;
  if (said !== undefined) return { value: inHalf(hour * 60 + minute, said.half), to: said.to, isOfEitherHalf: false };
  const isEither = hour >= 1 && hour < 12 && !hours.startsWith('0');
  const value = (hour * 60 + minute) % DAY;
  return withHalf(tokens, { value, to: isClock ? after + 1 : after, isOfEitherHalf: isEither });
}

/** "at 0830", "from 0830 to 1745 hours": 1745 alone is a year or a number, and "1,200 hours" is a duration. */
function fourDigits(tokens: readonly Token[], from: number): ClockTime | undefined {
  const [digits, hours, minutes] = FOUR_DIGITS.exec(tokens[from]!.text) ?? [];
  if (digits === undefined || !BEFORE_TIME.has(tokens[from - 1]?.lower ?? '')) return undefined;
  const isNamed = HOURS.has(tokens[from + 1]?.lower ?? '');
  const isOfNumber = tokens[from + 1]?.type === 'number' && tokens[from + 1]!.spaced;
  if (isOfNumber || (!isNamed && !digits.startsWith('0'))) return undefined;
  return { value: Number(hours) * 60 + Number(minutes), to: isNamed ? from + 2 : from + 1, isOfEitherHalf: false };
}

/** "half past seven", "a quarter to nine", "ten past six", "nine o'clock", "nine p.m.". */
function spoken(tokens: readonly Token[], from: number): ClockTime | undefined {
  const part = isArticle(tokens[from]) ? from + 1 : from;
  const minutes = { half: 30, quarter: 15 }[tokens[part]?.lower ?? ''];
  const hour = hourAt(tokens, part);
  const joint = tokens[part + 1]?.lower;
  if (joint === 'past' || (joint === 'to' && minutes === 15)) {
    const away = minutes ?? hour;
    const named = NAMED.get(tokens[part + 2]?.lower ?? '');
    if (named !== undefined && away !== undefined) {
      const value = (named + (joint === 'past' ? away : -away) + DAY) % DAY;
      return { value, to: part + 3, isOfEitherHalf: false };
    }
    const of = hourAt(tokens, part + 2);
    if (of === undefined || away === undefined) return undefined;
    const value = (of * 60 + (joint === 'past' ? away : -away) + HALF_DAY) % HALF_DAY;
    return withHalf(tokens, { value, to: part + 3, isOfEitherHalf: true });
  }
  if (hour === undefined || part !== from) return undefined;
  const said = halfAt(tokens, from + 1);
  if (said !== undefined && !isCount(tokens, from, from + 1))
    return { value: inHalf(hour * 60, said.half), to: said.to, isOfEitherHalf: false };
  if (joint !== "o'clock") return undefined;
  return withHalf(tokens, { value: (hour * 60) % HALF_DAY, to: from + 2, isOfEitherHalf: true });
}

/** "seven" or "7". */
function hourAt(tokens: readonly Token[], at: number): number | undefined {
  const token = tokens[at];
  const hour = token?.type === 'number' ? Number(token.text) : ONES.get(token?.lower ?? '');
  return hour !== undefined && Number.isInteger(hour) && hour >= 1 && hour <= 12 ? hour : undefined;
}

const OPENS = words('open opens opened opening hours staffed available');
const CLOSES = words('closes close closed closing shuts');
const BEFORE_HOURS = words('from between open opens daily are is : , (');
/** They join the two hours of a range. */
export const JOINTS = words('to until till - – —');
/** Tokens before an hour that may say of what it is: "open daily from 9 to 18". */
const OPEN_REACH = 6;
/** Behind an hour: no unit, thing, or decimals. */
const BEHIND_HOUR = words('on and or except daily every mon tue wed thu fri sat sun , ; : . ) ( h');

/** "Open from 9 to 18", "closes at 5", "Mon-Fri 9-17": hours of opening without minutes. */
function hourAlone(tokens: readonly Token[], from: number): ClockTime | undefined {
  const own = plainHour(tokens[from]);
  if (own === undefined) return undefined;
  const isJoint = (at: number) =>
    JOINTS.has(tokens[at]?.lower ?? '') || (tokens[at]?.lower === 'and' && tokens[at - 2]?.lower === 'between');
  const next = isJoint(from + 1) ? plainHour(tokens[from + 2]) : undefined;
  const before = next === undefined && isJoint(from - 1) ? plainHour(tokens[from - 2]) : undefined;
  const first = before === undefined ? from : from - 2;
  const end = next === undefined ? from + 1 : from + 3;
  const isRange = before !== undefined || next !== undefined;
  if (!isFreeBehind(tokens[end]) || !isOfOpening(tokens, first, isRange)) return undefined;
  const [start, last] = next === undefined ? [before, own] : [own, next];
  const isOfDay = start !== undefined && (last > 12 || last <= start || start < last - 11);
  // "From 9 to 5" ends after noon; "from 18 to 2" ends in the night, and "from 18 to 16" is no range.
  if (start !== undefined && start > 12 && last <= start && last > LAST_OF_NIGHT) return undefined;
  const isAfternoon = isOfDay && own === last && before !== undefined && last <= start && start <= 12;
  const hour = isAfternoon ? own + 12 : own;
  return { value: (hour * 60) % DAY, to: from + 1, isOfEitherHalf: hour >= 1 && hour < 12 && !isOfDay };
}

const LAST_OF_NIGHT = 6;

function plainHour(token: Token | undefined): number | undefined {
  return token?.type === 'number' && /^(?:\d|1\d|2[0-4])$/.test(token.text) ? Number(token.text) : undefined;
}

function isFreeBehind(token: Token | undefined): boolean {
  return token === undefined || token.type === 'break' || BEHIND_HOUR.has(token.lower);
}

function isOfOpening(tokens: readonly Token[], at: number, isRange: boolean): boolean {
  const lower = (i: number) => tokens[i]?.lower ?? '';
  if (!isRange) return lower(at - 1) === 'at' && (OPENS.has(lower(at - 2)) || CLOSES.has(lower(at - 2)));
  if (at === 0) return false;
  const before = tokens.slice(Math.max(0, at - OPEN_REACH), at);
  const isOpen = before.some((token) => OPENS.has(token.lower) && token.sentence === tokens[at]!.sentence);
  // "Won on Sunday 3 to 1" is no time.
  return weekdaysAt(tokens, at - 1) === undefined
    ? isOpen && BEFORE_HOURS.has(lower(at - 1))
    : isOpen || lower(at - 2) !== 'on';
}

type Half = 'am' | 'pm';

const HALVES: ReadonlyMap<string, Half> = new Map([
  ['morning', 'am'],
  ['afternoon', 'pm'],
  ['evening', 'pm'],
]);

/** "p.m." and "in the evening", with one past the last token. */
function halfAt(tokens: readonly Token[], at: number): { readonly half: Half; readonly to: number } | undefined {
  const lower = tokens[at]?.lower;
  if (lower === 'am' || lower === 'pm') return { half: lower, to: at + 1 };
  // "3 in the evening class"
  const isIn = lower === 'in' && tokens[at + 1]?.lower === 'the' && (tokens[at + 3]?.lemma ?? '') === '';
  const half = isIn ? HALVES.get(tokens[at + 2]?.lower ?? '') : undefined;
  return half && { half, to: at + 3 };
}

function inHalf(minutes: number, half: Half): number {
  return (minutes % HALF_DAY) + (half === 'pm' ? HALF_DAY : 0);
}

/** "half past seven in the evening", "half past nine p.m.". */
function withHalf(tokens: readonly Token[], time: ClockTime): ClockTime {
  const said = time.isOfEitherHalf ? halfAt(tokens, time.to) : undefined;
  return said === undefined ? time : { value: inHalf(time.value, said.half), to: said.to, isOfEitherHalf: false };
}

/** Words that may open one of these forms. */
export const CLOCK_WORDS: readonly string[] = [...NAMED.keys(), 'quarter', ...ONES.keys()];
