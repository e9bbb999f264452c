import type { Token } from '../../../text/index.ts';
import { ONES, PARTS } from '../lexicon/number-words.ts';
import { UNITS, type Unit } from '../lexicon/unit-names.ts';
import { isArticle, type NumberMatch, readAddedPart, readNumber } from './numbers.ts';
import type { ReadValue } from './spelled-numbers.ts';
import { readCurrency, readUnit } from './units.ts';

const PLAIN = { unit: '', factor: 1, offset: 0, kind: 'number' } as const;

/** A number with its unit. */
export interface Amount {
  readonly number: NumberMatch;
  readonly unit: Unit | typeof PLAIN;
  /** One past the last token read. */
  readonly to: number;
}

export function hasUnit({ unit }: Amount): boolean {
  return unit !== PLAIN;
}

/** "$3.5 million", "350", "5 km", "two years and a half", "half an hour". */
export function amountAt(tokens: readonly Token[], at: number): Amount | undefined {
  const currency = readCurrency(tokens, at);
  const number = readNumber(tokens, currency?.to ?? at, currency !== undefined);
  if (currency === undefined) {
    const part = partOfUnit(tokens, at);
    if (part !== undefined) return part;
  }
  if (number === undefined) return undefined;
  if (currency !== undefined) return { number, unit: currency.unit, to: number.to };
  const unit = readUnit(tokens, number.to) ?? sharedUnit(tokens, number);
  if (unit === undefined) return { number, unit: PLAIN, to: number.to };
  const added = Number.isInteger(number.value) ? readAddedPart(tokens, unit.to) : undefined;
  if (added === undefined) return { number, unit: unit.unit, to: unit.to };
  return { number: withValue(number, number.value + added.value, added.value), unit: unit.unit, to: added.to };
}

function withValue(number: NumberMatch, value: number, step: number): NumberMatch {
  return { ...number, value, step, roundStep: step };
}

/** "17 and 15 degrees": the unit stands once, behind the second number. */
function sharedUnit(tokens: readonly Token[], { to }: NumberMatch) {
  const joint = tokens[to]?.lower;
  if (joint !== 'and' && joint !== 'or') return undefined;
  const second = readNumber(tokens, to + 1);
  const unit = second && readUnit(tokens, second.to)?.unit;
  return unit && { unit, to };
}

/** "half an hour", "three quarters of an hour", "an hour and a half". */
function partOfUnit(tokens: readonly Token[], at: number): Amount | undefined {
  const part = partBefore(tokens, at);
  if (part !== undefined) {
    const unit = UNITS.get(tokens[part.to]?.lower ?? '');
    return unit && { number: withValue(ONE, part.value, part.value), unit, to: part.to + 1 };
  }
  if (!isArticle(tokens[at])) return undefined;
  const unit = UNITS.get(tokens[at + 1]?.lower ?? '');
  const added = unit && readAddedPart(tokens, at + 2);
  return added && { number: withValue(ONE, 1 + added.value, added.value), unit, to: added.to };
}

const ONE: NumberMatch = { value: 1, step: 1, roundStep: 1, to: 0, scale: 1, bare: false, vague: false };

/** "half a", "a quarter of an", "three quarters of an": the share of one unit, and where the unit stands. */
function partBefore(tokens: readonly Token[], at: number): ReadValue | undefined {
  if (tokens[at]?.lower === 'half') return isArticle(tokens[at + 1]) ? { value: 0.5, to: at + 2 } : undefined;
  const count = isArticle(tokens[at]) ? 1 : ONES.get(tokens[at]?.lower ?? '');
  const size = PARTS.get(tokens[at + 1]?.lower ?? '');
  if (count === undefined || size === undefined || tokens[at + 2]?.lower !== 'of' || !isArticle(tokens[at + 3]))
    return undefined;
  return { value: count / size, to: at + 4 };
}
