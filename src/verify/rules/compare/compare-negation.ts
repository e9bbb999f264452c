import type { Token } from '../../../text/index.ts';
import { isNegated, type NegationCue } from '../extract/negations.ts';
import { oncePer } from '../keyed.ts';
import { OTHER_DENIALS } from '../lexicon/negators.ts';
import type { SurfaceReading } from '../reading.ts';

/** Share of the claim's words a source sentence must hold before the two can be said to disagree on a word. */
const NEGATION_FROM = 0.5;
/** Share of the words a source negation bears on that the claim has to hold. */
const SCOPE_SHARE = 0.6;

/** The claim and the source, and how much of the claim each source sentence holds. */
interface Compared {
  readonly claim: SurfaceReading;
  readonly source: SurfaceReading;
  readonly overlaps: ReadonlyMap<number, number>;
}

/** For each token of a reading whether a negation governs it, as far as it was asked. */
const negatedTokens = oncePer((_: SurfaceReading) => new Map<number, boolean>());

function isDenied(reading: SurfaceReading, at: number): boolean {
  const known = negatedTokens(reading);
  if (!known.has(at)) known.set(at, isNegated(reading.tokens, at));
  return known.get(at)!;
}

function shareAt(pair: Compared, at: number): number {
  return pair.overlaps.get(pair.source.tokens[at]!.sentence) ?? 0;
}

/** The word occurs in the text and no occurrence that satisfies `where` is negated. */
function affirmed(reading: SurfaceReading, lemma: string, where: (at: number) => boolean): boolean {
  const positions = (reading.positions.get(lemma) ?? []).filter(where);
  return positions.length > 0 && positions.every((at) => !isDenied(reading, at));
}

/** The word of the claim that a resembling sentence of the source denies. Asked only of claims that negate nothing. */
function deniedBy(pair: Compared, cue: NegationCue): string | undefined {
  if (shareAt(pair, cue.at) < NEGATION_FROM) return undefined;
  const shared = cue.lemmas.filter((lemma) => pair.claim.positions.has(lemma));
  return shared.length < cue.lemmas.length * SCOPE_SHARE ? undefined : shared[0];
}

function isAffirmedSomewhere(pair: Compared, lemma: string): boolean {
  const isAffirmed = (at: number) => !isDenied(pair.source, at) && shareAt(pair, at) >= NEGATION_FROM;
  return (pair.source.positions.get(lemma) ?? []).some(isAffirmed);
}

/** A resembling sentence that negates anything may say the same in other words: "never came" for "did not arrive". */
function claimDenies(pair: Compared, cue: NegationCue): boolean {
  if (pair.source.negations.some((other) => shareAt(pair, other.at) >= NEGATION_FROM)) return false;
  return affirmed(pair.source, cue.lemmas[0]!, (at) => shareAt(pair, at) >= NEGATION_FROM);
}

/** Beside "unless", "except", "too little" or "the longest" a negation may well say the same in other words. */
function deniesOtherwise({ tokens }: SurfaceReading, where: (at: number) => boolean): boolean {
  return tokens.some((token, at) => (OTHER_DENIALS.has(token.lower) || isSuperlative(token)) && where(at));
}

function isSuperlative({ lower, lemma }: Token): boolean {
  return lower.endsWith('est') && lemma !== lower;
}

/** One text denies what the other states of the same words; a claim that negates twice is left alone. */
export function negationDiffers(claim: SurfaceReading, source: SurfaceReading): boolean {
  const [own, ...further] = claim.negations;
  if (further.length > 0 || (own === undefined && source.negations.length === 0)) return false;
  const pair = { claim, source, overlaps: sentenceOverlaps(claim, source) };
  const resembles = (at: number) => shareAt(pair, at) >= NEGATION_FROM;
  if (own !== undefined) return claimDenies(pair, own) && !deniesOtherwise(source, resembles);
  const denied = new Set(source.negations.flatMap((cue) => deniedBy(pair, cue) ?? []));
  return [...denied].some((lemma) => !isAffirmedSomewhere(pair, lemma)) && !deniesOtherwise(claim, () => true);
}

/** Share of the claim's content words found in each sentence of the source, by sentence number; 0 to 1. */
function sentenceOverlaps(claim: SurfaceReading, source: SurfaceReading): Map<number, number> {
  const counts = new Map<number, number>();
  for (const lemma of claim.positions.keys()) {
    let last = -1;
    for (const at of source.positions.get(lemma) ?? []) {
      const sentence = source.tokens[at]!.sentence;
      if (sentence !== last) counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
      last = sentence;
    }
  }
  const total = Math.max(1, claim.positions.size);
  for (const [sentence, count] of counts) counts.set(sentence, count / total);
  return counts;
}
