import type { Token } from '../../../text/index.ts';
import type { Both, Fact, Finding, Name, SurfaceFindings } from '../findings.ts';
import { grouped, oncePer } from '../keyed.ts';
import { ALL, ONLY, SOME } from '../lexicon/negators.ts';
import type { SurfaceReading } from '../reading.ts';
import { isAnother } from './compare-names.ts';
import { deniesOfExcepted, hasException, isException } from './exceptions.ts';
import { followsLoosely } from './relate.ts';
import { isWithin } from './within-bound.ts';

/** A span and the sentence that it copies except for a few words: each finding is another value in the same place. */
export interface CopyDifferences extends SurfaceFindings {
  /** One of the two has an exception, an "only", or "all" for "some", that the other has not. */
  readonly exception: boolean;
  /** Share of the span's other words that the sentence holds in order, .85 to 1. */
  readonly held: number;
}

/** Share of the span's other words that the sentence must hold in the same order. */
const COPIED = 0.85;
/** Fewer other words than this make no copy. */
const MIN_WORDS = 3;

/**
 * The differences between a span and a sentence that it copies otherwise: numbers, dates and names for which the sentence
 * has another, a negation, and an exception. `undefined` when the sentence does not hold 85 % of the span's other words in order, or
 * has nothing in place of a number or name that it lacks. `found` is what the comparison of the two has found.
 */
export function copyDifferences(
  claim: SurfaceReading,
  source: SurfaceReading,
  found: SurfaceFindings,
): CopyDifferences | undefined {
  const { facts: allFacts, names: allNames } = withPlaces(found, claim, source);
  const facts = allFacts.filter(({ status }) => status === 'conflict');
  const names = allNames.filter(({ status }) => status === 'conflict');
  // "Dogs are not allowed on deck." of "Dogs are allowed everywhere except on deck."
  const isOfException = deniesOfExcepted(claim, source);
  const negation = found.negation && !isOfException;
  const exception = !isOfException && exceptionDiffers(claim, source);
  const isSame = facts.length === 0 && names.length === 0 && !negation && !exception;
  if (isSame && [...allFacts, ...allNames].some(({ status }) => status === 'absent')) return undefined;
  const negating = new Set(negation ? claim.negations.map(({ at }) => at) : []);
  // A value that the sentence writes in another way, "7.5 cm" for "75 mm", lacks no word of it.
  const settled = [...allFacts.filter(({ status }) => status !== 'absent'), ...names].map((finding) => finding.claim);
  const isLeftOut = claim.tokens.map((_, i) => negating.has(i) || (exception && isLimiting(claim.tokens, i)));
  for (const { from, to } of settled) isLeftOut.fill(true, from, to);
  const words = claim.tokens.flatMap((token, i) => (isWord(token) && !isLeftOut[i] ? [token.lower] : []));
  if (words.length < MIN_WORDS) return undefined;
  if (words.filter((word) => source.words.has(word)).length / words.length < COPIED) return undefined;
  const wanted = new Set(words);
  const there = source.tokens.flatMap(({ lower }) => (wanted.has(lower) ? [lower] : []));
  const inOrder = longestCommonSubsequence(words, there);
  const held = inOrder / words.length;
  return held >= COPIED ? { facts, names, negation, exception, held } : undefined;
}

/** Length of the longest run of words that both lists hold in order, others between them allowed. */
function longestCommonSubsequence(left: readonly string[], right: readonly string[]): number {
  let row = new Uint16Array(right.length + 1);
  for (const word of left) {
    const next = new Uint16Array(right.length + 1);
    for (let at = 0; at < right.length; at++)
      next[at + 1] = right[at] === word ? row[at]! + 1 : Math.max(row[at + 1]!, next[at]!);
    row = next;
  }
  return row[right.length]!;
}

/** An absent value or name is a conflict where the sentence has another one in the same place. */
function withPlaces(
  found: Pick<SurfaceFindings, 'facts' | 'names'>,
  claim: SurfaceReading,
  source: SurfaceReading,
): typeof found {
  if (![...found.facts, ...found.names].some(({ status }) => status === 'absent')) return found;
  const places = { claim: placesOf(claim), source: placesOf(source) };
  return {
    facts: found.facts.map((finding) => besideFact(finding, places)),
    names: found.names.map((finding) => besideName(finding, claim, places)),
  };
}

/**
 * In a copy, another value in the same place is a conflict, but for a looser bound of about the same size: "over 300" where
 * it has "over 350", not "over 25" where it has "over 250".
 */
function besideFact(finding: Finding<Fact>, places: Both<Places>): Finding<Fact> {
  const { claim: fact, status } = finding;
  if (status !== 'absent') return finding;
  const conflicting = places.source.facts.get(placeOf(fact, places.claim))?.[0];
  if (conflicting === undefined || isOneOf(fact, conflicting)) return finding;
  return { claim: fact, source: conflicting, status: isLoosened(fact, conflicting) ? 'match' : 'conflict' };
}

/** "12 bottles" in place of "six bottles or more". */
function isOneOf({ bound, unit, low, high }: Fact, limit: Fact): boolean {
  return bound === 'exact' && low === high && unit === limit.unit && limit.bound !== 'exact' && isWithin(low, limit);
}

/** A figure more than twice the other is not a rounded form of it. */
const MAX_LOOSENED = 2;

function isLoosened(claim: Fact, source: Fact): boolean {
  if (!followsLoosely(claim, source)) return false;
  if (claim.kind === 'date' || claim.kind === 'year' || claim.kind === 'time') return true;
  const [mine, other] = [figureOf(claim), figureOf(source)];
  return Math.max(mine, other) <= MAX_LOOSENED * Math.min(mine, other);
}

/** The finite edge of a bound. */
function figureOf({ low, high }: Fact): number {
  return Number.isFinite(low) ? low : high;
}

function besideName(finding: Finding<Name>, claim: SurfaceReading, places: Both<Places>): Finding<Name> {
  const { claim: name, status } = finding;
  if (status !== 'absent') return finding;
  const conflicting = places.source.names
    .get(placeOf(name, places.claim))
    ?.find((other) => !other.weak && isAnother(other, name, claim));
  return conflicting === undefined ? finding : { claim: name, source: conflicting, status: 'conflict' };
}

/** The facts and names of a text by the two words that they appear between. */
interface Places {
  /** For every token the nearest word at or before it, and at or after it; '' beyond the end of the text. */
  readonly before: readonly string[];
  readonly behind: readonly string[];
  readonly facts: ReadonlyMap<string, readonly Fact[]>;
  readonly names: ReadonlyMap<string, readonly Name[]>;
}

const placesOf = oncePer(({ tokens, facts, names }: SurfaceReading): Places => {
  const neighbours = neighboursIn(tokens);
  const places = (part: Fact | Name) => [placeOf(part, neighbours)];
  const plainFacts = facts.map(({ fact }) => fact);
  return { ...neighbours, facts: grouped(plainFacts, places), names: grouped(names, places) };
});

function neighboursIn(tokens: readonly Token[]): Pick<Places, 'before' | 'behind'> {
  const nearest = (inOrder: readonly Token[]) => {
    let word = '';
    return inOrder.map((token) => {
      if (isWord(token)) word = token.lower;
      return word;
    });
  };
  return { before: nearest(tokens), behind: nearest(tokens.toReversed()).reverse() };
}

/** The words on both sides: two parts with the same ones appear in the same place of their texts. */
function placeOf(
  { from, to }: Pick<Fact, 'from' | 'to'>,
  { before, behind }: Pick<Places, 'before' | 'behind'>,
): string {
  return `${before[from - 1] ?? ''}\n${behind[to] ?? ''}`;
}

/** Neither a mark nor a line end. */
function isWord({ type }: Token): boolean {
  return type !== 'symbol' && type !== 'break';
}

/**
 * True if one of two texts, of which one copies the other, excludes something that the other includes: an exception or a
 * condition ("except", "unless"), "only", or "all" in place of "some". The word must be next to one that both have: other
 * parts of a longer sentence do not count.
 */
function exceptionDiffers(claim: SurfaceReading, source: SurfaceReading): boolean {
  return lacksLimit(claim, source) || lacksLimit(source, claim) || exchangesQuantity(claim, source);
}

/** The other text limits words that this one has without a limit. */
function lacksLimit(one: SurfaceReading, other: SurfaceReading): boolean {
  const excepts = hasException(one);
  const hasOnly = hasAny(one, ONLY);
  if (excepts && hasOnly) return false;
  return other.tokens.some(({ lower }, at) => {
    if (isException(other.tokens, at)) return !excepts && standsBesideShared(other.tokens, at, one);
    return ONLY.has(lower) && !hasOnly && !excepts && isShared(nextContent(other.tokens, at, 1), one);
  });
}

/** The words right before an exception are its matter; one that opens the sentence bears on all of it. */
function standsBesideShared(tokens: readonly Token[], at: number, other: SurfaceReading): boolean {
  const before = nextContent(tokens, at, -1);
  return before === undefined || isShared(before, other);
}

function exchangesQuantity(claim: SurfaceReading, source: SurfaceReading): boolean {
  return claim.tokens.some(({ lower }, at) => {
    const opposite = ALL.has(lower) ? SOME : SOME.has(lower) ? ALL : undefined;
    const counted = opposite && nextContent(claim.tokens, at, 1);
    if (opposite === undefined || counted === undefined) return false;
    return (source.positions.get(counted.lemma) ?? []).some((place) => {
      const found = quantityBefore(source.tokens, place);
      return found !== undefined && opposite.has(found);
    });
  });
}

/** A word that limits a statement, or says of how many it holds. */
function isLimiting(tokens: readonly Token[], at: number): boolean {
  return isException(tokens, at) || [ONLY, ALL, SOME].some((list) => list.has(tokens[at]!.lower));
}

/** How far before a noun its "all" or "some" may be. */
const QUANTITY_REACH = 4;

function quantityBefore(tokens: readonly Token[], place: number): string | undefined {
  for (let at = place - 1; at >= Math.max(0, place - QUANTITY_REACH); at--) {
    const { lower } = tokens[at]!;
    if (ALL.has(lower) || SOME.has(lower)) return lower;
  }
  return undefined;
}

function hasAny({ words }: SurfaceReading, list: ReadonlySet<string>): boolean {
  return [...list].some((word) => words.has(word));
}

function isShared(token: Token | undefined, { words, positions }: SurfaceReading): boolean {
  return token !== undefined && (positions.has(token.lemma) || words.has(token.lower));
}

/** How many words may appear between: "only the three northern rooms". */
const REACH = 5;

/** The nearest content word or number of the same sentence, in one direction. */
function nextContent(tokens: readonly Token[], from: number, step: 1 | -1): Token | undefined {
  for (let at = from + step; Math.abs(at - from) <= REACH; at += step) {
    const token = tokens[at];
    if (token === undefined || token.sentence !== tokens[from]!.sentence) return undefined;
    if (token.lemma !== '' || token.type === 'number') return token;
  }
  return undefined;
}
