import { STEP, type Steps, type Token } from '../../../text/index.ts';
import type { Fact, Finding, Name, SurfaceFindings } from '../findings.ts';
import { stepsOncePer } from '../once-per.ts';
import type { SurfaceReading } from '../reading.ts';
import { exceptionDiffers, isLimiting } from './compare-exceptions.ts';
import { factFindings } from './compare-facts.ts';
import { nameFindings } from './compare-names.ts';
import { negationDiffers } from './compare-negation.ts';
import { grouped } from './grouped.ts';
import type { PairBudget } from './pair-budget.ts';
import { followsLoosely } from './relate.ts';

/**
 * A claim span beside the source sentence that it copies but for a few words. Every finding is a conflict: the sentence has
 * another number, date, identifier or name in its place.
 */
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
 * What differs between a span and a sentence that it copies otherwise: numbers, dates and names for which the sentence
 * has another, a negation, and an exception. `undefined` when the sentence does not hold 85 % of the span's other words in order, or
 * has nothing in place of a number or name that it lacks.
 */
export function* copyDifferences(
  claim: SurfaceReading,
  source: SurfaceReading,
  budget: PairBudget,
): Steps<CopyDifferences | undefined> {
  const alone = { facts: yield* factFindings(claim, source, budget), names: yield* nameFindings(claim, source) };
  const { facts: allFacts, names: allNames } = yield* withPlaces(alone, claim, source);
  const facts = allFacts.filter(({ status }) => status === 'conflict');
  const names = allNames.filter(({ status }) => status === 'conflict');
  yield;
  const negation = negationDiffers(claim, source);
  const exception = exceptionDiffers(claim, source);
  const isSame = facts.length === 0 && names.length === 0 && !negation && !exception;
  if (isSame && [...allFacts, ...allNames].some(({ status }) => status === 'absent')) return undefined;
  const negating = new Set(negation ? claim.negations.map(({ at }) => at) : []);
  // A value that the sentence writes in another way, "7.5 cm" for "75 mm", lacks no word of it.
  const settled = [...allFacts.filter(({ status }) => status !== 'absent'), ...names].map((finding) => finding.claim);
  const isLeftOut = claim.tokens.map((token, i) => negating.has(i) || (exception && isLimiting(token)));
  for (const { from, to } of settled) isLeftOut.fill(true, from, to);
  const words = claim.tokens.flatMap((token, i) => (isWord(token) && !isLeftOut[i] ? [token.lower] : []));
  if (words.length < MIN_WORDS) return undefined;
  if (words.filter((word) => source.words.has(word)).length / words.length < COPIED) return undefined;
  yield;
  const wanted = new Set(words);
  const there = source.tokens.flatMap(({ lower }) => (wanted.has(lower) ? [lower] : []));
  const inOrder = yield* longestCommonSubsequence(words, there);
  const held = inOrder / words.length;
  return held >= COPIED ? { facts, names, negation, exception, held } : undefined;
}

/** What a sentence lacks it may have something else in place of. */
function* withPlaces(
  found: Pick<SurfaceFindings, 'facts' | 'names'>,
  claim: SurfaceReading,
  source: SurfaceReading,
): Steps<typeof found> {
  if (![...found.facts, ...found.names].some(({ status }) => status === 'absent')) return found;
  const places = { claim: yield* placesOf(claim), source: yield* placesOf(source) };
  return {
    facts: found.facts.map((finding) => besideFact(finding, places)),
    names: found.names.map((finding) => besideName(finding, claim, places)),
  };
}

/** In a copy, another value in the same place is a conflict, but for a looser bound: "over 300" where it has "over 350". */
function besideFact(finding: Finding<Fact>, places: BothPlaces): Finding<Fact> {
  const { claim: fact, status } = finding;
  if (status !== 'absent') return finding;
  const rival = places.source.facts.get(placeOf(fact, places.claim))?.[0];
  if (rival === undefined) return finding;
  return { claim: fact, source: rival, status: followsLoosely(fact, rival) ? 'match' : 'conflict' };
}

function besideName(finding: Finding<Name>, claim: SurfaceReading, places: BothPlaces): Finding<Name> {
  const { claim: name, status } = finding;
  if (status !== 'absent') return finding;
  const rival = places.source.names
    .get(placeOf(name, places.claim))
    ?.find((other) => !other.weak && !other.parts.some((part) => claim.words.has(part)));
  return rival === undefined ? finding : { claim: name, source: rival, status: 'conflict' };
}

/** Between which two words a text's facts and names stand; those in the same place are listed together. */
interface Places extends Neighbours {
  readonly facts: ReadonlyMap<string, readonly Fact[]>;
  readonly names: ReadonlyMap<string, readonly Name[]>;
}

interface BothPlaces {
  readonly claim: Places;
  readonly source: Places;
}

const placesOf = stepsOncePer(function* ({ tokens, facts, names }: SurfaceReading): Steps<Places> {
  const neighbours = neighboursIn(tokens);
  const places = (part: Fact | Name) => [placeOf(part, neighbours)];
  const plainFacts = facts.map(({ fact }) => fact);
  yield;
  return { ...neighbours, facts: yield* grouped(plainFacts, places), names: yield* grouped(names, places) };
});

/** For every token the nearest word at or before it, and at or behind it; '' beyond the end of the text. */
interface Neighbours {
  readonly before: readonly string[];
  readonly behind: readonly string[];
}

function neighboursIn(tokens: readonly Token[]): Neighbours {
  const nearest = (inOrder: readonly Token[]) => {
    let word = '';
    return inOrder.map((token) => {
      if (isWord(token)) word = token.lower;
      return word;
    });
  };
  return { before: nearest(tokens), behind: nearest(tokens.toReversed()).reverse() };
}

/** The words on both sides: two parts with the same ones stand in the same place of their texts. */
function placeOf({ from, to }: Pick<Fact, 'from' | 'to'>, { before, behind }: Neighbours): string {
  return `${before[from - 1] ?? ''}\n${behind[to] ?? ''}`;
}

function isWord({ type }: Token): boolean {
  return type !== 'symbol' && type !== 'break';
}

/** Each is set against all words of the other list, of which there may be hundreds. */
const WORDS_AT_ONCE = STEP / 4;

/** Length of the longest run of words that both lists hold in order, others between them allowed. */
function* longestCommonSubsequence(left: readonly string[], right: readonly string[]): Steps<number> {
  let row = new Uint16Array(right.length + 1);
  for (const [i, word] of left.entries()) {
    if (i % WORDS_AT_ONCE === WORDS_AT_ONCE - 1) yield;
    const next = new Uint16Array(right.length + 1);
    for (let at = 0; at < right.length; at++)
      next[at + 1] = right[at] === word ? row[at]! + 1 : Math.max(row[at + 1]!, next[at]!);
    row = next;
  }
  return row[right.length]!;
}
