import { isFunctionWord } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { words } from '../lexicon/phrases.ts';
import { isOperator } from '../lexicon/table-words.ts';
import type { SurfaceReading } from '../reading.ts';
import { numbersOf, type ReadDocument } from './candidates.ts';
import { type Computed, moved, shownNumber } from './computed.ts';
import { equalAt } from './equal-at.ts';
import { isPlain } from './prose-tables.ts';
import { isOfUnit, keysIn, rootOf, type SourceNumber, SUMS, sentencesOf } from './source-numbers.ts';

const OFF = words('off discount');
const PRICED = words('now cost costs price sells pay pays');
/** More are no number of things that a buyer counts. */
const MOST_TAKEN = 100;

/** A value that a sentence implies, and the numbers that it follows from. */
interface Implied {
  readonly result: number;
  readonly of: Fact;
  readonly numbers: readonly Fact[];
  readonly formula: string;
  /** The words that a claim may have. */
  readonly held: ReadonlySet<string>;
}

/** A claim with a value that a sentence with all its words implies: "half of the 36 houses", "$80 and 25 % off", three times a price. */
export function impliedClaim(claim: SurfaceReading, document: ReadDocument): Computed | undefined {
  const { reading, moved: by } = document;
  const facts = claim.facts.map(({ fact }) => fact);
  const value = facts.at(-1);
  const isOfOther = claim.tokens.some(({ lower }) => OFF.has(lower) || (isOperator(lower) && !SUMS.has(lower)));
  if (value?.bound !== 'exact' || facts.length > 2 || claim.negations.length > 0 || isOfOther) return undefined;
  const isPart = (at: number) => facts.some(({ from, to }) => from <= at && at < to);
  const content = claim.tokens.filter(
    ({ type, lower }, at) =>
      type === 'word' && !isPart(at) && !isFunctionWord(lower) && !SUMS.has(lower) && !PRICED.has(lower),
  );
  const taken = facts.length === 2 ? facts[0] : undefined;
  const isPossible = taken === undefined ? reading.facts.some(({ fact }) => fact.unit === '%') : value.unit !== '';
  if (!isPossible || document.tables.length > 0 || !content.some(({ lemma }) => reading.positions.has(lemma)))
    return undefined;
  const found = numbersOf(document).flatMap((number, i, all) => {
    const next = all[i + 1]?.sentence === number.sentence ? all[i + 1] : undefined;
    const implied = impliedBy(reading, [number, next?.fact], taken);
    const { from, to } = sentencesOf(reading).get(number.sentence)!;
    const isOfValue =
      implied !== undefined &&
      isOfUnit(implied.of, value) &&
      (value.unit !== '' || implied.of.nouns.includes(value.nouns[0] ?? '')) &&
      content.every(({ lower }) => implied.held.has(rootOf(lower)));
    return isOfValue && isPlain(reading, number.sentence) ? [{ ...implied, from, to }] : [];
  });
  const [first, ...others] = found;
  const isFor = first !== undefined && equalAt(value, first.result);
  const isStated = first?.numbers.some((fact) => isOfUnit(fact, value) && fact.low === value.low);
  // Another value may be of something else in the sentence.
  if (!isFor || others.length > 0 || isStated) return undefined;
  const shown = (fact: Fact) => ({ start: fact.start, end: fact.end, value: reading.text.slice(fact.start, fact.end) });
  const [start, end] = [reading.tokens[first.from]!.start, reading.tokens[first.to - 1]!.end];
  const computed: Computed = {
    ...{ stance: 'for', operation: 'product', operands: first.numbers.map(shown) },
    ...{ result: shownNumber(first.result), formula: first.formula, places: [{ start, end }], isWhole: true },
    ...{ found: undefined, reason: undefined },
  };
  return moved(computed, by);
}

function impliedBy(
  reading: SurfaceReading,
  [{ fact: one, sentence, whole, own }, other]: readonly [SourceNumber, Fact | undefined],
  taken: Fact | undefined,
): Implied | undefined {
  const { tokens, text } = reading;
  const written = ({ start, end }: Fact) => text.slice(start, end);
  const isPlainUnit = !one.unit.includes('/') && one.bound === 'exact';
  if (taken !== undefined) {
    const isCount = taken.unit === '' && taken.bound === 'exact' && taken.low > 1 && taken.low <= MOST_TAKEN;
    if (!isCount || !isPlainUnit || one.unit === '' || one.unit === '%') return undefined;
    const result = taken.low * one.low;
    const formula = `${taken.low} × ${written(one)} = ${shownNumber(result)}`;
    return { result, of: one, numbers: [one], formula, held: own };
  }
  if (
    other === undefined ||
    !isPlain(reading, sentence) ||
    !isPlainUnit ||
    other.bound !== 'exact' ||
    other.unit.includes('/')
  )
    return undefined;
  const [share, all] = one.unit === '%' ? [one, other] : [other, one];
  const isOff = share.unit === '%' && OFF.has(tokens[share.to]?.lower ?? '') && all.kind === 'money';
  if (!isOff && !(one === share && whole === other)) return undefined;
  const result = (all.low * (isOff ? 100 - share.low : share.low)) / 100;
  const { from, to } = sentencesOf(reading).get(sentence)!;
  const held = keysIn(tokens.slice(from, to));
  const formula = `${isOff ? `${written(all)} less` : ''} ${written(share)} ${isOff ? '' : `of ${written(all)}`} = ${shownNumber(result)}`;
  return { result, of: all, numbers: [one, other], formula: formula.replace(/ +/g, ' ').trim(), held };
}
