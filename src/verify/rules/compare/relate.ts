import { disjoint, widen, within } from '../extract/bounds.ts';
import { DAY } from '../extract/clock-times.ts';
import { monthDayOf, yearOfDay } from '../extract/date-parts.ts';
import type { Bound, Fact, FactKind, Interval, Relation } from '../findings.ts';
import { words } from '../lexicon/phrases.ts';
import { inOneUnit, relateUnits } from './other-unit.ts';

/** Unit conversions are rounded by the writer: 100 m is "328 feet". */
export const CONVERSION_TOLERANCE = 0.02;
/** No rounding reaches further, whatever the last digit is: 1 TB is not 512 GB. */
const MAX_ROUNDING = 0.1;

const COUNT_LIKE = new Set(['number', 'money']);
/** Which way a bound leaves values open, and whether it is a rule kept rather than a figure of speech. */
const DIRECTIONS: Partial<Record<Bound, { readonly upper: boolean; readonly limit: boolean }>> = {
  at_most: { upper: true, limit: true },
  less_than: { upper: true, limit: false },
  at_least: { upper: false, limit: true },
  more_than: { upper: false, limit: false },
};

/** Half a unit in the last place that the claim writes, when the source writes more places than that. */
function rounding(claim: Fact, source: Fact): number {
  if (isDate(claim)) return 0;
  const converted = claim.statedUnit !== source.statedUnit ? Math.abs(claim.high) * CONVERSION_TOLERANCE : 0;
  const places = claim.bound === 'exact' && source.step < claim.step ? claim.step / 2 : 0;
  const finite = Number.isFinite(converted) ? converted : 0;
  return Math.max(finite, atMostATenth(places, claim));
}

function atMostATenth(slack: number, { low, high }: Fact): number {
  return Math.min(slack, Math.max(finiteSize(low), finiteSize(high)) * MAX_ROUNDING);
}

function finiteSize(edge: number): number {
  return Number.isFinite(edge) ? Math.abs(edge) : Number.NEGATIVE_INFINITY;
}

/** Two plain statements of the same number agree even where one of them says "about". */
function sameCentre(claim: Fact, source: Fact): boolean {
  const plain = (bound: Bound) => bound === 'exact' || bound === 'about';
  if (!plain(claim.bound) || !plain(source.bound))
    return claim.bound === source.bound && claim.low === source.low && claim.high === source.high;
  const middle = (fact: Fact) => (fact.low + fact.high) / 2;
  return claim.bound !== source.bound && Math.abs(middle(claim) - middle(source)) <= Math.abs(middle(claim)) * 1e-9;
}

/** Room around a round number within which it may stand for the other: 12,000 for 11,987. */
function softness(claim: Fact, source: Fact): number {
  if (claim.bound !== 'exact' || source.bound !== 'exact' || isDate(claim)) return 0;
  const coarse = (a: Fact, b: Fact) => (a.roundStep >= 1000 && a.roundStep > b.roundStep ? a.roundStep / 2 : 0);
  const places = source.step > claim.step ? source.step / 2 : 0;
  return atMostATenth(Math.max(coarse(claim, source), coarse(source, claim), places), source);
}

/** "over 100 million" and a plain "100 million": round numbers are said loosely, neither proves nor excludes. */
function isRoundEdge(claim: Fact, source: Fact): boolean {
  const round = (fact: Fact, edge: number) => fact.roundStep * 2 >= Math.abs(edge) && Math.abs(edge) >= 100;
  if (isDate(claim)) return false;
  if (claim.bound === 'more_than')
    return source.bound === 'exact' && source.high === claim.low && round(claim, claim.low);
  return (
    source.bound === 'more_than' && claim.bound === 'exact' && claim.high === source.low && round(claim, claim.high)
  );
}

/** A date, with its year or without. */
export function isDate({ unit }: Fact): boolean {
  return unit === 'date' || unit === 'month-day';
}

/** Brings a full date down to month and day when the other names no year; undefined when it spans months. */
function alignDates(claim: Fact, source: Fact): [Fact, Fact] | undefined {
  if (claim.unit === source.unit || (claim.unit !== 'month-day' && source.unit !== 'month-day')) return [claim, source];
  const full = claim.unit === 'date' ? claim : source;
  const lowFinite = Number.isFinite(full.low) ? full.low : full.high;
  const highFinite = Number.isFinite(full.high) ? full.high : full.low;
  if (yearOfDay(lowFinite) !== yearOfDay(highFinite)) return undefined;
  const project = (day: number, edge: number) => (Number.isFinite(edge) ? monthDayOf(day) : edge);
  const low = project(lowFinite, full.low);
  const high = project(highFinite, full.high);
  const projected = { ...full, low, high, outerLow: low, outerHigh: high };
  return full === claim ? [projected, source] : [claim, projected];
}

/** "nearly 3,000" is a value and no bound: it lies near. */
function directionOf(fact: Fact) {
  return Number.isFinite(fact.low) && Number.isFinite(fact.high) ? undefined : DIRECTIONS[fact.bound];
}

/**
 * Two bounds agree only when their figures do: "up to 13 hours" is not "up to 16 hours", and "over 10 kg" says nothing
 * of "over 20 kg". A limit follows from no value on its right side: a table that seats 2 does not seat "at most 16".
 */
function relateBounds(claim: Fact, source: Fact): Relation | undefined {
  const [mine, other] = [directionOf(claim), directionOf(source)];
  if (mine === undefined) return undefined;
  const edge = (fact: Fact) => ((directionOf(fact) ?? mine).upper ? fact.high : fact.low);
  const isSame = Math.abs(edge(claim) - edge(source)) <= rounding(claim, source);
  // "Until the end of May" may be until the 28th.
  const isVague = isDate(claim) && claim.step !== source.step;
  if (!isSame && isVague && Math.abs(edge(claim) - edge(source)) <= Math.max(claim.step, source.step)) return 'open';
  // A maximum is not a minimum.
  if (isSame) return mine.limit && other?.limit && mine.upper !== other.upper ? 'excluded' : undefined;
  if (other !== undefined && mine.upper === other.upper) return mine.limit && other.limit ? 'excluded' : 'open';
  const isUpperLimit = mine.upper && mine.limit && other === undefined;
  return isUpperLimit && edge(source) < edge(claim) ? 'open' : undefined;
}

/** "More than 300" follows from "more than 350", though neither figure is the other's. */
export function followsLoosely(claim: Fact, source: Fact): boolean {
  const [mine, other] = [directionOf(claim), directionOf(source)];
  return mine !== undefined && !mine.limit && mine.upper === other?.upper && within(source, claim);
}

/** How two facts relate; undefined for those whose values cannot be compared. */
export function relationOf(claim: Fact, source: Fact): Relation | undefined {
  if (claim.edge !== undefined && source.edge !== undefined) return relateEdges(inZoneOf(claim, source), source);
  if (isOftener(claim, source)) return 'open';
  if (isPaidForOther(claim, source)) return 'excluded';
  const [mine, other] = inOneUnit(onDayOf(inZoneOf(claim, source), source), source);
  return comparable(mine, other) ? relate(mine, other) : relateUnits(mine, other);
}

/** Things that are paid for: words of one line may mean the same. */
const PAID_FOR = [
  'person guest visitor head adult child participant passenger traveler employee member customer user seat',
  'group family team couple household party class company firm table',
  'stay visit trip booking reservation',
  'order purchase delivery shipment',
  'item piece article bottle unit',
  'day night week month year hour minute',
].map(words);

/** "15 euros per stay" and "15 euros a night", or "per group" and "per person": the same amount for different things. */
function isPaidForOther(claim: Fact, source: Fact): boolean {
  if (claim.kind !== 'money' || claim.written !== source.written) return false;
  const [mine, other] = [claim, source].map(({ per, unit }) =>
    [...(per ?? []), ...unit.split('/').slice(1)].map((of) => PAID_FOR.findIndex((line) => line.has(of))),
  ) as [number[], number[]];
  // "9 euros per user per month" is 9 euros a month, too.
  return (
    ![mine, other].some((lines) => lines.length === 0 || lines.includes(-1)) &&
    !mine.some((line) => other.includes(line))
  );
}

/** A time of day in the time zone of another one, where both name theirs; one of another day, 24:30, equals none. */
export function inZoneOf(time: Fact, { zone }: Fact): Fact {
  if (time.zone === undefined || zone === undefined || time.zone === zone) return time;
  const ahead = zone - time.zone;
  return {
    ...time,
    zone,
    low: time.low + ahead,
    high: time.high + ahead,
    outerLow: time.outerLow + ahead,
    outerHigh: time.outerHigh + ahead,
  };
}

/** A time of the night on the day on which hours over midnight begin: "1 a.m." of "18:00 to 02:00". */
function onDayOf(time: Fact, { outerLow, outerHigh }: Fact): Fact {
  const isBefore = time.kind === 'time' && Number.isFinite(outerHigh) && outerHigh >= DAY && time.high < outerLow;
  if (!isBefore) return time;
  const { low, high } = time;
  return { ...time, low: low + DAY, high: high + DAY, outerLow: time.outerLow + DAY, outerHigh: time.outerHigh + DAY };
}

/** Much oftener than a day or so: buses "every 15 minutes" run "every day", and twice a day is daily. */
function isOftener(claim: Fact, { kind, low }: Fact): boolean {
  const isOfPeriod = claim.kind === 'frequency' && claim.written === '';
  return isOfPeriod && kind === 'frequency' && (claim.low === 1 ? low > 1 : low >= 10 * claim.low);
}

/** The beginning is compared with the beginning alone, whatever lies within the hours. */
function relateEdges(claim: Fact, source: Fact): Relation | undefined {
  if (claim.edge !== source.edge) return undefined;
  if (claim.unit !== source.unit) return relateUnits(claim, source);
  return claim.low === source.low ? 'entailed' : 'excluded';
}

const AMOUNTS: ReadonlySet<FactKind> = new Set(['money', 'measure', 'frequency', 'duration', 'time']);
/** A value that is written in the same unit is the same to the last digit. */
const SAME_UNIT_TOLERANCE = 1e-9;

/** Money, a measure, how often, a duration or a time of day. */
export function isAmount({ kind }: Fact): boolean {
  return AMOUNTS.has(kind);
}

/** True if two amounts with units are the same, however written, each with its unit. */
export function isSameAmount(claim: Fact, source: Fact): boolean {
  const [mine, other] = inOneUnit(inZoneOf(claim, source), source);
  if (!isAmount(mine) || mine.unit !== other.unit || mine.bound !== other.bound) return false;
  const share = mine.statedUnit === other.statedUnit ? SAME_UNIT_TOLERANCE : CONVERSION_TOLERANCE;
  const isNear = (a: number, b: number) => a === b || Math.abs(a - b) <= Math.abs(a) * share;
  return isNear(mine.low, other.low) && isNear(mine.high, other.high);
}

/** True if two dates are the same day of the same year, however written. */
export function isSameDay(claim: Fact, source: Fact): boolean {
  return claim.unit === 'date' && source.unit === 'date' && claim.low === source.low && claim.high === source.high;
}

/** True if two numbers without units are the same, however written. */
export function isSameCount(claim: Fact, source: Fact): boolean {
  const isCount = claim.kind === 'number' && source.kind === 'number';
  return isCount && claim.bound === source.bound && claim.low === source.low && claim.high === source.high;
}

/** Relation of a comparable value of the source to the claim's: proves it, leaves it open or rules it out. */
export function relate(claim: Fact, source: Fact): Relation {
  const aligned = alignDates(claim, source);
  if (aligned === undefined) return 'open';
  const [wanted, given] = aligned;
  const bounded = relateBounds(wanted, given);
  if (bounded !== undefined) return bounded;
  if (wanted.statedUnit === given.statedUnit && isOtherRange(wanted, given)) return 'excluded';
  const slack = rounding(wanted, given);
  // A claim that names a year is not proved by a day and month alone.
  const vaguer = claim.unit === 'date' && source.unit === 'month-day';
  if (!vaguer && (within(given, slack > 0 ? widen(wanted, slack) : wanted) || sameCentre(wanted, given)))
    return 'entailed';
  // A bare number may be an amount of money, but does not rule one out.
  if (isRoundEdge(wanted, given) || (wanted.kind !== given.kind && COUNT_LIKE.has(wanted.kind))) return 'open';
  const room = Math.max(slack, softness(wanted, given));
  const allowed = room > 0 ? widen(outerOf(wanted), room) : outerOf(wanted);
  return disjoint(allowed, outerOf(given)) ? 'excluded' : 'open';
}

/** "10 to 20 euros" is not "10 to 30 euros": two ranges that share one end. */
function isOtherRange(claim: Fact, source: Fact): boolean {
  const isRange = ({ bound, low, high }: Fact) =>
    bound === 'exact' && low < high && Number.isFinite(low) && Number.isFinite(high);
  if (!isRange(claim) || !isRange(source) || isDate(claim)) return false;
  return (claim.low === source.low) !== (claim.high === source.high);
}

/** The values that a fact does not exclude. */
function outerOf({ outerLow, outerHigh, lowOpen, highOpen }: Fact): Interval {
  return { low: outerLow, high: outerHigh, lowOpen, highOpen };
}

/** Facts whose values can be set against each other at all. */
function comparable(claim: Fact, source: Fact): boolean {
  if (claim.kind === 'identifier' || source.kind === 'identifier') return claim.kind === source.kind;
  if (claim.unit === source.unit) return true;
  if (isDate(claim) && isDate(source)) return true;
  // "grossed 516 million" against "$516 million", but not "4,000 people".
  const [amount, other] = claim.kind === 'money' ? [claim, source] : [source, claim];
  return amount.kind === 'money' && other.kind === 'number' && !other.plural;
}
