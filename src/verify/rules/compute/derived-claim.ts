import { partOfSpeech, type Span, type Token } from '../../../text/index.ts';
import { relationOf } from '../compare/relate.ts';
import { DAYS_IN_YEAR } from '../extract/units.ts';
import type { Fact } from '../findings.ts';
import { grouped, oncePer } from '../keyed.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';
import { type AskedCalculation, askedCalculation } from './asked-calculation.ts';
import { amountOf, asWritten, type Calculation, isSpanOfYears } from './calculations.ts';
import { calculationsByValue, isGiven, mayMeanOthers } from './calculations-by-value.ts';
import { calculationsByWords } from './calculations-by-words.ts';
import { type Candidate, candidatesIn, numbersOf, partOf, type ReadDocument, type SetOf } from './candidates.ts';
import type { Computed, Operand } from './computed.ts';
import { equalAt, isOneSided } from './equal-at.ts';
import { formulaOf, shownNumber } from './formula.ts';
import { isLooseWord } from './mentions.ts';
import { isOfUnit, rootOf, sentencesOf, sourceDates, sourceNumbers } from './source-numbers.ts';
import { missingWords, type Wanted } from './wanted.ts';

/** The result of the calculation that a claim needs. */
interface DerivedClaim {
  /** Undefined where no calculation is clear. */
  readonly computed: Computed | undefined;
  /** Some numbers of the document may give the claim's, clear or not. */
  readonly isGiven: boolean;
}

/** More numbers of one unit than these state or give any other one of it: none is then looked for. */
const MOST_NUMBERS = 200;
const FASTER = words('faster quicker sooner slower');
const BASE = words('since than from');

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
  const asked = askedCalculation(claim, (fact) => isStated(fact, document));
  if (asked === undefined) return undefined;
  const isAsked = asked.comparison !== undefined && asked.comparison !== 'rest';
  const found = computedFrom(claim, { asked, isChanged }, document);
  return found.computed === undefined && !isAsked ? undefined : found;
}

const factsByUnit = oncePer(({ facts }: SurfaceReading) =>
  grouped(
    facts.map(({ fact }) => fact),
    ({ unit }) => [unit],
  ),
);

function isStated(fact: Fact, document: ReadDocument): boolean {
  const ofUnit = partOf(factsByUnit(document.reading).get(fact.unit) ?? [], document, (one) => one);
  return ofUnit.length > MOST_NUMBERS || ofUnit.some((one) => relationOf(fact, one) === 'entailed');
}

function computedFrom(
  claim: SurfaceReading,
  { asked, isChanged }: Pick<Wanted, 'asked' | 'isChanged'>,
  document: ReadDocument,
): DerivedClaim {
  if (!asked.given.every((fact) => isStated(fact, document))) return { computed: undefined, isGiven: false };
  const keys = [...new Set(asked.content.map(({ lower }) => rootOf(lower)))];
  const setOf: SetOf = (held) => keys.reduce((set, key, i) => (held.has(key) ? set | (1 << i) : set), 0);
  const setWhere = (holds: (token: Token) => boolean) =>
    setOf(new Set(asked.content.filter(holds).map(({ lower }) => rootOf(lower))));
  const read = isSpanOfYears(asked.value) ? sourceDates : sourceNumbers;
  const candidates = candidatesIn(document, claim, { setOf, read });
  const words = {
    ...{ subject: setOf(asked.subject), other: setOf(asked.other), all: setWhere(() => true) },
    ...{ names: setWhere(isNamed), needed: setWhere((token) => isNamed(token) || !isLooseWord(token)) },
    year: setWhere(({ lower }) => lower === 'year' || lower === 'years'),
    anywhere: candidates.reduce((set, { around }) => set | around, 0),
  };
  const wanted = { asked, words, isBaseYear: isBaseYear(claim, asked), isChanged };
  const decide = (calculation: Calculation) =>
    decided(claim, asked, { calculation, document, isWhole: missingWords(calculation.operands, wanted) === 0 });
  const best = calculationsByWords(candidates, wanted);
  const isClear = best.length > 0 && best.every(({ result }) => result === best[0]!.result);
  const chosen = isClear ? decide(best[0]!) : undefined;
  if (chosen?.stance === 'for') return { computed: chosen, isGiven: true };
  for (const calculation of calculationsByValue(candidates, wanted)) {
    const proven = decide(calculation);
    if (proven?.stance === 'for') return { computed: proven, isGiven: true };
  }
  const isClearlyWrong = chosen !== undefined && !mayMeanOthers(candidates, wanted, best[0]!);
  return {
    computed: isClearlyWrong ? chosen : undefined,
    isGiven: document.tables.length > 0 || isGiven(numbersOf(document), asked),
  };
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
  readonly isWhole: boolean;
}

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
  if (isFor && isOneSided(value) && !found.isWhole) return undefined;
  const values = operands.map((operand) => operandIn(operand, found.document));
  const shown = shownResult(found.calculation, found.document);
  return {
    ...{ stance: isFor ? 'for' : 'against', operation, operands: values, result: shown, reason: undefined },
    formula: formulaOf(
      operation,
      values.map(({ value: one }) => one),
      shown,
    ),
    places: placesOf(operands, found.document),
    isWhole: found.isWhole,
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
  if (one!.unit === 'date') return `${shownNumber(result / DAYS_IN_YEAR)} years`;
  const fact = operation === 'product' && one!.unit === '%' ? other! : one!;
  const written = reading.text.slice(fact.start, fact.end);
  const scale = SCALES.find(([pattern]) => pattern.test(written));
  const factor = Number(fact.written) > 0 ? amountOf(fact) / Number(fact.written) : 1;
  return scale === undefined ? shownNumber(result / factor) : `${shownNumber(result / factor / scale[1])} ${scale[2]}`;
}
