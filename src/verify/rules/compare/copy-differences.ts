import { STEP, type Steps } from '../../../text/index.ts';
import type { SurfaceFindings } from '../findings.ts';
import type { SurfaceReading } from '../reading.ts';
import { exceptionDiffers, isLimiting } from './compare-exceptions.ts';
import { factFindings } from './compare-facts.ts';
import { nameFindings } from './compare-names.ts';
import { negationDiffers } from './compare-negation.ts';
import { isWord, withPlaces } from './copied-places.ts';
import type { PairBudget } from './pair-budget.ts';

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
