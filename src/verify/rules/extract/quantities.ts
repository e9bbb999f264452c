import type { Token } from '../../../text/tokens.ts';
import type { BoundMatch } from './bounds.ts';
import { boundAfter, boundBefore } from './bounds.ts';
import { type NumberMatch, readNumber } from './numbers.ts';
import type { RawFact } from './raw-fact.ts';
import { readCurrency, readUnit, type Unit } from './units.ts';

const PLAIN = { unit: '', factor: 1, offset: 0, kind: 'number' } as const;
type AnyUnit = Unit | typeof PLAIN;

const DASH = /^[-–—]$/;
const CHANGE =
  /^(?:rose|rise|rises|rising|risen|grew|grow|grown|increased?|increasing|fell|fall|fallen|dropped|drop|declined?|decreased?|reduced?|up|down|went|moved|jumped|raised|lowered|cut|improved|changed)$/;

/** A low or single amount and where it ends. */
interface Amount {
  readonly number: NumberMatch;
  readonly unit: AnyUnit;
  readonly to: number;
}

function amountAt(tokens: readonly Token[], at: number): Amount | undefined {
  const currency = readCurrency(tokens, at);
  const number = readNumber(tokens, currency?.to ?? at, currency !== undefined);
  if (number === undefined) return undefined;
  if (currency !== undefined) return { number, unit: currency.unit, to: number.to };
  const unit = readUnit(tokens, number.to);
  return { number, unit: unit?.unit ?? PLAIN, to: unit?.to ?? number.to };
}

/** "rose from 3 % to 5 %" names two values; "ages from 3 to 5" one range. */
function isChange(tokens: readonly Token[], from: number): boolean {
  if (tokens[from - 1]?.lower !== 'from') return false;
  return tokens.slice(Math.max(0, from - 6), from - 1).some((token) => CHANGE.test(token.lower));
}

/** The second amount of a range that opened at `first`: "80-90", "3 to 5", "between 80 and 90". */
function rangeEnd(tokens: readonly Token[], from: number, first: Amount): Amount | undefined {
  const joint = tokens[first.to];
  if (joint === undefined) return undefined;
  const between = joint.lower === 'and' && tokens[from - 1]?.lower === 'between';
  const to = joint.lower === 'to' && !isChange(tokens, from);
  if (!between && !to && !DASH.test(joint.text)) return undefined;
  const second = amountAt(tokens, first.to + 1);
  if (second === undefined || second.number.vague) return undefined;
  if (first.unit !== PLAIN && second.unit !== PLAIN && first.unit.unit !== second.unit.unit) return undefined;
  const low = first.number.value * (first.number.scale === 1 && second.number.scale > 1 ? second.number.scale : 1);
  return low < second.number.value ? second : undefined;
}

/** "2-1": both ends small, a dash, nothing counted: a score, which is no range and no count. */
function isScore(tokens: readonly Token[], first: Amount): boolean {
  const joint = tokens[first.to];
  const second = tokens[first.to + 1];
  if (joint === undefined || !DASH.test(joint.text) || joint.spaced || second?.type !== 'number') return false;
  const small = first.number.bare && first.unit === PLAIN && first.number.value < 40 && Number(second.text) < 40;
  if (!small) return false;
  const after = tokens[first.to + 2];
  const descending = Number(second.text) <= first.number.value;
  return descending || after === undefined || after.lemma === '' || !/s$/.test(after.lower);
}

function hedgeOf(tokens: readonly Token[], from: number, to: number): BoundMatch | undefined {
  const before = boundBefore(tokens, from);
  return before ?? boundAfter(tokens, to);
}

function signOf(tokens: readonly Token[], from: number, unit: AnyUnit): number {
  const sign = tokens[from - 1];
  if (sign === undefined || !/^[-−]$/.test(sign.text) || tokens[from]!.spaced || !sign.spaced) return 1;
  return unit.kind === 'measure' || unit.kind === 'percent' ? -1 : 1;
}

function toRaw(from: number, first: Amount, second: Amount | undefined): RawFact {
  const last = second ?? first;
  const unit = last.unit === PLAIN ? first.unit : last.unit;
  const carried = second !== undefined && first.number.scale === 1 ? second.number.scale : 1;
  const convert = (value: number) => value * unit.factor + unit.offset;
  return {
    kind: unit.kind,
    low: convert(first.number.value * carried),
    high: convert(last.number.value),
    unit: unit.unit,
    statedUnit: `${unit.unit}*${unit.factor}`,
    step: last.number.step * unit.factor,
    roundStep: last.number.roundStep * unit.factor,
    from,
    to: last.to,
  };
}

/** "one" is a number only where something is counted with it. */
function isPronounOne(tokens: readonly Token[], at: number, to: number): boolean {
  if (tokens[at]!.lower !== 'one' || to !== at + 1) return false;
  return (
    (tokens[to]?.lemma ?? '') === '' ||
    /^(?:no|any|every|some|each|the|this|that|which)$/.test(tokens[at - 1]?.lower ?? '')
  );
}

/** "in his 60s" */
function isAge(tokens: readonly Token[], to: number): boolean {
  return tokens[to]?.lower === 's' && !tokens[to]!.spaced;
}

/** "the last 35 years" and "10,000 years ago" place something in time: other spans do not contradict them. */
function isTimeFrame(tokens: readonly Token[], at: number, to: number): boolean {
  const after = /^(?:ago|earlier|later|before|after|from)$/.test(tokens[to]?.lower ?? '');
  return after || /^(?:last|past|next|previous|following|recent|within|every|per)$/.test(tokens[at - 1]?.lower ?? '');
}

/** Sports scores, written "3-1", are compared as they stand. */
function score(tokens: readonly Token[], at: number, first: Amount): RawFact {
  const value = first.number.value * 100 + Number(tokens[first.to + 1]!.text);
  return {
    kind: 'identifier',
    low: value,
    high: value,
    unit: `score ${first.number.value}-${tokens[first.to + 1]!.text}`,
    statedUnit: '',
    step: 0,
    roundStep: 0,
    from: at,
    to: first.to + 2,
  };
}

/** Reads a count, amount of money, percentage, duration or measure, ranges and hedges included. */
export function readQuantity(tokens: readonly Token[], at: number): RawFact | undefined {
  const first = amountAt(tokens, at);
  if (first === undefined || isPronounOne(tokens, at, first.number.to) || isAge(tokens, first.to)) return undefined;
  const second = rangeEnd(tokens, at, first);
  if (isScore(tokens, first)) return score(tokens, at, first);
  const raw = toRaw(at, first, second);
  const sign = signOf(tokens, at, first.unit);
  const signed = sign < 0 ? { ...raw, low: -raw.low, high: second ? raw.high : -raw.high } : raw;
  const hedge = first.number.vague
    ? ({ bound: 'at_least', length: 0, nearly: false } as const)
    : hedgeOf(tokens, at, raw.to);
  const open = raw.kind === 'duration' && isTimeFrame(tokens, at, raw.to);
  const outer = open ? ([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const) : undefined;
  return { ...signed, hedge, outer, shownFrom: at - (sign < 0 ? 1 : shownLength(tokens, at, hedge)) };
}

/** Tokens in front of the number that the hedge and its article take. */
function shownLength(tokens: readonly Token[], at: number, hedge: BoundMatch | undefined): number {
  if (hedge === undefined || boundBefore(tokens, at) === undefined) return 0;
  const article = /^(?:an?|the|only|just)$/.test(tokens[at - 1]?.lower ?? '') ? 1 : 0;
  return Math.min(at, hedge.length + (article && boundBefore(tokens, at - 1) ? 1 : 0));
}
