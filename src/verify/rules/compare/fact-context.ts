import { firstIndex, type Token } from '../../../text/index.ts';
import { saysEdge } from '../extract/time-edges.ts';
import type { Fact } from '../findings.ts';
import { oncePer } from '../keyed.ts';
import { BOUNDS_AFTER } from '../lexicon/bound-phrases.ts';
import { slotKey } from '../lexicon/synonyms.ts';
import type { SurfaceReading } from '../reading.ts';

/** A content word near a fact, and how much it shows which slot the fact fills (0 to 1). */
interface ContextWord {
  readonly slot: string;
  readonly weight: number;
}

/** Half of a word's say is lost this many tokens away from the fact. */
const HALF_DISTANCE = 4;
/** A claim is at most a few sentences: further words do not describe the slot. */
const REACH = 24;
/** The subject is often named once, far from the number: being there at all counts for something. */
const ELSEWHERE = 0.35;

function nearness(distance: number): number {
  return HALF_DISTANCE / (HALF_DISTANCE + distance);
}

function wordsAround(fact: Fact, tokens: readonly Token[]): ContextWord[] {
  const best = new Map<string, number>();
  const sentence = tokens[fact.from]!.sentence;
  // The words of "may not fall below", "no heavier than" and "starts at" belong to the bound.
  const from = /^(?:no|not|never|cannot|start(?:s|ing)?)$/.test(tokens[fact.boundFrom]!.lower)
    ? fact.boundFrom
    : fact.from;
  for (let i = Math.max(0, fact.from - REACH); i < Math.min(tokens.length, fact.to + REACH); i++) {
    const token = tokens[i]!;
    if (token.lemma === '' || token.sentence !== sentence || (i >= from && i < fact.to)) continue;
    if (i === fact.to && BOUNDS_AFTER.has(token.lower)) continue;
    // "Closes" is in the edge of the time: the source may say it by a range.
    if (fact.edge !== undefined && saysEdge(token.lower)) continue;
    const distance = i < fact.from ? fact.from - 1 - i : i - fact.to;
    const weight = nearness(distance);
    const slot = slotKey(token.lemma);
    if (weight > (best.get(slot) ?? 0)) best.set(slot, weight);
  }
  return [...best].map(([slot, weight]) => ({ slot, weight }));
}

const knownContexts = oncePer((_: SurfaceReading) => new Map<Fact, ContextWord[]>());

export function contextOf(fact: Fact, claim: SurfaceReading): readonly ContextWord[] {
  const known = knownContexts(claim);
  const context = known.get(fact) ?? wordsAround(fact, claim.tokens);
  known.set(fact, context);
  return context;
}

/** Tokens between a fact and the nearest of some ascending positions outside it; binary search keeps repetitive texts cheap. */
export function distanceTo(positions: readonly number[], { from, to }: Fact): number {
  const next = firstIndex(positions.length, (i) => positions[i]! >= from);
  const behind = firstIndex(positions.length, (i) => positions[i]! >= to);
  const before = next > 0 ? from - 1 - positions[next - 1]! : Number.POSITIVE_INFINITY;
  const after = behind < positions.length ? positions[behind]! - to : Number.POSITIVE_INFINITY;
  return Math.min(before, after);
}

/** How near each fact of a source is to the nearest place of a word, by the word's slot. */
const nearnessBySlot = oncePer((_: SurfaceReading) => new Map<string, Float64Array>());

function nearnessTo(slot: string, source: SurfaceReading): Float64Array {
  const known = nearnessBySlot(source);
  const positions = source.slots.get(slot) ?? [];
  const found =
    known.get(slot) ??
    Float64Array.from(source.facts, ({ fact }) => Math.max(nearness(distanceTo(positions, fact)), ELSEWHERE));
  known.set(slot, found);
  return found;
}

/** A word of a claim fact's surroundings, and what it is worth at each fact of the source. */
interface SoughtWord extends ContextWord {
  readonly atLeast: number;
  readonly near: Float64Array;
}

const NOWHERE = new Float64Array();

/** The share, 0 to 1, of a claim fact's context that a fact of the source has around it, by its index. */
export function affinityTo(context: readonly ContextWord[], source: SurfaceReading): (index: number) => number {
  const total = context.reduce((sum, { weight }) => sum + weight, 0);
  const words: SoughtWord[] = [];
  for (const { slot, weight } of context) {
    const isThere = source.slots.has(slot);
    const isFar = weight <= ELSEWHERE;
    const near = isThere && !isFar ? nearnessTo(slot, source) : NOWHERE;
    words.push({ slot, weight, atLeast: isThere && isFar ? weight : 0, near });
  }
  return (index) => {
    const { implied } = source.facts[index]!.fact;
    let found = 0;
    for (const { slot, weight, atLeast, near } of words) {
      if (implied.length > 0 && implied.includes(slot)) found += weight;
      else found += Math.max(atLeast, Math.min(weight, near[index] ?? 0));
    }
    return total === 0 ? 0 : found / total;
  };
}
