import type { Token } from '../../../text/index.ts';
import type { SurfaceReading } from '../reading.ts';
import type { Fact, FactFinding, NameFinding } from '../types.ts';
import { exceptionDiffers, isLimiting } from './compare-exceptions.ts';
import { factFindings } from './compare-facts.ts';
import { nameFindings } from './compare-names.ts';
import { negationDiffers } from './compare-negation.ts';
import { followsLoosely } from './relate.ts';
import { sentenceOverlaps } from './sentence-overlaps.ts';

/** A claim span beside the source sentence that it copies but for a few words. */
export interface CopyDifferences {
  /** Every one a conflict: the sentence has another number, date or identifier in its place. */
  readonly facts: readonly FactFinding[];
  /** Every one a conflict: the sentence has another name in its place. */
  readonly names: readonly NameFinding[];
  /** One of the two denies what the other states. */
  readonly negation: boolean;
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
export function copyDifferences(claim: SurfaceReading, source: SurfaceReading): CopyDifferences | undefined {
  const allFacts = factFindings(claim, source).map((finding) => besideFact(finding, claim, source));
  const allNames = nameFindings(claim, source).map((finding) => besideName(finding, claim, source));
  const facts = allFacts.filter(({ status }) => status === 'conflict');
  const names = allNames.filter(({ status }) => status === 'conflict');
  const negation = negationDiffers({ claim, source, overlaps: sentenceOverlaps(claim, source) });
  const exception = exceptionDiffers(claim, source);
  const isSame = facts.length === 0 && names.length === 0 && !negation && !exception;
  if (isSame && [...allFacts, ...allNames].some(({ status }) => status === 'absent')) return undefined;
  const negating = new Set(negation ? claim.negations.map(({ at }) => at) : []);
  // A value that the sentence writes in another way, "7.5 cm" for "75 mm", lacks no word of it.
  const settled = [...allFacts.filter(({ status }) => status !== 'absent'), ...names].map((finding) => finding.claim);
  const isOther = (i: number) =>
    !negating.has(i) &&
    !(exception && isLimiting(claim.tokens[i]!)) &&
    !settled.some(({ from, to }) => i >= from && i < to);
  const words = claim.tokens.flatMap((token, i) => (isWord(token) && isOther(i) ? [token.lower] : []));
  if (words.length < MIN_WORDS) return undefined;
  const inOrder = longestCommonSubsequence(
    words,
    source.tokens.map(({ lower }) => lower),
  );
  const held = inOrder / words.length;
  return held >= COPIED ? { facts, names, negation, exception, held } : undefined;
}

/** In a copy, another value in the same place is a conflict, but for a looser bound: "over 300" where it has "over 350". */
function besideFact(finding: FactFinding, claim: SurfaceReading, source: SurfaceReading): FactFinding {
  const { claim: fact, status } = finding;
  if (status !== 'absent') return finding;
  const rival = source.facts.find((other) => isInPlaceOf(other.fact, source.tokens, { place: fact, of: claim.tokens }));
  if (rival === undefined) return finding;
  return { claim: fact, source: rival.fact, status: followsLoosely(fact, rival.fact) ? 'match' : 'conflict' };
}

function besideName(finding: NameFinding, claim: SurfaceReading, source: SurfaceReading): NameFinding {
  const { claim: name, status } = finding;
  if (status !== 'absent') return finding;
  const rival = source.names.find(
    (other) =>
      !other.weak &&
      !other.parts.some((part) => claim.words.has(part)) &&
      isInPlaceOf(other, source.tokens, { place: name, of: claim.tokens }),
  );
  return rival === undefined ? finding : { claim: name, source: rival, status: 'conflict' };
}

type Place = Pick<Fact, 'from' | 'to'>;

/** Both stand between the same two words, or at the same end of their text. */
function isInPlaceOf(one: Place, tokens: readonly Token[], { place, of }: { place: Place; of: readonly Token[] }) {
  return (
    wordFrom(tokens, one.from - 1, -1) === wordFrom(of, place.from - 1, -1) &&
    wordFrom(tokens, one.to, 1) === wordFrom(of, place.to, 1)
  );
}

/** The first word at or beyond a place, in one direction; undefined at the end of the text. */
function wordFrom(tokens: readonly Token[], start: number, step: 1 | -1): string | undefined {
  let at = start;
  while (at >= 0 && at < tokens.length && !isWord(tokens[at]!)) at += step;
  return tokens[at]?.lower;
}

function isWord({ type }: Token): boolean {
  return type !== 'symbol' && type !== 'break';
}

/** Length of the longest run of words that both lists hold in order, others between them allowed. */
function longestCommonSubsequence(left: readonly string[], right: readonly string[]): number {
  let row = new Uint16Array(right.length + 1);
  for (const word of left) {
    const next = new Uint16Array(right.length + 1);
    for (let i = 0; i < right.length; i++)
      next[i + 1] = right[i] === word ? row[i]! + 1 : Math.max(row[i + 1]!, next[i]!);
    row = next;
  }
  return row[right.length]!;
}
