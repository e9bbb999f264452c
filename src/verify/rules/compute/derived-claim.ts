import { calculationText } from '../../../contract/words.ts';
import { partOfSpeech, type Span, type Token } from '../../../text/index.ts';
import { relationOf } from '../compare/relate.ts';
import { DAY } from '../extract/clock-times.ts';
import { DAYS_IN_YEAR } from '../extract/units.ts';
import type { Fact } from '../findings.ts';
import { grouped, oncePer } from '../keyed.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';
import { type AskedCalculation, askedCalculation, numbersIn, PREPOSITIONS } from './asked-calculation.ts';
import { amountOf, asWritten, type Calculation, isSpanOfYears } from './calculations.ts';
import { calculationsByValue, isGiven, mayMeanOthers } from './calculations-by-value.ts';
import { calculationsByWords } from './calculations-by-words.ts';
import { type Candidate, candidatesIn, numbersOf, partOf, type ReadDocument, type SetOf } from './candidates.ts';
import { type Computed, type Operand, shownNumber } from './computed.ts';
import { equalAt, isOneSided } from './equal-at.ts';
import { isLooseWord } from './mentions.ts';
import { statedOrders } from './ordering.ts';
import { measuredOf } from './prose-tables.ts';
import {
  isNamingWord,
  isOfUnit,
  isPartOfDay,
  keysIn,
  PERIODS,
  rootOf,
  type SourceNumber,
  saysSum,
  sentencesOf,
  sourceDates,
  sourceNumbers,
  sourceTimes,
} from './source-numbers.ts';
import { missingWords, type Wanted } from './wanted.ts';

/** The result of the calculation that a claim needs. */
interface DerivedClaim {
  /** Undefined where no calculation is clear. */
  readonly computed: Computed | undefined;
  /** Some numbers of the document may give the claim's, clear or not. */
  readonly isGiven: boolean;
  /** The words of the claim ask for a calculation. */
  readonly isAsked: boolean;
  /** Numbers with the words of the claim give its own, but others have more of them. */
  readonly mayFollow: boolean;
}

/** More numbers of one unit than these state or give any other one of it: none is then looked for. */
const MOST_NUMBERS = 200;
/** Numbers of a unit of which a claim may have the sum. */
const MOST_SUMMED = 12;
const FASTER = words('faster quicker sooner slower');
const BASE = words('since than from');
const LEVELS = words('from to');
const OF_CHANGES = words(
  'growth inflation increase increases change changes rise rises hike hikes reduction reductions cut cuts discount raise raises fall drop decline',
);
/** Words before a number that say what it is of. */
const BEFORE_LEVEL = 10;

/**
 * Looks for the number of a claim as the result of a calculation; undefined where the claim has no single number that the
 * document does not state, and where its words ask for no calculation and none gives it. A number in the place of another one
 * is a changed number, which a calculation may give by chance, 80 mg for 40 mg: where `isChanged`, less chance is allowed.
 */
export function derivedClaim(
  claim: SurfaceReading,
  document: ReadDocument,
  { isChanged = false }: { readonly isChanged?: boolean } = {},
): DerivedClaim | undefined {
  const isOfClaim = (fact: Fact) =>
    isStated(fact, document, fact.bound === 'exact' && isChangeBy(claim, fact)) && !isPartOfSum(claim, fact, document);
  const asked = askedCalculation(claim, isOfClaim);
  if (asked === undefined) {
    const opposed = otherOrder(claim, document, isOfClaim);
    if (opposed !== undefined) return { computed: opposed, isAsked: false, isGiven: true, mayFollow: false };
    const unstated = numbersIn(claim).filter((fact) => !isOfClaim(fact));
    const isOdd = unstated.length > 1 || unstated.some((fact) => isOddAmount(claim, fact, document));
    return isOdd ? { computed: undefined, isAsked: false, isGiven: true, mayFollow: false } : undefined;
  }
  // "One in four members voted" needs no calculation where the source says "75 % of the members voted".
  const isOtherShare = isChanged && asked.comparison === 'share' && hasWordsOf(claim, asked.value, document);
  // The number of a part may contradict a sum.
  const isPart = isPartOfSum(claim, asked.value, document);
  const isAsked = asked.comparison !== undefined && asked.comparison !== 'rest' && !isOtherShare && !isPart;
  const { isPossible, ...found } = computedFrom(claim, { asked, isChanged }, document);
  if (found.computed !== undefined || isAsked || isPart) return { ...found, isAsked };
  // "More than 2,400 years old" counts from the present.
  const isAge = isSpanOfYears(asked.value) && isOneSided(asked.value);
  // "Grades one to nine"
  const [start, to] = claim.tokens.slice(Math.max(0, asked.value.from - 2), asked.value.from);
  const isRange = to?.lower === 'to' && (start!.type === 'number' || start!.lower === 'one');
  const isOdd = isOddAmount(claim, asked.value, document) || isBesideTimes(claim, asked.value, document);
  const mayBeGiven = isPossible || (isOdd && !found.isGiven);
  return mayBeGiven && !isAge && !isRange ? { ...found, isAsked } : undefined;
}

/** The values of a source that are in another order than a claim without numbers says, or changed by another percentage. */
function otherOrder(
  claim: SurfaceReading,
  document: ReadDocument,
  isOfClaim: (fact: Fact) => boolean,
): Computed | undefined {
  const orders = statedOrders(claim, numbersOf(document));
  const changes = numbersIn(claim).filter((fact) => isChangeBy(claim, fact) && isOfOthers(claim, fact, document));
  const found = [...orders, ...changes].flatMap((fact) => {
    const asked = askedCalculation(
      { ...claim, facts: [...claim.facts, ...(orders.includes(fact) ? [{ fact }] : [])] },
      (one) => one !== fact && isOfClaim(one),
    );
    const isOrder = asked?.value === fact && (asked.comparison === 'between' || asked.comparison === 'over_time');
    return (isOrder && computedFrom(claim, { asked, isChanged: false }, document).computed) || [];
  });
  // "More women than men passed" is not about those who applied.
  return found.every(({ stance, isWhole }) => stance === 'against' && isWhole) ? found[0] : undefined;
}

/** The source has the number of a claim only of other things: passengers rose by 10 %, and not cargo. */
function isOfOthers({ tokens }: SurfaceReading, fact: Fact, document: ReadDocument): boolean {
  const held = keysIn(partOf(document.reading.tokens, document, (token) => token));
  const named = [...keysIn(besides(fact, tokens).filter(isNamingWord))].filter((key) => held.has(key));
  const numbers = numbersOf(document).filter((number) => relationOf(fact, number.fact) === 'entailed');
  return numbers.length <= MOST_NUMBERS && numbers.every(({ around }) => named.some((key) => !around.has(key)));
}

/** Digits of a number that is no small count, which lists and words give too. */
const EXACT_DIGITS = 3;
const CODES = words('number numbers no nr code id version model series section article page room');

const writtenNumbers = oncePer(({ facts }: SurfaceReading) => new Set(facts.map(({ fact }) => fact.written)));

/** An amount of money, or several digits, that a claim states and no number of the source is written as: not even a rate. */
function isOddAmount({ tokens, negations }: SurfaceReading, value: Fact, { reading }: ReadDocument): boolean {
  const { kind, written, bound, from, to } = value;
  const isInDigits = tokens.slice(from, to).some(({ type }) => type === 'number');
  // "A pot with the serial number 48210", "nobody paid 40 euros"
  const isOther = CODES.has(tokens[from - 1]?.lower ?? '') || negations.some(({ at }) => at < from);
  const [digits = ''] = Number(written).toExponential().replace('.', '').split('e');
  const isExact =
    bound === 'exact' && written !== '' && (kind === 'money' || (kind !== 'duration' && digits.length >= EXACT_DIGITS));
  return isInDigits && !isOther && isExact && !writtenNumbers(reading).has(written);
}

/** A span of time in a text with times of day, which may give it. */
function isBesideTimes({ tokens }: SurfaceReading, value: Fact, document: ReadDocument): boolean {
  // "Parked for six hours" says how long, and not from when.
  const isPeriod = PREPOSITIONS.has(tokens[value.from - 1]?.lower ?? '');
  return isPartOfDay(value) && !isPeriod && numbersOf(document, sourceTimes).length > 1;
}

const factsByUnit = oncePer(({ facts }: SurfaceReading) =>
  grouped(
    facts.map(({ fact }) => fact),
    ({ unit }) => [unit],
  ),
);

/** A source has a number or, of a bound, the number that bounds it: "over 60" is none of "the 690 adults". */
function isHeld(fact: Fact, document: ReadDocument): boolean {
  if (!isOneSided(fact)) return isStated(fact, document);
  const edgesOf = ({ low, high }: Fact) => [low, high].filter(Number.isFinite);
  const ofUnit = partOf(factsByUnit(document.reading).get(fact.unit) ?? [], document, (one) => one);
  return ofUnit.some((one) => edgesOf(one).some((edge) => edgesOf(fact).includes(edge)));
}

/** "We paid 54 euros in total" is not stated by "the meal cost 54 euros, and we left a tip of 6 euros". */
function isPartOfSum(claim: SurfaceReading, fact: Fact, document: ReadDocument): boolean {
  const { tokens } = claim;
  if (fact.bound !== 'exact' || fact.unit === '%' || !saysSum(tokens)) return false;
  const alike = numbersOf(document).filter((number) => isOfUnit(number.fact, fact));
  const same = alike.filter((number) => number.fact.low === fact.low);
  if (same.length === 0 || alike.length > MOST_SUMMED) return false;
  const keys = keysIn(besides(fact, tokens));
  const isPart = ({ sentence, isTotal, own }: SourceNumber) => {
    const others = alike.filter((other) => other.sentence === sentence && other.fact.low !== fact.low);
    const isShared = (key: string) => others.some((other) => other.own.has(key));
    const isAdded = (other: SourceNumber) => !other.isTotal && other.change === 0 && other.fact.unit === fact.unit;
    return (
      !isTotal && others.length > 0 && others.every(isAdded) && ![...keys].some((key) => own.has(key) && !isShared(key))
    );
  };
  return same.every(isPart) && hasWordsOf(claim, fact, document);
}

/** True if a document has all words of a claim that say what its number is of. */
function hasWordsOf({ tokens }: SurfaceReading, fact: Fact, document: ReadDocument): boolean {
  const words = keysIn(partOf(document.reading.tokens, document, (token) => token));
  return besides(fact, tokens).every((token) => !isNamingWord(token) || words.has(rootOf(token.lower)));
}

function besides({ from, to }: Fact, tokens: readonly Token[]): readonly Token[] {
  return tokens.filter((_, at) => at < from || at >= to);
}

/** "Rose by 18 %" */
function isChangeBy({ tokens }: SurfaceReading, { unit, boundFrom }: Fact): boolean {
  return unit === '%' && tokens[boundFrom - 1]?.lower === 'by';
}

/** @param isChange no level states it: "from 18 % to 38 %". */
function isStated(fact: Fact, document: ReadDocument, isChange = false): boolean {
  const { tokens } = document.reading;
  const isLevel = ({ boundFrom }: Fact) => {
    const before = tokens.slice(Math.max(0, boundFrom - BEFORE_LEVEL), boundFrom);
    // "Growth slowed from 8 percent"
    return LEVELS.has(before.at(-1)?.lower ?? '') && !before.some(({ lower }) => OF_CHANGES.has(lower));
  };
  const ofUnit = partOf(factsByUnit(document.reading).get(fact.unit) ?? [], document, (one) => one);
  const isSame = (one: Fact) => relationOf(fact, one) === 'entailed' && !(isChange && isLevel(one));
  return ofUnit.length > MOST_NUMBERS || ofUnit.some(isSame);
}

/** `isPossible`: some numbers of the unit of the claim have its words. */
function computedFrom(
  claim: SurfaceReading,
  { asked, isChanged }: Pick<Wanted, 'asked' | 'isChanged'>,
  document: ReadDocument,
): Omit<DerivedClaim, 'isAsked'> & { readonly isPossible: boolean } {
  if (!asked.given.every((fact) => isHeld(fact, document)))
    return { computed: undefined, isGiven: false, isPossible: false, mayFollow: false };
  const keys = [...new Set(asked.content.map(({ lower }) => rootOf(lower)))];
  const setOf: SetOf = (held) => keys.reduce((set, key, i) => (held.has(key) ? set | (1 << i) : set), 0);
  const setWhere = (holds: (token: Token) => boolean) =>
    setOf(new Set(asked.content.filter(holds).map(({ lower }) => rootOf(lower))));
  const readers = readersFor(asked.value);
  const isOfQuantity = ({ number: { fact } }: Candidate) =>
    asked.measured?.has(fact.unit.includes('/') && fact.unit !== 'm/day' ? 'speed' : measuredOf(fact)) !== false;
  const candidates = readers.flatMap((read) => candidatesIn(document, claim, { setOf, read })).filter(isOfQuantity);
  const words = {
    subject: setOf(asked.subject),
    other: setOf(asked.other),
    all: setWhere(() => true),
    names: setWhere(isNamed),
    needed: setWhere((token) => isNamed(token) || !isLooseWord(token)),
    periods: setWhere(({ lower }) => PERIODS.has(lower)),
    year: setWhere(({ lower }) => lower === 'year' || lower === 'years'),
    ofTimes: candidates.reduce((set, { own, number: { fact } }) => (fact.kind === 'time' ? set | own : set), 0),
    anywhere: candidates.reduce((set, { around }) => set | around, 0),
  };
  const wanted = { asked, words, isBaseYear: isBaseYear(claim, asked), isChanged };
  const decide = (calculation: Calculation) => {
    const missing = missingWords(calculation.operands, wanted);
    const lacking = asked.content.filter(({ lower }) => (setOf(new Set([rootOf(lower)])) & missing) !== 0);
    return decided(claim, asked, { calculation, document, lacking });
  };
  const best = calculationsByWords(candidates, wanted);
  const isClear = best.length > 0 && best.every(({ result }) => result === best[0]!.result);
  const chosen = isClear ? decide(best[0]!) : undefined;
  if (chosen?.stance === 'for') return { computed: chosen, isGiven: true, isPossible: true, mayFollow: true };
  const byValue = calculationsByValue(candidates, wanted);
  for (const calculation of byValue.found) {
    const proven = decide(calculation);
    if (proven?.stance === 'for') return { computed: proven, isGiven: true, isPossible: true, mayFollow: true };
  }
  const isClearlyWrong = chosen !== undefined && !mayMeanOthers(candidates, wanted, best[0]!);
  return {
    computed: isClearlyWrong ? chosen : undefined,
    isGiven:
      document.tables.length > 0 ||
      isGiven(
        readers.flatMap((read) => numbersOf(document, read)),
        asked,
      ),
    isPossible: byValue.isPossible,
    mayFollow: byValue.mayFollow,
  };
}

/** The numbers that may give a value: dates give years, and times of day give minutes and hours, as spans of time do. */
function readersFor(value: Fact): readonly (typeof sourceNumbers)[] {
  if (isSpanOfYears(value)) return [sourceDates];
  return isPartOfDay(value) ? [sourceNumbers, sourceTimes] : [sourceNumbers];
}

/** Written as a name, and not only because the claim begins with it. */
function isNamed({ text, lower, start }: Token): boolean {
  return /^\p{Lu}/u.test(text) && (start > 0 || partOfSpeech(lower) === undefined);
}

/** "than in 2019", "since 2019" */
function isBaseYear({ tokens }: SurfaceReading, { years }: AskedCalculation): boolean {
  const at = tokens.findIndex(({ lower }) => lower === String(years[0]));
  return at >= 0 && tokens.slice(Math.max(0, at - 2), at).some(({ lower }) => BASE.has(lower));
}

interface Found {
  readonly calculation: Calculation;
  readonly document: ReadDocument;
  /** Words of the claim that the sentences of its numbers do not have. */
  readonly lacking: readonly Token[];
}

const LIGHT_VERBS = words('put puts take takes took taken make makes made use uses used have has had give gives gave');
const OF_EACH =
  /\b(?:per(?! the\b)|annually|(?<!\b(?:after|by|for|in|of|over|than|within) )(?:a|each|every) (?:year|month|week|day|hour|head))\b(?! (?:ago|before|earlier|later))/i;

const EACH = /^(?:each|every) (?:year|month|week|day)\b/i;

/** A result that is nearly the claim's may be rounded otherwise: it decides nothing. */
const NEARLY = 1.5;

function decided(claim: SurfaceReading, asked: AskedCalculation, found: Found): Computed | undefined {
  const { value } = asked;
  const { operation, operands, result } = found.calculation;
  const isTime = operands.every(({ number: { fact } }) => fact.kind === 'duration');
  const isFaster = isTime && claim.tokens.some(({ lower }) => FASTER.has(lower));
  const direction = isFaster ? -asked.direction : asked.direction;
  const size = direction === 0 ? result : Math.abs(result);
  const isSigned = direction === 0 || result === 0 || Math.sign(result) === direction;
  const sought = asWritten(value);
  const isEqual = equalAt(sought, size);
  const room = isOneSided(value) ? 0 : (value.written === '' ? 1 : NEARLY) * sought.step;
  const isNear = !isEqual && size >= sought.low - room && size <= sought.high + room;
  if (isNear && isSigned) return undefined;
  const isFor = isEqual && isSigned;
  const isWhole = found.lacking.length === 0;
  if (isFor && isOneSided(value) && !isWhole) return undefined;
  // "8 % a year" over four years and "9 % more cars per trip" are no change of the whole.
  const isOfEach = !value.unit.includes('/') && (OF_EACH.test(claim.text.slice(value.end)) || EACH.test(claim.text));
  const isChange = operation === 'difference' || operation === 'percentage_change';
  if (isOfEach && (!isFor || isChange)) return undefined;
  // "One in ten was returned" is no share of those that were sold.
  const isOfOther = operation === 'share' && found.lacking.some(({ lower }) => !LIGHT_VERBS.has(lower));
  if (!isFor && isOfOther) return undefined;
  const values = operands.map((operand) => operandIn(operand, found.document));
  const shown = shownResult(found.calculation, found.document);
  return {
    stance: isFor ? 'for' : 'against',
    operation,
    operands: values,
    result: shown,
    reason: undefined,
    formula: calculationText({ operation, operands: values, result: shown }),
    places: placesOf(operands, found.document),
    isWhole,
    found: isFor ? undefined : { start: value.start, end: value.end },
  };
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

/** The result as an operand is written: "0.4 million", "5 %". */
function shownResult({ operation, operands, result }: Calculation, { reading }: ReadDocument): string {
  const [one, other] = operands.map(({ number }) => number.fact);
  if (operation === 'share' || operation === 'percentage_change') return `${shownNumber(result)} %`;
  if (operation === 'ratio' && isOfUnit(one!, other!)) return shownNumber(result);
  if (one!.kind === 'time') return `${shownNumber(result * DAY)} minutes`;
  if (one!.unit === 'date') return `${shownNumber(result / DAYS_IN_YEAR)} years`;
  const fact = operation === 'product' && one!.unit === '%' ? other! : one!;
  const written = reading.text.slice(fact.start, fact.end);
  const scale = SCALES.find(([pattern]) => pattern.test(written));
  const factor = Number(fact.written) > 0 ? amountOf(fact) / Number(fact.written) : 1;
  return scale === undefined ? shownNumber(result / factor) : `${shownNumber(result / factor / scale[1])} ${scale[2]}`;
}
