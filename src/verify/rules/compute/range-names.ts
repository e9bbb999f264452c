import type { Table } from '../../../text/index.ts';
import { isDate } from '../compare/relate.ts';
import { schedulesOf } from '../extract/schedules.ts';
import type { Fact } from '../findings.ts';
import { oncePer } from '../keyed.ts';
import { type SurfaceReading, surfaceReading } from '../reading.ts';
import { tableIndex } from './table-index.ts';

/** A column or row that is named by values or days: "10-49 kg", "50+ kg", "Mon-Thu". */
interface RangeName {
  readonly at: number;
  readonly unit: string;
  readonly low: number;
  readonly high: number;
  readonly days?: ReadonlySet<number>;
}

/** Words of a claim that fall into one of several ranges: "20 kg" into "10-49 kg". */
export interface RangeMention {
  readonly kind: 'column' | 'row';
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** Names that are read, and characters of one. */
const MOST_NAMES = 60;
const MAX_NAME = 40;
const MAY_BE_RANGE =
  /\d ?(?:[-–—+]|to\b|or (?:more|less|over|under)\b)|\b(?:up to|over|under|above|below|from|than)\b|[<>≤≥]|\p{L}\.? ?[-–—] ?\p{L}/iu;
const DAYS = 'days';

const rangesOf = oncePer((table: Table) => {
  const { label } = tableIndex(table);
  return {
    column: rangesIn(table.columns.map(({ name }, i) => (i === label ? '' : name))),
    row: rangesIn(table.rows.map(({ cells }) => cells[label]!.text)),
  };
});

/** The names that are ranges of one unit; a single range of values is a value. */
function rangesIn(names: readonly string[]): readonly RangeName[] {
  const all = names.slice(0, MOST_NAMES).flatMap((name, at) => readName(name, at) ?? []);
  const [first] = all;
  const ofUnit = all.filter(({ unit }) => unit === first!.unit);
  return ofUnit.length > 1 || first?.unit === DAYS ? ofUnit : [];
}

function readName(name: string, at: number): RangeName | undefined {
  if (name.length > MAX_NAME || !MAY_BE_RANGE.test(name)) return undefined;
  // "50+ kg" has its unit behind the sign.
  const reading = surfaceReading(
    name.replace(/^(\d[\d.,]*) ?\+ ?(.*)$/, '$1 $2 or more').replace(/^from (?=\S+(?: \S+)?$)/i, 'at least '),
  );
  const [schedule] = schedulesOf(reading);
  if (schedule !== undefined && schedule.days.size > 1) return { at, unit: DAYS, low: 0, high: 0, days: schedule.days };
  const facts = reading.facts.map(({ fact }) => fact);
  const [first] = facts;
  if (first === undefined || isDate(first) || facts.some(({ unit }) => unit !== first.unit)) return undefined;
  const low = facts.reduce((most, fact) => Math.max(most, fact.low), Number.NEGATIVE_INFINITY);
  const high = facts.reduce((least, fact) => Math.min(least, fact.high), Number.POSITIVE_INFINITY);
  return low < high && MEASURED.has(first.kind) ? { at, unit: first.unit, low, high } : undefined;
}

const MEASURED: ReadonlySet<Fact['kind']> = new Set(['measure', 'number', 'duration', 'money']);

/** The ranges that values and days of a claim fall into, each where only one range holds it. */
export function rangeMentions(claim: SurfaceReading, table: Table): readonly RangeMention[] {
  return (['column', 'row'] as const).flatMap((kind) => {
    const ranges = rangesOf(table)[kind];
    if (ranges.length === 0) return [];
    const found = ranges[0]!.unit === DAYS ? daysIn(claim, ranges) : valuesIn(claim, ranges);
    // With two of them one may be the value that the claim gives.
    return found.length === 1 ? [{ kind, ...found[0]! }] : [];
  });
}

type Found = Omit<RangeMention, 'kind'>;

function daysIn(claim: SurfaceReading, ranges: readonly RangeName[]): Found[] {
  return schedulesOf(claim).flatMap(({ days, excepted, from, to }) => {
    const holding = ranges.filter((one) => [...days].every((day) => one.days!.has(day)));
    return holding.length === 1 && excepted.size === 0 ? [{ at: holding[0]!.at, from, to }] : [];
  });
}

function valuesIn({ facts, tokens }: SurfaceReading, ranges: readonly RangeName[]): Found[] {
  const values = facts.map(({ fact }) => fact).filter(({ kind }) => MEASURED.has(kind));
  return values.flatMap(({ unit, low, high, from, to, boundFrom }) => {
    const holding = ranges.filter((one) => one.unit === unit && one.low <= low && high <= one.high);
    // The only number of a claim is its value.
    if (holding.length !== 1 || (unit === '' && values.length < 2)) return [];
    const isOpen = tokens[to]?.lower === 'or' && OPEN.test(tokens[to + 1]?.lower ?? '');
    return [{ at: holding[0]!.at, from: Math.min(boundFrom, from), to: isOpen ? to + 2 : to }];
  });
}

const OPEN = /^(?:more|less|fewer|over|under|above|below|older|younger)$/;

/** True of a column that is named by a range of values or days. */
export function isRange(table: Table, column: number): boolean {
  return rangesOf(table).column.some(({ at }) => at === column);
}
