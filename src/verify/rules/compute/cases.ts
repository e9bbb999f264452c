import { isFunctionWord, type Span, type Token } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { words } from '../lexicon/phrases.ts';
import { COMPARATIVES } from '../lexicon/table-words.ts';
import type { SurfaceReading } from '../reading.ts';
import { partOf, type ReadDocument } from './candidates.ts';
import { heldKeys, isDenied, isExact, isHeld, keyOf, keysOfToken, type Said, saidIn } from './case-words.ts';
import { type Computed, moved } from './computed.ts';
import { isLooseWord } from './mentions.ts';
import { sentencesOf } from './source-numbers.ts';

/** One of the cases of a rule, by the values that it is for: "up to 2 kg", and "heavier parcels" for all above. */
interface Case extends Span {
  /** Its tokens behind the words for its values. */
  readonly from: number;
  readonly to: number;
  readonly holds: (value: number) => boolean;
  /** Its words without those of other cases. */
  readonly own: Said;
}

/** Words for all values that no case before is for. */
const OTHERWISE = words('otherwise others rest else');
/** "Below that", "after that": which values. */
const BEYOND: ReadonlyMap<string, 1 | -1> = new Map([
  ...['above', 'after', 'beyond', 'over'].map((word) => [word, 1] as const),
  ...['below', 'under'].map((word) => [word, -1] as const),
]);
/** Comparatives that say less of what they are of. */
const NOT_OF_SIZE = words('more less better worse later earlier further');
const DIVIDERS = words('; , . : and but while whereas otherwise');
/** A rule with such words has another condition, or is none. */
const UNSURE =
  /\b(?:except|unless|but(?!$)|excluding|only|also|too|well|usually|mostly|often|sometimes|formerly|used to|was|were|had|would|might|could|if|last|until|wish\w*|want\w*|hop(?:es?|ed|ing)|plan\w*|propos\w+|said|says?|suggest\w*)\b/i;
const UNSURE_CLAIM =
  /\b(?:except|unless|excluding|only|usually|mostly|often|sometimes|always|was|were|had|did|would|might|paid(?! by)|got|went|came|sent (?:a|the)|took|gave)\b/i;
/** A value of a class of things, and not of one that was measured: "a parcel of 3 kg", "a $30 order", "someone who is 70". */
const INSTANCE =
  /(?:\b(?:an?|any|each|every|one|you|someone|anyone|whoever)\b(?: [\p{L}'-]+){0,5}|^\p{L}+(?:s|ing)\b(?: [\p{L}'-]+){0,4}) (?:of|for|over|after|at|with|within|worth|aged|(?:who|that|which) (?:are|costs?|is|lasts?|takes?|weighs?)) $/u;
const MOST_OF_THING = 4;
/** Room for other units and ways to count. */
const NEAR = 0.03;

/** A claim about a value for which a rule of the source has a case, by the words that only one of its cases has. */
export function caseClaim(claim: SurfaceReading, document: ReadDocument): Computed | undefined {
  const { reading, tables, moved: by } = document;
  if (tables.length > 0 || UNSURE_CLAIM.test(claim.text) || isDenied(claim, { start: 0, end: claim.text.length }))
    return undefined;
  const instances = claim.facts.map(({ fact }) => fact).filter((fact) => isExact(fact) && isInstance(claim, fact));
  const [value, another] = instances;
  if (value === undefined || another !== undefined) return undefined;
  const cases = casesOf(reading, partOf(reading.facts, document, ({ fact }) => fact).flatMap(limitOf(value, reading)));
  const chosen = cases.filter(({ holds }) => holds(value.low));
  const [found] = chosen;
  if (found === undefined || chosen.length > 1) return undefined;
  const others = cases.filter((one) => one !== found);
  const isOfValue = ({ start, end }: Span) => value.start <= start && end <= value.end;
  const said = saidIn(claim, { start: 0, end: claim.text.length }, [{ ...value, start: thingOf(value, claim) }]);
  // Words of other sentences are of other rules: "children never need a ticket".
  const held = heldKeys(reading, cases);
  const unheld = claim.tokens.filter(
    (token) =>
      token.type === 'word' && !isOfValue(token) && !isFunctionWord(token.lower) && !isHeld(token, held, claim),
  );
  const isStated = (fact: Fact) =>
    partOf(reading.facts, document, (one) => one.fact).some(({ fact: one }) => keyOf(one) === keyOf(fact));
  if (unheld.some((token) => !isLooseWord(token))) return undefined;
  if (!claim.facts.every(({ fact }) => fact === value || isStated(fact))) return undefined;
  const tells = (i: number, { own }: Case) => [...said[i]!].some((key) => own[i]!.has(key));
  const first = said.findIndex((_, i) => cases.some((one) => tells(i, one)));
  if (first < 0) return undefined;
  const isFor = tells(first, found);
  if (isFor && others.some((one) => tells(first, one))) return undefined;
  // "5 cents a minute" is not the cost of a call.
  const isOfCase = ({ fact }: SurfaceReading['facts'][number]) => found.start <= fact.start && fact.end <= found.end;
  const inCase = reading.facts.filter(isOfCase).map(({ fact }) => fact);
  const isRate = (fact: Fact) => inCase.some((one) => keyOf(one) === keyOf(fact) && one.unit !== fact.unit);
  if (isFor && claim.facts.some(({ fact }) => fact !== value && isRate(fact))) return undefined;
  const isWhole = unheld.length === 0 && !hasOtherCondition(reading, [found, ...others], said);
  const stance = isFor ? 'for' : 'against';
  const words = reading.text.slice(found.start, found.end).replace(/[.,;:]$/, '');
  const text = `"${words}" for ${claim.text.slice(value.start, value.end)}`;
  const computed: Computed = {
    ...{ stance: isWhole ? stance : 'open', operation: 'comparison', operands: [], result: text, formula: text },
    ...{ places: [{ start: found.start, end: found.end }], isWhole, found: undefined },
    ...{ reason: isWhole ? undefined : 'not_settled' },
    ...(isFor || isWhole ? {} : { leans: 'against' }),
  };
  return moved(computed, by);
}

const CONDITIONS = words('at during for from in on with');
const MOST_OF_CONDITION = 4;

/** True if a case holds for something that the claim does not name: "free for students", "on long flights". */
function hasOtherCondition(
  { tokens }: SurfaceReading,
  [{ from, to }, ...others]: readonly [Case, ...(readonly Case[])],
  said: Said,
): boolean {
  // "In the garden" and "in the hall" are what tells the cases apart.
  const isInAll = (word: string) =>
    others.every((other) => tokens.slice(other.from, other.to).some(({ lower }) => lower === word));
  return tokens.slice(from, to).some(({ lower }, i) => {
    const behind = tokens.slice(from + i + 1, Math.min(to, from + i + 1 + MOST_OF_CONDITION));
    const thing = behind.find((token) => token.type !== 'word' || !isFunctionWord(token.lower));
    const isChoice = tokens[from + i - 1]?.lower === 'or';
    return (
      !isChoice &&
      !isInAll(lower) &&
      CONDITIONS.has(lower) &&
      thing?.type === 'word' &&
      !keysOfToken(thing).some((key) => said[2].has(key))
    );
  });
}

function isInstance({ text, tokens }: SurfaceReading, { from, start, nouns }: Fact): boolean {
  const before = tokens[from - 1]?.lower ?? '';
  return (/^(?:an?|any)$/.test(before) && nouns.length > 0) || INSTANCE.test(text.slice(0, start).toLowerCase());
}

/** Where the words for the thing of a value begin: "a parcel of 3 kg". */
function thingOf({ from, start }: Fact, { tokens }: SurfaceReading): number {
  const at = tokens.slice(0, from).findLastIndex(({ lower }) => /^(?:an?|any|each|every)$/.test(lower));
  return at < 0 || from - at > MOST_OF_THING ? start : tokens[at]!.start;
}

/** The limits of the unit of a value: "up to 2 kg", "6 to 14", "the first 20 minutes". */
function limitOf(value: Fact, { tokens }: SurfaceReading) {
  return ({ fact }: SurfaceReading['facts'][number]): Fact[] => {
    if (fact.unit !== value.unit || fact.kind !== value.kind || fact.bound === 'about') return [];
    const isFirst = tokens[fact.from - 1]?.lower === 'first' && tokens[fact.from - 2]?.lower === 'the';
    if (isFirst) return [{ ...fact, bound: 'at_most', low: Number.NEGATIVE_INFINITY }];
    return isExact(fact) ? [] : [fact];
  };
}

/** The cases of the only rule with such limits; none where it is not clear which words are of which case. */
function casesOf(reading: SurfaceReading, limits: readonly Fact[]): readonly Case[] {
  const { tokens, text } = reading;
  const [first] = limits;
  if (first === undefined || limits.length > 3) return [];
  const sentence = tokens[first.from]!.sentence;
  const { from, to } = sentencesOf(reading).get(sentence)!;
  const end = sentencesOf(reading).get(sentence + 1)?.to ?? to;
  if (limits.some((limit) => limit.to > end)) return [];
  const rest = restAt(tokens, { from: first.to, to: end }, limits);
  if (rest === 'unclear' || (rest === undefined && limits.length < 2)) return [];
  const heads = [
    ...limits.map((limit) => ({ at: Math.min(limit.boundFrom, limit.from), past: limit.to, holds: isIn(limit) })),
    ...(rest === undefined ? [] : [rest]),
  ].toSorted((one, other) => one.at - other.at);
  const starts = heads.map(({ at }, i) => (i === 0 ? from : dividedAt(tokens, heads[i - 1]!.at, at)));
  const last = sentencesOf(reading).get(tokens[heads.at(-1)!.at]!.sentence)!.to;
  if (starts.includes(undefined)) return [];
  const places = heads.map((_, i) => ({
    start: tokens[starts[i]!]!.start,
    end: tokens[(starts[i + 1] ?? last) - 1]!.end,
  }));
  if (places.some((place) => UNSURE.test(text.slice(place.start, place.end)) || isDenied(reading, place))) return [];
  const read = places.map((place) => saidIn(reading, place, limits));
  // "Repairs are paid by the tenant, larger ones by the landlord": the cost tells none apart.
  const isOfCost = read.every(([, cost]) => cost.size > 0);
  const said = read.map(([values, cost, others]): Said => [values, isOfCost ? cost : new Set(), others]);
  const ownOf = (i: number, part: 0 | 1 | 2) =>
    new Set([...said[i]![part]].filter((key) => !said.some((other, j) => j !== i && other[part].has(key))));
  return places.map((place, i) => ({
    ...place,
    ...{ holds: heads[i]!.holds, from: heads[i]!.past, to: starts[i + 1] ?? last },
    own: [ownOf(i, 0), ownOf(i, 1), ownOf(i, 2)] as const,
  }));
}

function isIn({ low, high, lowOpen, highOpen }: Fact): (value: number) => boolean {
  return (value) => {
    const isNear = [low, high].some((edge) => edge !== value && Math.abs(edge - value) < NEAR * Math.abs(value));
    return !isNear && (lowOpen ? low < value : low <= value) && (highOpen ? value < high : value <= high);
  };
}

/** The words for the values of no other case, behind the first one: "otherwise", "heavier parcels", "below that". */
function restAt(tokens: readonly Token[], { from, to }: { from: number; to: number }, limits: readonly Fact[]) {
  const least = limits.toSorted((one, other) => one.low - other.low)[0]!.low;
  const most = limits.toSorted((one, other) => other.high - one.high)[0]!.high;
  const isInNone = (value: number) =>
    limits.every((limit) => !isIn(limit)(value) && Math.abs(value - limit.low) >= NEAR * value);
  const found = tokens.slice(from, to).flatMap(({ lower }, i) => {
    const at = from + i;
    const next = tokens[at + 1]?.lower ?? '';
    if (OTHERWISE.has(lower)) return [{ at, direction: 0 }];
    if (BEYOND.has(lower) && next === 'that') return [{ at, direction: BEYOND.get(lower)! }];
    const end = COMPARATIVES.get(lower)?.end;
    if (end === undefined || NOT_OF_SIZE.has(lower) || next === 'than' || tokens[at - 1]?.type === 'number') return [];
    return [{ at, direction: end === 'most' ? 1 : -1 }];
  });
  const [rest, another] = found;
  if (rest === undefined) return undefined;
  const isPossible = rest.direction > 0 ? most < Number.POSITIVE_INFINITY : least > Number.NEGATIVE_INFINITY;
  if (another !== undefined || (rest.direction !== 0 && !isPossible)) return 'unclear';
  const isBeyond = (value: number) => rest.direction === 0 || (rest.direction > 0 ? value >= most : value <= least);
  return { at: rest.at, past: rest.at + 1, holds: (value: number) => isBeyond(value) && isInNone(value) };
}

/** Where the words of the case of a later head begin: behind the last mark or conjunction before it, or at its sentence. */
function dividedAt(tokens: readonly Token[], before: number, at: number): number | undefined {
  for (let i = at; i > before; i -= 1) {
    if (tokens[i - 1]!.sentence !== tokens[at]!.sentence) return i;
    if (DIVIDERS.has(tokens[i]!.lower)) return Math.min(i + 1, at);
  }
  return undefined;
}
