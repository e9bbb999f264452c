import { MONTHS, type Token, withDecimalPoint } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { APPROXIMATORS } from '../lexicon/bound-phrases.ts';
import { LABELS, PART_SIGNS, SCALES } from '../lexicon/number-words.ts';
import { CLOCK_WORDS, readClockTime } from './clock-times.ts';
import { readDates } from './date-facts.ts';
import { PART_WORDS } from './date-periods.ts';
import { FRACTION_WORDS, readFraction, readMultiple } from './fractions.ts';
import { FREQUENCY_WORDS, readFrequency } from './frequencies.ts';
import { NUMBER_WORDS } from './numbers.ts';
import { ORDINAL_WORDS, readOrdinalFact, readSerial } from './ordinals.ts';
import { readQuantity } from './quantities.ts';
import { countsSomething, type RawFact, toFact } from './raw-fact.ts';
import { RELATIVE_WORDS, type WrittenOn } from './relative-dates.ts';
import { withTimeEdges } from './time-edges.ts';
import { isCurrencySign, readCurrency, readUnit } from './units.ts';

/** "1." and "2)" that open a line, and "[12]", count nothing. */
function isMarker(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!;
  if (token.type !== 'number') return false;
  const before = tokens[at - 1];
  const after = tokens[at + 1];
  if (before?.text === '[' && after?.text === ']') return true;
  // Footnote numbers glued to the end of a sentence: "30 percent.13".
  if (before?.text === '.' && !token.spaced && !before.spaced && tokens[at - 2]?.type === 'word') return true;
  const opens = before === undefined || before.type === 'break';
  return opens && (after?.text === ')' || (after?.text === '.' && tokens[at + 2]?.spaced === true));
}

const OPENERS = new Set([
  ...NUMBER_WORDS,
  ...ORDINAL_WORDS,
  ...FRACTION_WORDS,
  ...FREQUENCY_WORDS,
  ...CLOCK_WORDS,
  ...PART_WORDS,
  ...RELATIVE_WORDS,
  ...MONTHS.keys(),
]);

/** Most words open no fact: what can is a digit, a known word, a currency sign, or precedes one of these. */
function mayOpen(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!;
  if (token.type === 'number' || token.type === 'identifier') return true;
  if (token.type === 'symbol') return isCurrencySign(token.text) || PART_SIGNS.has(token.text);
  if (token.type === 'break') return false;
  const next = tokens[at + 1];
  if (next === undefined) return OPENERS.has(token.lower);
  return (
    next.type === 'number' ||
    next.type === 'identifier' ||
    isCurrencySign(next.text) ||
    next.text === '.' ||
    OPENERS.has(token.lower)
  );
}

/** Readers of a token that no date begins at; the first that reads something wins. */
const READERS = [
  readSerial,
  readIdentifier,
  readClockTime,
  readFrequency,
  readFraction,
  readMultiple,
  readOrdinalFact,
  readQuantity,
] as const;

function readAt(tokens: readonly Token[], at: number, writtenOn?: WrittenOn): readonly RawFact[] {
  if (!mayOpen(tokens, at)) return [];
  if (isMarker(tokens, at) || tokens[at - 1]?.text === '±') return [];
  const dates = readDates(tokens, at, writtenOn);
  if (dates !== undefined) return dates;
  for (const read of READERS) {
    const raw = read(tokens, at);
    if (raw !== undefined) return [raw];
  }
  return [];
}

/** "more than 15 % and 7 %", "up to 50 euros a day, or 80 in Paris": bound and rate of the first value hold for both. */
function inherit(raw: RawFact, before: RawFact | undefined, tokens: readonly Token[]): RawFact {
  if (before?.bound === undefined || raw.bound !== undefined || raw.unit === 'date') return raw;
  const between = tokens.slice(before.to, raw.from).map(({ lower }) => lower);
  if (!/^(?:and|,? or)$/.test(between.join(' '))) return raw;
  if (before.unit === raw.unit) return { ...raw, bound: before.bound };
  // "Up to 50 euros a day and 200 in total"
  if (tokens[before.to]!.lower === 'and' || (tokens[raw.to]?.lower === 'in' && tokens[raw.to + 1]?.lower === 'total'))
    return raw;
  const factor = before.low / Number(before.written);
  if (raw.kind !== 'money' || !before.unit.startsWith(`${raw.unit}/`) || !Number.isFinite(factor)) return raw;
  const { bound, unit, statedUnit } = before;
  const [low, high] = [raw.low * factor, raw.high * factor];
  return { ...raw, bound, unit, low, high, ...(statedUnit === undefined ? {} : { statedUnit }) };
}

const REPLACES = /^(?:\( (?:was|were|previously|formerly)(?: :)?|instead of|rather than|,? ?(?:up|down) from)$/;

/** "30 km/h (was 50)": a replaced value has the unit of the new one. */
function inheritUnit(raw: RawFact, before: RawFact | undefined, tokens: readonly Token[]): RawFact {
  if (raw.kind !== 'number' || raw.unit !== '' || !before?.unit || (tokens[raw.to]?.lemma ?? '') !== '') return raw;
  const between = tokens.slice(before.to, raw.from).map(({ lower }) => lower);
  const factor = before.low / Number(before.written);
  if (!REPLACES.test(between.join(' ')) || !Number.isFinite(factor)) return raw;
  const { kind, unit, statedUnit = '' } = before;
  return { ...raw, kind, unit, statedUnit, low: raw.low * factor, high: raw.high * factor };
}

/** A text of the longest kind has more only where nearly every word is a digit or two: further ones are not read. */
const MAX_FACTS = 2_000;

/**
 * Quantities, dates and identifiers stated in a text already cut into tokens, in order of appearance, at most about 2,000;
 * they do not overlap. Offsets are UTF-16 units into `text`. Never throws.
 */
export function factsIn(text: string, tokens: readonly Token[], writtenOn?: WrittenOn): readonly Fact[] {
  const facts: Fact[] = [];
  let before: RawFact | undefined;
  for (let at = 0; at < tokens.length && facts.length < MAX_FACTS; ) {
    const raws = readAt(tokens, at, writtenOn);
    for (const raw of raws) facts.push(toFact(text, tokens, inherit(inheritUnit(raw, before, tokens), before, tokens)));
    before = raws.at(-1) ?? before;
    at = raws.length === 0 ? at + 1 : Math.max(at + 1, before!.to);
  }
  return withTimeEdges(facts, tokens);
}

function rawIdentifier(key: string, from: number, to: number): RawFact {
  return { kind: 'identifier', low: 0, high: 0, unit: key, from, to };
}

/** "0,5 mm", "1.250,5 m" and "12,50 euros": other numbers with a comma may be two of a list, "doses of 2,5,10 mg". */
function isDecimalAmount(tokens: readonly Token[], at: number): boolean {
  const { text } = tokens[at]!;
  if (withDecimalPoint(text) === undefined) return false;
  if (readCurrency(tokens, at + 1) !== undefined) return /,\d\d$/.test(text);
  const isAmount = SCALES.has(tokens[at + 1]?.lower ?? '') || readUnit(tokens, at + 1) !== undefined;
  return isAmount && /^0,|[. \u00a0\u202f]/.test(text);
}

/** "COVID-19", "Section 5", "No. 5", "Apollo 11", "World War 2": numbers that name and do not count. */
function readIdentifier(tokens: readonly Token[], from: number): RawFact | undefined {
  const token = tokens[from]!;
  if (token.type === 'identifier')
    return isDecimalAmount(tokens, from) ? undefined : rawIdentifier(token.lower, from, from + 1);
  if (token.type !== 'word' || readCurrency(tokens, from) !== undefined) return undefined;
  const gap = tokens[from + 1]?.text === '.' ? 2 : 1;
  const number = tokens[from + gap];
  if (number?.type !== 'number' || !/^\d{1,4}$/.test(number.text) || MONTHS.has(token.lower)) return undefined;
  // "Friday 8:00".
  if (readClockTime(tokens, from + gap) !== undefined) return undefined;
  const labelled =
    LABELS.has(token.lower) && (gap === 1 || token.lower === 'no' || token.lower === 'fig' || token.lower === 'vol');
  const after = tokens[from + gap + 1];
  const counts = after !== undefined && (countsSomething(tokens, from + gap + 1) || /^[%°$€£–-]$/.test(after.text));
  const glued = after !== undefined && !after.spaced && after.type === 'word';
  const year = /^(?:1[5-9]|20)\d\d$/.test(number.text);
  // "Over 300 came", "Nearly 300 came": no name.
  const isNamed = /^\p{Lu}/u.test(token.text) && token.lemma !== '' && !APPROXIMATORS.has(token.lower);
  // "Take 200 mg daily."
  const isAmount = readUnit(tokens, from + gap + 1) !== undefined;
  const name = gap === 1 && isNamed && !counts && !year && !isAmount;
  const scaled = /^(?:million|billion|thousand|percent|per|%)$/.test(after?.lower ?? '');
  if ((!labelled && !name) || glued || scaled || (labelled && counts && token.lower === 'number')) return undefined;
  return rawIdentifier(`${token.lower} ${number.text}`, from, from + gap + 1);
}
