import { factFindings } from './compare-facts.ts';
import { nameFindings } from './compare-names.ts';
import { negationDiffers } from './compare-negation.ts';
import { sentenceOverlaps } from './overlap.ts';
import { readSurface, type SurfaceReading } from './reading.ts';
import type { FactFinding, NameFinding } from './types.ts';

/** A claim span beside the source sentence that it copies but for a few words. */
export interface CopyDifferences {
  readonly facts: readonly FactFinding[];
  readonly names: readonly NameFinding[];
  /** One of the two denies what the other states. */
  readonly negation: boolean;
}

/** Share of the span's other words that the sentence must hold in the same order. */
const COPIED = 0.85;
/** Fewer other words than this make no copy. */
const LEAST_WORDS = 3;

/**
 * What differs between a span and a sentence that it copies otherwise: numbers, dates and names for which the sentence
 * has another, and a negation. `undefined` when the sentence does not hold 85 % of the span's other words in order.
 */
export function copyDifferences(claim: SurfaceReading, sentence: string): CopyDifferences | undefined {
  const source = readSurface(sentence);
  const facts = exchangedFacts(claim, source);
  const names = nameFindings(claim, source).filter(({ status }) => status === 'conflict');
  const negation = negationDiffers({ claim, source, overlaps: sentenceOverlaps(claim, source) });
  const negating = new Set(negation ? claim.negations.map(({ at }) => at) : []);
  const exchanged = [...facts, ...names].map((finding) => finding.claim);
  const isOther = (i: number) => !negating.has(i) && !exchanged.some(({ from, to }) => i >= from && i < to);
  const words = claim.tokens.flatMap(({ type, lower }, i) =>
    type !== 'symbol' && type !== 'break' && isOther(i) ? [lower] : [],
  );
  if (words.length < LEAST_WORDS) return undefined;
  const held = longestCommonSubsequence(
    words,
    source.tokens.map(({ lower }) => lower),
  );
  return held >= COPIED * words.length ? { facts, names, negation } : undefined;
}

/** Conflicting facts, and those that the sentence lacks while it has another that the claim lacks: "dollars" for "euros". */
function exchangedFacts(claim: SurfaceReading, source: SurfaceReading): FactFinding[] {
  const findings = factFindings(claim, source);
  const matched = new Set(findings.filter(({ status }) => status === 'match').map((finding) => finding.source));
  const hasRival = source.facts.some(({ fact }) => !matched.has(fact));
  return findings.filter(({ status }) => status === 'conflict' || (status === 'absent' && hasRival));
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
