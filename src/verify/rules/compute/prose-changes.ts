import { isFunctionWord } from '../../../text/index.ts';
import { words } from '../lexicon/phrases.ts';
import { ORDERINGS } from '../lexicon/prose-words.ts';
import { DOWNWARDS, quantityKey, UPWARDS } from '../lexicon/table-words.ts';
import type { SurfaceReading } from '../reading.ts';
import { amountOf } from './calculations.ts';
import { numbersOf, type ReadDocument } from './candidates.ts';
import { type Computed, moved } from './computed.ts';
import { isPlain, measuredOf } from './prose-tables.ts';
import { isOfUnit, keysIn, rootOf, type SourceNumber, sentencesOf } from './source-numbers.ts';

const MOVED = words('went goes go gone changed moved');
/** By how much: the two values have to show it. */
const BY_FACTOR = words('doubled tripled quadrupled halved');
const MOVING = new Set([...MOVED, ...UPWARDS, ...DOWNWARDS].map(rootOf));
const DIRECTIONS = new Set([
  ...[...UPWARDS, ...DOWNWARDS],
  ...ORDERINGS.flatMap(({ larger, smaller }) => [...larger, ...smaller]),
]);
const BECAME = words('became become becomes got gotten went gone has have had');

/** A claim about which way a value went, for a sentence that says from what to what: "went from $4 to $3". */
export function changeClaim(claim: SurfaceReading, document: ReadDocument): Computed | undefined {
  const { reading, moved: by } = document;
  const isStill = !claim.tokens.some(({ lower }) => DIRECTIONS.has(lower));
  if (isStill || claim.facts.length + claim.negations.length > 0 || !reading.words.has('from')) return undefined;
  const numbers = numbersOf(document);
  const found = numbers.flatMap((from, i) => {
    const to = numbers[i + 1];
    return to !== undefined && isFromTo(reading, from, to) ? (changed(claim, reading, [from, to]) ?? []) : [];
  });
  return found.length === 1 ? moved(found[0], by) : undefined;
}

function isFromTo({ tokens }: SurfaceReading, { fact: one }: SourceNumber, { fact: other }: SourceNumber): boolean {
  const isNext = tokens[one.from - 1]?.lower === 'from' && tokens[one.to]?.lower === 'to' && other.from === one.to + 1;
  return isNext && one.bound === 'exact' && other.bound === 'exact' && isOfUnit(one, other);
}

function changed(
  claim: SurfaceReading,
  reading: SurfaceReading,
  [from, to]: readonly [SourceNumber, SourceNumber],
): Computed | undefined {
  if (!isPlain(reading, from.sentence)) return undefined;
  const measured = measuredOf(from.fact);
  const fitting = ORDERINGS.filter((one) => one.measured.has(measured) && one.needs.size === 0);
  const isUp = (word: string) => UPWARDS.has(word) || fitting.some(({ larger }) => larger.has(word));
  const isDown = (word: string) => DOWNWARDS.has(word) || fitting.some(({ smaller }) => smaller.has(word));
  const said = claim.tokens.filter(({ type, lower }) => type !== 'symbol' && type !== 'break' && lower !== '');
  const [up, down] = [said.some(({ lower }) => isUp(lower)), said.some(({ lower }) => isDown(lower))];
  const clause = keysIn(reading.tokens.slice(from.part.from, to.part.to));
  const others = said.filter(
    ({ lower }) => !isUp(lower) && !isDown(lower) && !BECAME.has(lower) && !isFunctionWord(lower),
  );
  const isHeld = (word: string) => clause.has(rootOf(word)) || quantityKey(word) === measured;
  const [one, other] = [amountOf(from.fact), amountOf(to.fact)];
  const isMoved = [...clause].some((root) => MOVING.has(root));
  const isClear =
    up !== down && others.length > 0 && others.every(({ lower }) => isHeld(lower) && !BY_FACTOR.has(lower));
  if (!isClear || !isMoved || one === other || said.some(({ lower }) => BY_FACTOR.has(lower) || lower === 'than'))
    return undefined;
  const operands = [from, to].map(({ fact: { start, end } }) => ({
    start,
    end,
    value: reading.text.slice(start, end),
  }));
  const { from: first, to: past } = sentencesOf(reading).get(from.sentence)!;
  const place = { start: reading.tokens[first]!.start, end: reading.tokens[past - 1]!.end };
  return {
    ...{
      stance: other > one === up ? 'for' : 'against',
      operation: 'comparison',
      operands,
      result: '',
    },
    formula: `${operands[0]!.value}, then ${operands[1]!.value}`,
    ...{ places: [place], isWhole: true, found: undefined, reason: undefined },
  };
}
