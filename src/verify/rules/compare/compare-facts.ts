import { isTime } from '../extract/qualifiers.ts';
import { SINGLE_EVENTS } from '../lexicon/single-events.ts';
import { type ContextedFact, nearness, type SurfaceReading } from '../reading.ts';
import type { Fact, FactFinding, FactKind } from '../types.ts';
import { compareQualifiers, type SameMatter } from './compare-qualifiers.ts';
import { comparable, followsLoosely, type Relation, relate } from './relate.ts';

/** A claim with more facts than this is no sentence; the bound keeps the work small on any input. */
const MAX_COMPARED = 64;

/** A source fact set against a claim fact, and how sure we are that both fill the same slot. */
interface Candidate {
  readonly found: ContextedFact;
  readonly relation: Relation;
  /** Share of the claim fact's surroundings found around the source fact, 0 to 1, nearer words counting more. */
  readonly affinity: number;
  /** Whether both count the same thing. */
  readonly nouns: 'same' | 'different' | 'unknown';
  /** Whether both hold of the same thing, time, place and group. */
  readonly matter: SameMatter;
}

/** Affinity from which an excluded value is about the same thing; measured on public claim sets, per kind. */
const CONFLICT_FROM: Readonly<Record<FactKind, number>> = {
  number: 0.9,
  percent: 0.5,
  money: 0.5,
  date: 0.5,
  year: 0.5,
  duration: 0.6,
  measure: 0.65,
  ordinal: 2,
  time: 0.6,
  identifier: 2,
};
/** With the same noun counted, less of the surroundings has to agree. */
const SAME_NOUN_FROM = 0.5;
const NOUN_WEIGHT = 0.2;
/** With less in common no value is a rival, whatever it holds of. */
const MIN_AFFINITY = 0.3;
/** How far from a date the word stands for what happened then. */
const EVENT_REACH = 16;
/** Equal values are strong evidence: only a clearly better slot overrules them. */
const EXACT_MARGIN = 0.3;
/** "more than 300" holds by chance for many numbers: the slot has to be nearly as good as the rival's. */
const BOUNDED_MARGIN = 0.1;
/** The subject is often named once, far from the number: being there at all counts for something. */
const ELSEWHERE = 0.35;

function nounsOf(claim: Fact, source: Fact): Candidate['nouns'] {
  if (claim.nouns.length === 0 || source.nouns.length === 0) return 'unknown';
  return claim.nouns.some((noun) => source.nouns.includes(noun)) ? 'same' : 'different';
}

/** Tokens between a fact and the nearest of some ascending positions; binary search keeps repetitive texts cheap. */
function closest(positions: readonly number[], fact: Fact): number {
  let low = 0;
  let high = positions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (positions[middle]! < fact.from) low = middle + 1;
    else high = middle;
  }
  const before = low > 0 ? fact.from - 1 - positions[low - 1]! : Number.POSITIVE_INFINITY;
  while (low < positions.length && positions[low]! < fact.to) low += 1;
  const after = low < positions.length ? positions[low]! - fact.to : Number.POSITIVE_INFINITY;
  return Math.min(before, after);
}

function affinity(claim: ContextedFact, source: ContextedFact, reading: SurfaceReading): number {
  let total = 0;
  let found = 0;
  for (const { slot, weight } of claim.context) {
    total += weight;
    if (source.fact.implied.includes(slot)) {
      found += weight;
      continue;
    }
    const positions = reading.slots.get(slot);
    if (positions === undefined) continue;
    const distance = closest(positions, source.fact);
    found += Math.min(weight, Math.max(nearness(distance), ELSEWHERE));
  }
  return total === 0 ? 0 : found / total;
}

function candidatesFor(claim: ContextedFact, source: SurfaceReading): Candidate[] {
  const candidates: Candidate[] = [];
  for (const other of source.facts) {
    if (!comparable(claim.fact, other.fact)) continue;
    const nouns = nounsOf(claim.fact, other.fact);
    const relation = relate(claim.fact, other.fact);
    const near = affinity(claim, other, source);
    const matter = near < MIN_AFFINITY ? 'unknown' : compareQualifiers(claim, other);
    candidates.push({ found: other, relation, affinity: near, nouns, matter });
  }
  return candidates;
}

/** How well a candidate fits the slot: its surroundings, and whether the same thing is counted. */
function fit(candidate: Candidate): number {
  if (candidate.nouns === 'unknown') return candidate.affinity;
  return candidate.affinity + (candidate.nouns === 'same' ? NOUN_WEIGHT : -NOUN_WEIGHT);
}

/** The best match, or the best rival: another value of another year, group or place is none. */
function best(candidates: readonly Candidate[], entailed: boolean): Candidate | undefined {
  let top: Candidate | undefined;
  for (const candidate of candidates) {
    if ((candidate.relation === 'entailed') !== entailed) continue;
    if (!entailed && candidate.matter === 'different') continue;
    if (top === undefined || fit(candidate) > fit(top)) top = candidate;
  }
  return top;
}

function identifierFinding(claim: Fact, source: SurfaceReading): FactFinding {
  const same = source.facts.find(({ fact }) => fact.kind === 'identifier' && fact.unit === claim.unit);
  if (same !== undefined) return { claim, source: same.fact, status: 'match' };
  const mentioned = claim.unit.split(' ').every((part) => source.words.has(part));
  return { claim, status: mentioned ? 'match' : 'absent' };
}

/** Both dates are given for what happens once, "opened in 2014" and "in 2015", but not "grew in 2014"; or for what a thing is, "a 1980 drama". */
function sharesSingleEvent(
  claim: ContextedFact,
  { fact: source, describes }: ContextedFact,
  { slots }: SurfaceReading,
) {
  if (claim.describes && describes) return true;
  return claim.context.some(({ slot }) => {
    if (!SINGLE_EVENTS.has(slot)) return false;
    return source.implied.includes(slot) || closest(slots.get(slot) ?? [], source) <= EVENT_REACH;
  });
}

function isConflict(claim: ContextedFact, rival: Candidate, source: SurfaceReading): boolean {
  if (rival.relation !== 'excluded' || rival.nouns === 'different' || claim.negated) return false;
  if (isTime(claim.fact) && !sharesSingleEvent(claim, rival.found, source)) return false;
  return rival.affinity >= (rival.nouns === 'same' ? SAME_NOUN_FROM : CONFLICT_FROM[claim.fact.kind]);
}

/** An equal value, or one inside the bound, counts unless a value of a clearly better slot speaks against it. */
function isOverruled(claim: Fact, match: Candidate, rival: Candidate | undefined): boolean {
  if (rival === undefined) return false;
  if (match.matter === 'different' && rival.matter === 'same') return true;
  const margin = claim.bound === 'exact' ? EXACT_MARGIN : BOUNDED_MARGIN;
  return fit(rival) > fit(match) + margin;
}

function findingFor(claim: ContextedFact, source: SurfaceReading): FactFinding {
  const { fact } = claim;
  if (fact.kind === 'identifier') return identifierFinding(fact, source);
  const candidates = candidatesFor(claim, source);
  const rival = best(candidates, false);
  const match = best(candidates, true);
  if (match !== undefined && !isOverruled(fact, match, rival))
    return { claim: fact, source: match.found.fact, status: 'match' };
  if (rival !== undefined && isConflict(claim, rival, source))
    return { claim: fact, source: rival.found.fact, status: 'conflict' };
  const kept = match !== undefined && (fact.bound === 'exact' || rival?.relation !== 'excluded');
  if (kept) return { claim: fact, source: match.found.fact, status: 'match' };
  const looser = rival !== undefined && followsLoosely(fact, rival.found.fact) && rival.nouns !== 'different';
  return { claim: fact, ...(looser ? { source: rival.found.fact } : {}), status: 'absent' };
}

/** One finding per fact of the claim, in the claim's order; those past the 64th count as absent. */
export function factFindings(claim: SurfaceReading, source: SurfaceReading): FactFinding[] {
  return claim.facts.map((fact, index) =>
    index < MAX_COMPARED ? findingFor(fact, source) : { claim: fact.fact, status: 'absent' },
  );
}
