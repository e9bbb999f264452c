import type { Token } from '../../../text/index.ts';
import type { NegationCue } from '../extract/negations.ts';
import { isNegated } from '../extract/negations.ts';
import { OTHER_DENIALS } from '../lexicon/negators.ts';
import type { SurfaceReading } from '../reading.ts';

/** Share of the claim's words a source sentence must hold before the two can be said to disagree on a word. */
const NEGATION_FROM = 0.5;
/** Share of the words a source negation bears on that the claim has to hold. */
const SCOPE_SHARE = 0.6;

/** The claim and the source, and how much of the claim each source sentence holds. */
export interface Compared {
  readonly claim: SurfaceReading;
  readonly source: SurfaceReading;
  readonly overlaps: ReadonlyMap<number, number>;
}

function shareAt(pair: Compared, at: number): number {
  return pair.overlaps.get(pair.source.tokens[at]!.sentence) ?? 0;
}

/** The word occurs in the text and no occurrence that satisfies `where` is negated. */
function affirmed(reading: SurfaceReading, lemma: string, where: (at: number) => boolean): boolean {
  const positions = (reading.positions.get(lemma) ?? []).filter(where);
  return positions.length > 0 && positions.every((at) => !isNegated(reading.tokens, at));
}

/** Asked only of claims that negate nothing themselves. */
function sourceDenies(pair: Compared, cue: NegationCue): boolean {
  if (shareAt(pair, cue.at) < NEGATION_FROM) return false;
  const shared = cue.lemmas.filter((lemma) => pair.claim.positions.has(lemma));
  const head = shared[0];
  if (head === undefined || shared.length < cue.lemmas.length * SCOPE_SHARE) return false;
  const elsewhere = (at: number) => !isNegated(pair.source.tokens, at) && shareAt(pair, at) >= NEGATION_FROM;
  return !(pair.source.positions.get(head) ?? []).some(elsewhere);
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
export function negationDiffers(pair: Compared): boolean {
  if (pair.claim.negations.length > 1) return false;
  const resembles = (at: number) => shareAt(pair, at) >= NEGATION_FROM;
  if (pair.claim.negations.length === 1)
    return claimDenies(pair, pair.claim.negations[0]!) && !deniesOtherwise(pair.source, resembles);
  return pair.source.negations.some((cue) => sourceDenies(pair, cue)) && !deniesOtherwise(pair.claim, () => true);
}
