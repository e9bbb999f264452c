import type { Steps, Token } from '../../../text/index.ts';
import type { Both, Fact, Finding, Name, SurfaceFindings } from '../findings.ts';
import { stepsOncePer } from '../once-per.ts';
import type { SurfaceReading } from '../reading.ts';
import { grouped } from './grouped.ts';
import { followsLoosely } from './relate.ts';

/** What a sentence lacks it may have something else in place of. */
export function* withPlaces(
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

/**
 * In a copy, another value in the same place is a conflict, but for a looser bound of about the same size: "over 300" where
 * it has "over 350", not "over 25" where it has "over 250".
 */
function besideFact(finding: Finding<Fact>, places: Both<Places>): Finding<Fact> {
  const { claim: fact, status } = finding;
  if (status !== 'absent') return finding;
  const rival = places.source.facts.get(placeOf(fact, places.claim))?.[0];
  if (rival === undefined) return finding;
  return { claim: fact, source: rival, status: isLoosened(fact, rival) ? 'match' : 'conflict' };
}

/** A figure more than twice the other's is no looser way of writing it. */
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
  const rival = places.source.names
    .get(placeOf(name, places.claim))
    ?.find((other) => !other.weak && !other.parts.some((part) => claim.words.has(part)));
  return rival === undefined ? finding : { claim: name, source: rival, status: 'conflict' };
}

/** Between which two words a text's facts and names stand; those in the same place are listed together. */
interface Places {
  /** For every token the nearest word at or before it, and at or behind it; '' beyond the end of the text. */
  readonly before: readonly string[];
  readonly behind: readonly string[];
  readonly facts: ReadonlyMap<string, readonly Fact[]>;
  readonly names: ReadonlyMap<string, readonly Name[]>;
}

const placesOf = stepsOncePer(function* ({ tokens, facts, names }: SurfaceReading): Steps<Places> {
  const neighbours = neighboursIn(tokens);
  const places = (part: Fact | Name) => [placeOf(part, neighbours)];
  const plainFacts = facts.map(({ fact }) => fact);
  yield;
  return { ...neighbours, facts: yield* grouped(plainFacts, places), names: yield* grouped(names, places) };
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

/** The words on both sides: two parts with the same ones stand in the same place of their texts. */
function placeOf(
  { from, to }: Pick<Fact, 'from' | 'to'>,
  { before, behind }: Pick<Places, 'before' | 'behind'>,
): string {
  return `${before[from - 1] ?? ''}\n${behind[to] ?? ''}`;
}

/** Neither a mark nor a line end. */
export function isWord({ type }: Token): boolean {
  return type !== 'symbol' && type !== 'break';
}
