import type { Span } from '../../../text/index.ts';
import { relationOf } from '../compare/relate.ts';
import type { Fact } from '../findings.ts';
import { oncePer } from '../keyed.ts';
import { words } from '../lexicon/phrases.ts';
import { quantityKey } from '../lexicon/table-words.ts';
import type { SurfaceReading } from '../reading.ts';
import { type AskedCalculation, askedCalculation } from './asked-calculation.ts';
import type { Computed, Operand } from './computed.ts';
import { equalAt } from './equal-at.ts';
import { isLooseWord, MOST_LOOSE } from './mentions.ts';
import { amountOf, bestCalculations, bitsIn, type Calculation, type Candidate } from './operands.ts';
import { keysIn, type SourceNumber, sourceNumbers } from './source-numbers.ts';
import { shownNumber } from './totals.ts';

/** A document as a part of the reading of all sources. */
export interface ReadDocument extends Span {
  readonly reading: SurfaceReading;
  /** Its tables, whose numbers are compared by rows and columns: places of the reading. */
  readonly tables: readonly Span[];
  /** The offset in the document of the place 0 of the reading. */
  readonly moved: number;
}

/** What the numbers of a document say of a number that they have to give by a calculation. */
interface DerivedClaim {
  /** Undefined where no calculation is clear. */
  readonly computed: Computed | undefined;
}

/** Numbers that are compared in pairs at most: those that carry most words of the claim. */
const MOST_CANDIDATES = 40;
const FASTER = words('faster quicker sooner slower');
/** A sentence with one of these takes its subject over. */
const GOES_ON = words('it its they their these he his she her this');
const BASE = words('since than from');

/**
 * Looks for the number of a claim as the result of a calculation. The operands are chosen by the words of the claim alone;
 * undefined where the claim states no result, or the document states it.
 */
export function derivedClaim(claim: SurfaceReading, document: ReadDocument): DerivedClaim | undefined {
  const asked = askedCalculation(claim, (fact) => isStated(fact, document));
  if (asked === undefined) return undefined;
  const computed = computedFrom(claim, asked, document);
  // "More than 40 %" may follow from other numbers without any calculation.
  const isPlain = asked.value.bound === 'exact' || asked.value.bound === 'about';
  return computed === undefined && !isPlain ? undefined : { computed };
}

function factsOf({ reading, start, end }: ReadDocument): Fact[] {
  return reading.facts.map(({ fact }) => fact).filter((fact) => start <= fact.start && fact.end <= end);
}

function isStated(fact: Fact, document: ReadDocument): boolean {
  return factsOf(document).some((one) => one.unit === fact.unit && relationOf(fact, one) === 'entailed');
}

function computedFrom(claim: SurfaceReading, asked: AskedCalculation, document: ReadDocument): Computed | undefined {
  if (!asked.given.every((fact) => isStated(fact, document))) return undefined;
  const keys = [...new Set(asked.content.map(({ lower }) => quantityKey(lower)))];
  const setOf: SetOf = (held) => keys.reduce((set, key, i) => (held.has(key) ? set | (1 << i) : set), 0);
  const candidates = candidatesIn(document, setOf);
  const names = asked.content.filter(({ text }) => /^\p{Lu}/u.test(text)).map(({ lower }) => quantityKey(lower));
  const words = {
    ...{ subject: setOf(asked.subject), other: setOf(asked.other), all: setOf(new Set(keys)) },
    ...{ names: setOf(new Set(names)), anywhere: candidates.reduce((set, { around }) => set | around, 0) },
  };
  const found = bestCalculations(candidates, { asked, words, isBaseYear: isBaseYear(claim, asked) });
  const [first] = found;
  if (first === undefined || found.some(({ result }) => result !== first.result)) return undefined;
  const context = setOf(contextKeys(claim, first, document));
  const held = first.operands.reduce((set, { around }) => set | around, context);
  const missing = keys.filter((_, i) => (held & (1 << i)) === 0);
  const loose = missing.filter((key) => isLoose(key, asked));
  if (loose.length < missing.length || loose.length > MOST_LOOSE) return undefined;
  return decided(claim, asked, { calculation: first, document, isWhole: missing.length === 0 });
}

type SetOf = (held: Pick<ReadonlySet<string>, 'has'>) => number;

/** The numbers of the sentences that share words with the claim, those with most of them first. */
function candidatesIn(document: ReadDocument, setOf: SetOf): Candidate[] {
  const isInTable = ({ start, end }: Fact) => document.tables.some((table) => table.start <= start && end <= table.end);
  const numbers = sourceNumbers(document.reading).filter(
    ({ fact }) => document.start <= fact.start && fact.end <= document.end && !isInTable(fact),
  );
  const unitOf = ({ sentence, fact }: SourceNumber) => `${sentence} ${fact.kind} ${fact.unit.split('/')[0]}`;
  const ofUnit = countsBy(numbers, unitOf);
  const read = numbers.map(
    (number): Candidate => ({
      ...{ number, own: setOf(number.own), around: setOf(number.around) },
      isOnly: ofUnit.get(unitOf(number)) === 1,
    }),
  );
  const about = new Set(read.flatMap(({ around, number }) => (around === 0 ? [] : [number.sentence])));
  return read
    .filter(({ number }) => about.has(number.sentence))
    .sort((one, other) => bitsIn(other.own) + bitsIn(other.around) - bitsIn(one.own) - bitsIn(one.around))
    .slice(0, MOST_CANDIDATES);
}

function countsBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

/** "than in 2019", "since 2019" */
function isBaseYear({ tokens }: SurfaceReading, { years }: AskedCalculation): boolean {
  const at = tokens.findIndex(({ lower }) => lower === String(years[0]));
  return at >= 0 && tokens.slice(Math.max(0, at - 2), at).some(({ lower }) => BASE.has(lower));
}

function isLoose(key: string, { content }: AskedCalculation): boolean {
  const token = content.find(({ lower }) => quantityKey(lower) === key)!;
  return !/^\p{Lu}/u.test(token.text) && isLooseWord(token);
}

const sentencesOf = oncePer(({ tokens }: SurfaceReading) => {
  const ranges = new Map<number, { from: number; to: number }>();
  for (const [at, { sentence }] of tokens.entries()) {
    const known = ranges.get(sentence);
    if (known === undefined) ranges.set(sentence, { from: at, to: at + 1 });
    else known.to = at + 1;
  }
  return ranges;
});

/**
 * The words that a sentence takes over from the start of its document and from the sentence before, as a subject is named
 * once; none where the sentences of the operands name somebody else.
 */
function contextKeys(claim: SurfaceReading, { operands }: Calculation, document: ReadDocument): ReadonlySet<string> {
  const { reading } = document;
  const sentences = sentencesOf(reading);
  const own = [...new Set(operands.map(({ number }) => number.sentence))];
  const inOwn = (at: number) => own.includes(reading.tokens[at]!.sentence);
  const isInNumber = (at: number) => operands.some(({ number: { fact } }) => fact.from <= at && at < fact.to);
  const named = reading.names.filter(({ from, weak }) => !weak && inOwn(from) && !isInNumber(from));
  const isOther = named.some(({ parts }) => !parts.some((part) => claim.words.has(part)));
  const isSame = reading.tokens.some(({ lower }, at) => inOwn(at) && GOES_ON.has(lower));
  if (isOther && !isSame) return new Set();
  const first = reading.tokens.find(({ start }) => start >= document.start)?.sentence ?? 0;
  const before = [first, ...own.map((sentence) => sentence - 1).filter((sentence) => sentence >= first)];
  return new Set(
    before.flatMap((sentence) => {
      const range = sentences.get(sentence);
      return range === undefined ? [] : [...keysIn(reading.tokens.slice(range.from, range.to))];
    }),
  );
}

interface Found {
  readonly calculation: Calculation;
  readonly document: ReadDocument;
  readonly isWhole: boolean;
}

/** A result that is nearly the claim's may be rounded otherwise: it decides nothing. */
const NEARLY = 1.5;

function decided(claim: SurfaceReading, asked: AskedCalculation, found: Found): Computed | undefined {
  const { value } = asked;
  const { operation, operands, result } = found.calculation;
  const isFaster = value.unit === 'day' && claim.tokens.some(({ lower }) => FASTER.has(lower));
  const direction = isFaster ? -asked.direction : asked.direction;
  const size = direction === 0 ? result : Math.abs(result);
  const isSigned = direction === 0 || result === 0 || Math.sign(result) === direction;
  const sought = asWritten(value);
  const isEqual = equalAt(sought, size);
  const room = NEARLY * sought.step;
  const isNear = !isEqual && size >= sought.low - room && size <= sought.high + room;
  if (isNear && isSigned) return undefined;
  const isFor = isEqual && isSigned;
  const values = operands.map((operand) => operandIn(operand, found.document));
  const shown = shownResult(found.calculation, found.document);
  return {
    ...{ stance: isFor ? 'for' : 'against', operation, operands: values, result: shown, reason: undefined },
    formula: formulaOf(found.calculation, values, shown),
    places: placesOf(operands, found.document),
    isWhole: found.isWhole,
    found: isFor ? undefined : { start: value.start, end: value.end },
  };
}

/** A rate in the unit that it is written in. */
function asWritten(value: Fact): Fact {
  const factor = value.low === 0 ? 1 : value.low / amountOf(value);
  if (factor === 1 || !Number.isFinite(factor)) return value;
  return { ...value, low: value.low / factor, high: value.high / factor, step: value.step / factor };
}

function operandIn({ number: { fact } }: Candidate, { reading, moved }: ReadDocument): Operand {
  return { value: reading.text.slice(fact.start, fact.end), start: fact.start + moved, end: fact.end + moved };
}

/** A place for each operand: its sentence, or its part of it where others have the same one. */
function placesOf(operands: readonly Candidate[], { reading, moved }: ReadDocument): Span[] {
  const sentences = sentencesOf(reading);
  return operands.map(({ number }) => {
    const { sentence, part } = number;
    const isShared = operands.some((other) => other.number !== number && other.number.sentence === sentence);
    const { from, to } = isShared ? part : sentences.get(sentence)!;
    return { start: reading.tokens[from]!.start + moved, end: reading.tokens[to - 1]!.end + moved };
  });
}

const SCALES: readonly (readonly [RegExp, number, string])[] = [
  [/(?:billion|bn)\b/i, 1e9, 'billion'],
  [/(?:million|mn)\b/i, 1e6, 'million'],
  [/thousand\b/i, 1e3, 'thousand'],
];

/** The result as the first operand is written: "0.4 million", "5 %". */
function shownResult({ operation, operands, result }: Calculation, { reading }: ReadDocument): string {
  if (operation === 'share' || operation === 'percentage_change') return `${shownNumber(result)} %`;
  if (operation === 'ratio') return shownNumber(result);
  const { fact } = operands[0]!.number;
  const written = reading.text.slice(fact.start, fact.end);
  const scale = SCALES.find(([pattern]) => pattern.test(written));
  const factor = Number(fact.written) > 0 ? amountOf(fact) / Number(fact.written) : 1;
  return scale === undefined ? shownNumber(result / factor) : `${shownNumber(result / factor / scale[1])} ${scale[2]}`;
}

function formulaOf({ operation }: Calculation, operands: readonly Operand[], shown: string): string {
  const [one, two] = operands.map(({ value }) => value);
  if (operation === 'sum') return `${operands.map(({ value }) => value).join(' + ')} = ${shown}`;
  if (operation === 'percentage_change') return `(${one} - ${two}) / ${two} = ${shown}`;
  const sign = operation === 'difference' || operation === 'percentage_points' ? '-' : '/';
  return `${one} ${sign} ${two} = ${shown}`;
}
