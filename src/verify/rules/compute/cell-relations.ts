import { relationOf } from '../compare/relate.ts';
import type { Fact, Relation } from '../findings.ts';
import { DOWNWARDS, GROWTH } from '../lexicon/table-words.ts';
import { cellValue, isTransposed } from './cell-values.ts';
import type { Mentions } from './mentions.ts';
import type { At } from './outcome.ts';
import { labelOf, tableIndex, withoutBrackets } from './table-index.ts';

/** A value of the claim and the cell that it may be. */
export interface ToCompare extends At {
  readonly value: Fact;
}

/** The relation of a value to a cell; only one without a currency may be meant without the unit of the title. */
export function relationTo(claimed: Fact, facts: readonly Fact[], heads: string): Relation | undefined {
  const [first] = facts;
  const [currency] = claimed.unit.split('/');
  const isRate = first !== undefined && claimed.unit !== currency && !first.unit.includes('/');
  const isOfRate = isRate && (first.unit === currency || (first.unit === '' && claimed.kind === 'money'));
  if (isOfRate && !isPer(claimed, heads)) return undefined;
  const value = isOfRate ? withoutRate(claimed, currency!) : claimed;
  if (first !== undefined && isOfOther(value, first)) return undefined;
  if (first?.unit === '' && isUnitOnly(value)) return bareRelation(value, first);
  const same = value.unit === '' ? [] : facts.filter(({ unit }) => unit === value.unit);
  const compared = same.length > 0 ? same : value.kind === 'money' ? facts.slice(0, 1) : facts;
  const relations = compared.map((fact) => relationOf(value, fact));
  return relations.find((one) => one === 'entailed') ?? relations[0];
}

/** Periods, and a head that gives values for each of one: "Price per month", not "Price for 6 months". */
const PERIODS = [
  ['hour', /(?:\/ ?|\b(?:per|an?|each|every) )hour\b|\bhourly\b/i],
  ['day', /(?:\/ ?|\b(?:per|an?|each|every) )day\b|\bdaily\b/i],
  ['week', /(?:\/ ?|\b(?:per|an?|each|every) )week\b|\bweekly\b/i],
  ['month', /(?:\/ ?|\b(?:per|an?|each|every) )month\b|\bmonthly\b/i],
  ['quarter', /(?:\/ ?|\b(?:per|an?|each|every) )quarter\b|\bquarterly\b/i],
  ['year', /(?:\/ ?|\b(?:per|an?|each|every) )year\b|\b(?:yearly|annual|annually)\b/i],
] as const;
const IS_EACH = /^(?:per|an?|each|every)$/;

/** True if the heads of a cell name what the claim gives a rate of, and no other period: "Price per month". */
function isPer({ phrase }: Fact, heads: string): boolean {
  const words = phrase.toLowerCase().split(/[\s/]+/);
  // "€5 a month including VAT"
  const each = words.findIndex((word) => IS_EACH.test(word));
  const said = words[each + 1 || words.length - 1]!;
  const [period, ...others] = PERIODS.filter(([, stated]) => stated.test(heads));
  if (period !== undefined) return others.length === 0 && said.startsWith(period[0]);
  const named = heads.toLowerCase().split(/[^\p{L}]+/u);
  return named.some((word, at) => word === said && IS_EACH.test(named[at - 1] ?? ''));
}

/** The title of a table and the names of the row and column of a cell. */
export function headsOf(table: Mentions['table'], row: number, column: number): string {
  return `${table.title}\n${labelOf(table, row)}\n${table.columns[column]!.name}`;
}

/** "$29 a month" where the table says "$29" and names the month elsewhere. */
function withoutRate(value: Fact, unit: string): Fact {
  const factor = value.low === 0 ? 1 : value.low / Number(value.written);
  return {
    ...value,
    unit,
    low: value.low / factor,
    high: value.high / factor,
    step: value.step / factor,
    outerLow: value.outerLow / factor,
    outerHigh: value.outerHigh / factor,
  };
}

/** The absolute value of a cell; its sign is compared separately. A date before 1970 has none. */
function withoutSign(value: Fact): Fact {
  const { low, high, outerLow, outerHigh } = value;
  return high >= 0 || value.unit === 'date'
    ? value
    : { ...value, low: -high, high: -low, outerLow: -outerHigh, outerHigh: -outerLow };
}

/** "72 W" and "3 hotels" are of something else than "72 dB" and "3 restaurants". */
function isOfOther({ nouns, kind }: Fact, { unit, nouns: own }: Fact): boolean {
  if (unit !== '' || own.length === 0) return false;
  return kind === 'measure' || (nouns.length > 0 && !nouns.some((noun) => own.includes(noun)));
}

/** A measure whose unit the table leaves out. */
function isUnitOnly({ kind, unit, written, bound }: Fact): boolean {
  return kind === 'measure' && unit !== 'times' && written !== '' && bound === 'exact';
}

/** A table without units has the number of the claim, or another; a thousand times as much may be the same. */
function bareRelation({ written }: Fact, { low }: Fact): Relation {
  const ratio = Number(written) / low;
  if (ratio === 1) return 'entailed';
  return Number.isInteger(Math.round(Math.log10(ratio) * 1e9) / 1e9) ? 'open' : 'excluded';
}

/** The relation of a value of the claim to its cell; undefined where they cannot be compared. */
export function relationAt(mentions: Mentions, { value, row, column }: ToCompare): Relation | undefined {
  const { table } = mentions;
  const { facts, isNegative } = cellValue(table, row, column);
  const heads = headsOf(table, row, column);
  // "Takes 48 minutes from A to B" is a value, and no span in which something happens.
  const isSpan = value.kind === 'duration' && Number.isFinite(value.low + value.high);
  const exact = isSpan && value.bound === 'exact' ? { ...value, outerLow: value.low, outerHigh: value.high } : value;
  const relation = relationTo(withoutSign(exact), facts, heads);
  const { isOfTitle, scale, currency } = table.rows[row]!.unit ?? table.columns[column]!;
  // "412 households" of a table in thousands, which may have columns that count none.
  const isScaled = isOfTitle && scale !== '' && currency === '' && relation === 'entailed';
  if (isScaled && relationTo(withoutSign(value), facts.slice(0, 1), heads) !== 'entailed') return 'open';
  if (relation === undefined || value.unit === 'date') return relation;
  if (isNegative && isOutflow(table, { row, column })) return relation;
  const isSame = saysNegative(mentions, value, column) === isNegative;
  return isSame ? relation : 'excluded';
}

/** Rows whose amounts in brackets are expenses. */
const OUTFLOW =
  /\b(?:used|costs?|expenses?|paid|payments?|spending|deductions?|(?<!\b(?:before|after) )tax(?:es)?|outflows?|loss(?:es)?)\b/i;
function isOutflow(table: Mentions['table'], { row, column }: At): boolean {
  const label = labelOf(table, row);
  return OUTFLOW.test(withoutBrackets(isTransposed(table) ? table.columns[column]!.name : label));
}

/** The number of a cell; of what is spent its size. */
export function sizeAt(table: Mentions['table'], row: number, column: number): number | undefined {
  const { number } = cellValue(table, row, column);
  return number !== undefined && isOutflow(table, { row, column }) ? Math.abs(number) : number;
}

/** The share behind a number: 18.9 of "40 (18.9%)". */
export function shareAt(table: Mentions['table'], row: number, column: number): number | undefined {
  const [number, share] = cellValue(table, row, column).facts;
  return number?.unit === '' && share?.unit === '%' ? share.low : undefined;
}

export const BELOW_ZERO = /^(?:minus|negative|loss|deficit|losses)$/;
const SIGN = /^[-−–]$/;

/** True if the claim has a value below zero: by its sign, or as a decline where the column is about growth. */
function saysNegative({ table, claim }: Mentions, { from, high }: Fact, column: number): boolean {
  const { tokens } = claim;
  if (high < 0) return true;
  if (SIGN.test(tokens[from - 1]?.text ?? '') || tokens.some(({ lower }) => BELOW_ZERO.test(lower))) return true;
  return isGrowth(table, column) && tokens.some(({ lower }) => DOWNWARDS.has(lower));
}

/** True if a column is about growth, so that a value below zero is a decline. */
export function isGrowth(table: Mentions['table'], column: number): boolean {
  return tableIndex(table).columnKeys[column]!.includes(GROWTH);
}
