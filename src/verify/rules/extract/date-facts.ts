import type { Token } from '../../../text/index.ts';
import { APPROXIMATORS } from '../lexicon/bound-phrases.ts';
import { words } from '../lexicon/phrases.ts';
import { type BoundMatch, dateBoundBefore } from './bounds.ts';
import {
  type DateMatch,
  dayAt,
  dayMatch,
  dayOf,
  inYear,
  monthAt,
  monthMatch,
  monthOf,
  yearAt,
  yearOfDay,
  years,
} from './date-parts.ts';
import { partOfPeriod } from './date-periods.ts';
import { readOrdinal } from './ordinals.ts';
import { countsSomething, type RawFact, SILENT } from './raw-fact.ts';
import { relativeDateAt, type WrittenOn } from './relative-dates.ts';

const MAX_OPENING = 24;
const RANGE_JOINT = /^(?:[-–—]|to|until|and|through)$/;

function rawDate(match: DateMatch, from: number, bound: BoundMatch | undefined): RawFact {
  return {
    kind: match.yearOnly ? 'year' : 'date',
    low: match.low,
    high: match.high,
    unit: match.unit,
    from,
    to: match.to,
    bound: bound?.bound === 'about' ? undefined : bound,
    shownFrom: from - (bound?.length ?? 0),
    outer: dateOuter(match, bound),
    step: match.outer === undefined ? 1 : match.high - match.low,
  };
}

/** "around 1990" may be a year off; what holds "as of" a date may hold on others, and what holds "by" it earlier. */
function dateOuter(match: DateMatch, bound: BoundMatch | undefined): readonly [number, number] | undefined {
  if (bound?.bound === 'about') return [match.low - 366, match.high + 366];
  if (bound === undefined) return match.outer;
  if (bound.bound !== 'exact') return undefined;
  return [Number.NEGATIVE_INFINITY, bound.sinceEver ? (match.outer?.[1] ?? match.high) : Number.POSITIVE_INFINITY];
}

/** "2015-16": the second year is cut short. */
function shortYear(tokens: readonly Token[], at: number, first: DateMatch): DateMatch | undefined {
  const token = tokens[at];
  if (!first.yearOnly || token?.type !== 'number' || !/^\d\d?$/.test(token.text)) return undefined;
  const year = String(yearOfDay(first.low));
  const full = year.slice(0, year.length - token.text.length) + token.text;
  return Number(full) > Number(year) ? readDate([{ ...token, text: full, lower: full }], 0) : undefined;
}

/** "(10 February 1844 - 29 December 1886)", with a maiden name or pronunciation before the dates or not. */
function isLife(tokens: readonly Token[], from: number, to: number): boolean {
  if (tokens[to]?.text !== ')') return false;
  const opening = tokens
    .slice(Math.max(0, from - MAX_OPENING), from)
    .findLastIndex((token) => /^[()]$/.test(token.text));
  return opening >= 0 && tokens[Math.max(0, from - MAX_OPENING) + opening]!.text === '(';
}

/** Both dates of "1998 to 2001" or "(1879 - 1955)"; each is a date by itself, and the years between are not excluded. */
function dateRange(tokens: readonly Token[], from: number, opening: DateMatch): RawFact[] | undefined {
  const at = rangeJointEnd(tokens, from, opening.to);
  if (at === undefined) return undefined;
  const isDashed = tokens[opening.to]!.text === '-' || tokens[opening.to]!.text === '–';
  const short = isDashed ? shortYear(tokens, at, opening) : undefined;
  const pair = short === undefined ? pairOf(tokens, opening, at) : { first: opening, second: { ...short, to: at + 1 } };
  if (pair === undefined) return undefined;
  const { first, second } = pair;
  const isTurn = second.low < first.low;
  if (second.unit !== first.unit || (isTurn && first.unit === 'date')) return undefined;
  const life = isLife(tokens, from, second.to);
  // "From 23 December to 2 January" goes over the end of a year.
  const outer: readonly [number, number] | undefined = life
    ? undefined
    : isTurn
      ? SILENT
      : [first.outer?.[0] ?? first.low, second.outer?.[1] ?? second.high];
  return [
    { ...rawDate(first, from, undefined), outer, implied: life ? ['birth'] : [] },
    { ...rawDate(second, at, undefined), outer, implied: life ? ['die'] : [] },
  ];
}

/** One past what joins two dates of a range that opened at `from`. */
function rangeJointEnd(tokens: readonly Token[], from: number, to: number): number | undefined {
  const joint = tokens[to];
  if (joint === undefined || !RANGE_JOINT.test(joint.lower)) return undefined;
  if (joint.lower === 'and' && tokens[from - 1]?.lower !== 'between') return undefined;
  const at = to + (tokens[to + 1]?.text === '-' ? 2 : 1);
  return tokens[at]?.lower === 'the' ? at + 1 : at;
}

interface DatePair {
  readonly first: DateMatch;
  readonly second: DateMatch;
}

/** The first date with the year of the second, "March to May 2022", and the second with the month of the first, "July 12 to 15". */
function pairOf(tokens: readonly Token[], first: DateMatch, at: number): DatePair | undefined {
  const second = readDate(tokens, at);
  if (second === undefined) return sameMonth(tokens, first, at);
  if (first.unit === second.unit || first.unit !== 'month-day') return { first, second };
  const year = yearOfDay(second.low);
  const sameYear = inYear(first, year);
  const dated = sameYear !== undefined && sameYear.low > second.low ? inYear(first, year - 1) : sameYear;
  return dated && { first: dated, second };
}

function sameMonth(tokens: readonly Token[], first: DateMatch, at: number): DatePair | undefined {
  const day = first.unit === 'month-day' && first.low === first.high ? dayAt(tokens, at) : undefined;
  if (day === undefined || day.value <= dayOf(first) || countsSomething(tokens, day.to)) return undefined;
  const year = yearAt(tokens, day.to);
  const second = dayMatch(year?.value, monthOf(first), { value: day.value, to: year?.to ?? day.to });
  const dated = dayMatch(year?.value, monthOf(first), { value: dayOf(first), to: first.to });
  return second && dated && { first: dated, second };
}

/** Both days of "12-15 July 2024". */
function daysOfMonth(tokens: readonly Token[], from: number): RawFact[] | undefined {
  const day = tokens[from]!.type === 'number' ? dayAt(tokens, from) : undefined;
  const at = day && rangeJointEnd(tokens, from, day.to);
  const second = at === undefined ? undefined : dayFirst(tokens, at);
  const last = at === undefined ? undefined : dayAt(tokens, at);
  if (second === undefined || last === undefined || day!.value >= last.value) return undefined;
  const low = second.low - (last.value - day!.value);
  const first = { ...second, low, high: low, to: day!.to };
  const outer = [low, second.high] as const;
  return [
    { ...rawDate(first, from, undefined), outer },
    { ...rawDate(second, at!, undefined), outer },
  ];
}

/** The date that begins at a token with its bound, or both dates of a range. */
export function readDates(tokens: readonly Token[], at: number, writtenOn?: WrittenOn): RawFact[] | undefined {
  const days = daysOfMonth(tokens, at);
  if (days !== undefined) return days;
  const relative = writtenOn === undefined ? undefined : relativeDateAt(tokens, at, writtenOn);
  if (relative !== undefined) return [rawDate(relative, at, dateBoundBefore(tokens, at))];
  const match = readDate(tokens, at);
  if (match === undefined) return undefined;
  return dateRange(tokens, at, match) ?? [rawDate(match, at, dateBoundBefore(tokens, at))];
}

/** "March 12, 2014", "March the twelfth", "March 2014", "March 12", "March". */
function monthFirst(tokens: readonly Token[], at: number): DateMatch | undefined {
  const month = monthAt(tokens, at);
  if (month === undefined) return undefined;
  const day = dayAt(tokens, tokens[month.to]?.lower === 'the' ? month.to + 1 : month.to);
  if (day !== undefined) {
    const year = yearAt(tokens, day.to);
    return dayMatch(year?.value, month.value, { value: day.value, to: year?.to ?? day.to });
  }
  const year = yearAt(tokens, month.to);
  // A month alone is a date only after a preposition: "in July", not "The Ides of March" or "July warmth".
  return year !== undefined || follows(tokens, at)
    ? monthMatch(year?.value, month.value, year?.to ?? month.to)
    : undefined;
}

const MONTH_CUE = words('in since until by during last this next from between before after');

function follows(tokens: readonly Token[], at: number): boolean {
  return MONTH_CUE.has(tokens[at - 1]?.lower ?? '');
}

/** "12 March 2014", "12th of March", "the third of March", "12 March". */
function dayFirst(tokens: readonly Token[], at: number): DateMatch | undefined {
  const day = dayAt(tokens, at);
  if (day === undefined) return undefined;
  const of = tokens[day.to]?.lower === 'of' ? 1 : 0;
  const month = monthAt(tokens, day.to + of);
  // "the first March in Washington" names no day.
  if (month === undefined || (tokens[at]!.type === 'word' && of === 0)) return undefined;
  const year = yearAt(tokens, month.to);
  return dayMatch(year?.value, month.value, { value: day.value, to: year?.to ?? month.to });
}

/** "2014-03-12", "12.03.2014" and slashed dates whose order is not in doubt; a doubtful one still names its year. */
function numeric(tokens: readonly Token[], at: number): DateMatch | undefined {
  // With dots the day comes first everywhere.
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(tokens[at]!.text);
  if (dotted) return dayMatch(Number(dotted[3]), Number(dotted[2]), { value: Number(dotted[1]), to: at + 1 });
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(tokens[at]!.text);
  if (iso) return dayMatch(Number(iso[1]), Number(iso[2]), { value: Number(iso[3]), to: at + 1 });
  const parts = tokens.slice(at, at + 5);
  if (parts.length < 5 || parts[1]!.text !== '/' || parts[3]!.text !== '/' || !/^\d{4}$/.test(parts[4]!.text))
    return undefined;
  const [first, second, year] = [Number(parts[0]!.text), Number(parts[2]!.text), Number(parts[4]!.text)];
  if (!(first >= 1 && second >= 1)) return undefined;
  if (first > 12) return dayMatch(year, second, { value: first, to: at + 5 });
  if (second > 12 || first === second) return dayMatch(year, first, { value: second, to: at + 5 });
  return years(year, year, at + 5);
}

/** "the 1990s" and "the 70s", which are the nineteen-seventies; ages such as "in his 60s" are no decades. */
function decade(tokens: readonly Token[], at: number): DateMatch | undefined {
  const text = tokens[at]!.text;
  const mark = tokens[at + 1];
  if (mark?.lower !== 's' || mark.spaced) return undefined;
  const value = Number(text);
  if (/^\d{3}0$/.test(text)) return years(value, value + (value % 100 === 0 ? 99 : 9), at + 2);
  if (!/^[2-9]0$/.test(text) || !/^(?:the|in|and|early|late|mid|-)$/.test(tokens[at - 1]?.lower ?? ''))
    return undefined;
  return years(1900 + value, 1909 + value, at + 2);
}

/** "19th century", "twenty-first century", "3rd century BC"; "20th Century Fox" is a name. */
function century(tokens: readonly Token[], at: number): DateMatch | undefined {
  const ordinal = readOrdinal(tokens, at);
  if (ordinal === undefined || ordinal.value < 1 || ordinal.value > 21) return undefined;
  const { value, to } = ordinal;
  const word = tokens[to]?.text === '-' ? to + 1 : to;
  if (tokens[word]?.lower !== 'century' || /^\p{Lu}\p{Ll}/u.test(tokens[word + 1]?.text ?? '')) return undefined;
  if (isBefore(tokens[word + 1])) return years(-value * 100, -value * 100 + 99, word + 2);
  return years((value - 1) * 100 + 1, value * 100, word + 1);
}

function isBefore(token: Token | undefined): boolean {
  return /^bce?$/.test(token?.lower ?? '');
}

/** "500 BC", "3,700 BC". */
function ancient(tokens: readonly Token[], at: number): DateMatch | undefined {
  const value = Number(tokens[at]!.text.replaceAll(',', ''));
  return Number.isInteger(value) && isBefore(tokens[at + 1]) ? years(-value, -value, at + 2) : undefined;
}

const QUANTITY_BEFORE = new Set([...APPROXIMATORS, 'than', 'least', 'most', 'some', 'exceeding']);
const DATE_CUE = words(
  `in since by until before after from during early late mid circa of year and to spring summer autumn fall winter q1 q2 q3 q4 the between for , ( - – —`,
);
const COUNTED = words(
  `people men women children copies feet employees students members workers soldiers cases votes seats units miles points`,
);

/** Four digits that are not counted with: "in 2014", "the 2016 draft", "(1999)". */
function bareYear(tokens: readonly Token[], at: number): DateMatch | undefined {
  const token = tokens[at]!;
  if (!/^(?:1[0-9]|20)\d\d$/.test(token.text)) return undefined;
  const before = tokens[at - 1]?.lower ?? '';
  const after = tokens[at + 1];
  if (QUANTITY_BEFORE.has(before) || COUNTED.has(after?.text ?? '')) return undefined;
  if (after?.type === 'symbol' && /^[%°]$/.test(after.text)) return undefined;
  const value = Number(token.text);
  const plausible = value >= 1400 && value <= 2100;
  if (!plausible && !DATE_CUE.has(before)) return undefined;
  const plural =
    after?.type === 'word' && /[^sui]s$/.test(after.lower) && after.lemma !== '' && !/^\p{Lu}/u.test(after.text);
  if (plural && (!DATE_CUE.has(before) || before === 'of')) return undefined;
  return years(value, value, at + 1);
}

/** Reads a date, month, year, decade or century that begins at token `at`, or a part of one. */
function readDate(tokens: readonly Token[], at: number): DateMatch | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  return partOfPeriod(tokens, at, (to) => wholeDate(tokens, to)) ?? wholeDate(tokens, at);
}

function wholeDate(tokens: readonly Token[], at: number): DateMatch | undefined {
  const token = tokens[at];
  if (token?.type === 'word') return monthFirst(tokens, at) ?? dayFirst(tokens, at) ?? century(tokens, at);
  // "12.03.2014" is one token, as a version is.
  if (token?.type === 'identifier') return numeric(tokens, at);
  if (token?.type !== 'number') return undefined;
  const day = numeric(tokens, at) ?? dayFirst(tokens, at);
  return day ?? decade(tokens, at) ?? century(tokens, at) ?? ancient(tokens, at) ?? bareYear(tokens, at);
}
