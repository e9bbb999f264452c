import { isOpposite } from '../extract/directions.ts';
import { isNegated } from '../extract/negations.ts';
import { isTime } from '../extract/qualifiers.ts';
import type { Fact, FactKind, Finding, Relation } from '../findings.ts';
import { codeKey, oncePer } from '../keyed.ts';
import { PEOPLE, SINGLE_EVENTS } from '../lexicon/synonyms.ts';
import type { ContextedFact, SurfaceReading } from '../reading.ts';
import { valueOfCase } from './cases.ts';
import { compareQualifiers, type PairBudget, type SameMatter } from './compare-qualifiers.ts';
import { partsOf } from './counted-parts.ts';
import { affinityTo, contextOf, distanceTo } from './fact-context.ts';
import { timesOf } from './former-values.ts';
import { followsLoosely, relationOf } from './relate.ts';
import { speaksOfPart } from './said-of-part.ts';

/** Equal for two facts that state the same value. */
function valueKey({ kind, unit, low, high, bound, zone }: Fact): string {
  return kind === 'identifier' ? `${kind} ${codeKey(unit)}` : `${kind} ${unit} ${low} ${high} ${bound} ${zone}`;
}

/** The index of the first fact of each value in a text. */
const firstOfValue = oncePer(({ facts }: SurfaceReading) => {
  const first = new Map<string, number>();
  for (const [index, { fact }] of facts.entries()) {
    const value = valueKey(fact);
    if (!first.has(value)) first.set(value, index);
  }
  return first;
});

/** For each fact of a text a number for its value: facts of one number relate to any other fact alike. */
const valueNumbers = oncePer(({ facts }: SurfaceReading) => {
  const numbers = new Map<string, number>();
  const ofFacts: number[] = [];
  for (const { fact } of facts) {
    const { statedUnit, written, lowOpen, highOpen, step, roundStep, outerLow, outerHigh, plural, edge, per } = fact;
    const key = `${valueKey(fact)} ${statedUnit} ${written} ${lowOpen} ${highOpen} ${step} ${roundStep} ${outerLow} ${outerHigh} ${plural} ${edge} ${per}`;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    ofFacts.push(number);
  }
  return ofFacts;
});

export function isSameValue(claim: Fact, source: Fact): boolean {
  return (
    claim.unit === source.unit &&
    claim.bound === source.bound &&
    claim.low === source.low &&
    claim.high === source.high &&
    claim.lowOpen === source.lowOpen &&
    claim.highOpen === source.highOpen
  );
}

/** True if a value of the source lies within a bound of the claim that the source does not state: 420 for "more than 400". */
export function isSatisfied({ claim, source, status }: Finding<Fact>): boolean {
  return (
    status === 'match' &&
    source !== undefined &&
    claim.bound !== 'exact' &&
    claim.bound !== 'about' &&
    !isSameValue(claim, source)
  );
}

/** A claim with more facts than this is no sentence; the bound keeps the work small on any input. */
const MAX_COMPARED = 64;
/** Affinity from which an excluded value is about the same thing; measured on public claim sets, per kind. */
const CONFLICT_FROM: Readonly<Record<FactKind, number>> = {
  number: 0.9,
  percent: 0.5,
  money: 0.5,
  date: 0.5,
  year: 0.5,
  duration: 0.6,
  measure: 0.65,
  frequency: 0.5,
  ordinal: 2,
  time: 0.6,
  identifier: 2,
};
/** A time at which something begins or ends is compared with the same of a source: less of the surroundings has to agree. */
const SAME_EDGE_FROM = 0.55;
/** With the same noun counted, less of the surroundings has to agree; least where something is measured, "300 ml of milk". */
const SAME_NOUN_FROM = { measure: 0.4, other: 0.5 } as const;
/** Distance from a date to the word for what happened then. */
const EVENT_REACH = 16;
/** Equal values are strong evidence: only a clearly better slot overrules them. */
const EXACT_MARGIN = 0.3;
/** "more than 300" holds by chance for many numbers: the slot has to be nearly as good as that of the conflicting number. */
const BOUNDED_MARGIN = 0.1;

function identifierFinding(claim: Fact, source: SurfaceReading): Finding<Fact> {
  const same = firstOfValue(source).get(valueKey(claim));
  if (same !== undefined) return { claim, source: source.facts[same]!.fact, status: 'match' };
  const mentioned = claim.unit.split(' ').every((part) => source.words.has(part));
  return { claim, status: mentioned ? 'match' : 'absent' };
}

/** Both dates belong to an event that happens once, "opened in 2014" and "in 2015", but not "grew in 2014"; or for what a thing is, "a 1980 drama". */
function sharesSingleEvent({ claim, index, source }: Search, { fact, describes }: ContextedFact): boolean {
  const wanted = claim.facts[index]!;
  if (wanted.describes && describes) return true;
  return contextOf(wanted.fact, claim).some(({ slot }) => {
    if (!SINGLE_EVENTS.has(slot)) return false;
    return fact.implied.includes(slot) || distanceTo(source.slots.get(slot) ?? [], fact) <= EVENT_REACH;
  });
}

function conflictFrom({ nouns, found }: Candidate, { kind, written }: Fact): number {
  // Whoever wrote 180 °F for 180 °C, or "at least 30" for "at most 30", meant the same thing.
  if (kind !== 'time' && written !== '' && written === found.fact.written) return MIN_AFFINITY;
  if (nouns !== 'same') return CONFLICT_FROM[kind];
  return kind === 'measure' ? SAME_NOUN_FROM.measure : SAME_NOUN_FROM.other;
}

/** True of a value that is no size of a change or difference: not of "rose 8 %", "and by 4 %", or "5 euros more than". */
function isLevel({ fact, change }: ContextedFact, { tokens }: SurfaceReading): boolean {
  const isDifference = tokens[fact.to + 1]?.lower === 'than';
  return change?.isAmount !== true && tokens[fact.boundFrom - 1]?.lower !== 'by' && !isDifference;
}

function isConflict(search: Search, conflicting: Candidate): boolean {
  const wanted = search.claim.facts[search.index]!;
  const { fact, change } = wanted;
  if (conflicting.relation !== 'excluded' || conflicting.nouns === 'different') return false;
  // "1.2 million lower" is no level of which another one says anything.
  if (!isLevel(wanted, search.claim) && isLevel(conflicting.found, search.source)) return false;
  // "Was not the first", "never in 2014": another value says nothing against it.
  if (isNegated(search.claim.tokens, fact.boundFrom)) return false;
  if (partsOf(search.claim, search.source) !== undefined) return false;
  if (isOfOthers(search, conflicting.found.fact) || isRest(search, conflicting.found.fact)) return false;
  if (isTime(fact) && !sharesSingleEvent(search, conflicting.found)) return false;
  // The words that distinguish the directions are among those around the values.
  if (isOpposite(change, conflicting.found.change)) return conflicting.affinity >= MIN_AFFINITY;
  if (timesOf(search.claim, fact, search.source, conflicting.found.fact) === 'same')
    return conflicting.affinity >= MIN_AFFINITY;
  const isSameEdge = fact.edge !== undefined && fact.edge === conflicting.found.fact.edge;
  return conflicting.affinity >= (isSameEdge ? SAME_EDGE_FROM : conflictFrom(conflicting, fact));
}

/** Tokens from a number to the negation of what it counts: "31 of the patients did not". */
const DENIED_REACH = 6;

/** "31 patients did not complete the trial" is about others than "281 patients completed it"; in a sentence with their sum both are compared. */
function isOfOthers({ claim, index, source }: Search, found: Fact): boolean {
  if (isOfDenied(claim, claim.facts[index]!.fact) === isOfDenied(source, found)) return false;
  const { sentence } = source.tokens[found.from]!;
  return source.facts.filter(({ fact }) => source.tokens[fact.from]!.sentence === sentence).length === 1;
}

const REST = /\b(?:remain\p{L}*|left|rest|missing|outstanding|un(?:finished|sold|paid|used)|lack\p{L}*|without)\b/iu;

/** "A fifth of the work remains" is the rest of "80 % of the work has been completed". */
function isRest({ claim, index, source }: Search, found: Fact): boolean {
  const { kind, low, high } = claim.facts[index]!.fact;
  const isWhole = kind === 'percent' && low === high && found.low === found.high && low + found.low === 100;
  return isWhole && REST.test(claim.text) !== REST.test(source.text);
}

/** True of a number of things of which something is denied. */
function isOfDenied({ negations, tokens }: SurfaceReading, { kind, to }: Fact): boolean {
  if (kind !== 'number') return false;
  return negations.some(({ at }) => {
    const between = tokens.slice(to, at + 1);
    const isOneClause = between.every(
      ({ sentence, text }) => sentence === tokens[at]!.sentence && !/^[,;:]$/.test(text),
    );
    return at >= to && at - to < DENIED_REACH && isOneClause && tokens[at]!.lower !== 'no';
  });
}

/** An equal value, or one inside the bound, counts unless a value of a clearly better slot speaks against it. */
function isOverruled(search: Search, match: Candidate, conflicting: Candidate | undefined): boolean {
  if (conflicting === undefined) return false;
  const matterAt = matterBeside(search);
  if (matterAt(match) === 'different' && matterAt(conflicting) === 'same') return true;
  const isSame = isSameValue(search.claim.facts[search.index]!.fact, match.found.fact);
  const named = isSame ? namedWith(search, match, conflicting) : undefined;
  if (named !== undefined) return named === conflicting;
  // "Paper is collected every other Wednesday; rubbish is picked up weekly": how often of two things.
  if (isSame && match.found.fact.kind === 'frequency' && isInOneSentence(search, match, conflicting)) return false;
  const margin = search.claim.facts[search.index]!.fact.bound === 'exact' ? EXACT_MARGIN : BOUNDED_MARGIN;
  return conflicting.fit > match.fit + margin;
}

function isInOneSentence({ source: { tokens } }: Search, one: Candidate, other: Candidate): boolean {
  return tokens[one.found.fact.from]!.sentence === tokens[other.found.fact.from]!.sentence;
}

/** "Up to 50 euros a day, or 80 in Paris": of two values of a sentence, the one with the place, time or group of the claim. */
function namedWith(search: Search, ...two: readonly [Candidate, Candidate]) {
  const [one, other] = two.map(({ found }) => search.source.tokens[found.fact.from]!.sentence);
  if (one !== other) return undefined;
  const same = two.filter(({ found }) => matterOf(search, found) === 'same');
  return same.length === 1 ? same[0] : undefined;
}

function findingFor(search: Search): Finding<Fact> {
  const { fact } = search.claim.facts[search.index]!;
  if (fact.kind === 'identifier') return identifierFinding(fact, search.source);
  const ofCase = valueOfCase(search.claim, search.source, fact);
  if (ofCase !== undefined) return { claim: fact, source: ofCase, status: 'match' };
  const { match, conflicting } = bestCandidates(search);
  const isOfPart = match !== undefined && speaksOfPart(search.claim, search.source, match.found.fact);
  if (match !== undefined && (isOfPart || !isOverruled(search, match, conflicting)))
    return { claim: fact, source: match.found.fact, status: 'match' };
  if (conflicting !== undefined && isConflict(search, conflicting))
    return { claim: fact, source: conflicting.found.fact, status: 'conflict', isElsewhere: match !== undefined };
  const kept = match !== undefined && (fact.bound === 'exact' || conflicting?.relation !== 'excluded');
  if (kept) return { claim: fact, source: match.found.fact, status: 'match' };
  const looser =
    conflicting !== undefined && followsLoosely(fact, conflicting.found.fact) && conflicting.nouns !== 'different';
  return { claim: fact, ...(looser ? { source: conflicting.found.fact } : {}), status: 'absent' };
}

/** One finding per fact of the claim, in the claim's order; those past the 64th count as absent. */
export function factFindings(claim: SurfaceReading, source: SurfaceReading, budget: PairBudget): Finding<Fact>[] {
  return claim.facts.map(({ fact }, index) =>
    index < MAX_COMPARED ? findingFor({ claim, index, source, budget }) : { claim: fact, status: 'absent' },
  );
}

const NOUN_WEIGHT: Readonly<Record<SameMatter, number>> = { same: 0.2, different: -0.2, unknown: 0 };
/** A value with less in common does not conflict, whatever it belongs to. */
const MIN_AFFINITY = 0.3;

/** A fact of the claim and the text it is looked for in. */
interface Search {
  readonly claim: SurfaceReading;
  readonly index: number;
  readonly source: SurfaceReading;
  readonly budget: PairBudget;
}

/** A source fact set against a claim fact, and how sure we are that both fill the same slot. */
interface Candidate {
  readonly found: ContextedFact;
  readonly relation: Relation;
  /** Share of the claim fact's surroundings found around the source fact, 0 to 1, nearer words counting more. */
  readonly affinity: number;
  /** Relation of the counted things. */
  readonly nouns: SameMatter;
  /** How well it fits the slot: its surroundings, and whether the same thing is counted. */
  readonly fit: number;
}

/** Tokens between a number of people and the word that says which: "employs 420 people". */
const NAMED_REACH = 3;

/** True if two numbers count the same thing: "420 employees", "420 workers", and "employs 420 people". */
function nounsOf({ claim, index, source }: Search, { fact: found }: ContextedFact): SameMatter {
  const { fact: wanted } = claim.facts[index]!;
  if (wanted.nouns.length === 0 || found.nouns.length === 0) return 'unknown';
  if (wanted.nouns.some((slot) => found.nouns.includes(slot))) return 'same';
  const isNamedBeside = (slots: readonly string[], { slots: places }: SurfaceReading, fact: Fact) =>
    slots.some((slot) => distanceTo(places.get(slot) ?? [], fact) <= NAMED_REACH);
  if (found.nouns.includes(PEOPLE)) return isNamedBeside(wanted.nouns, source, found) ? 'same' : 'unknown';
  if (wanted.nouns.includes(PEOPLE)) return isNamedBeside(found.nouns, claim, wanted) ? 'same' : 'unknown';
  return 'different';
}

/** Indices of the source's facts that a fact of the claim is compared with. */
function indexesToCompare({ claim, index, source, budget }: Search): Iterable<number> {
  if (budget.takes(source.facts.length)) return source.facts.keys();
  const same = firstOfValue(source).get(valueKey(claim.facts[index]!.fact));
  return same === undefined ? [] : [same];
}

/** The best fact that proves the claim's, and the best one that conflicts with it; a value of another year, group or place does not. */
function bestCandidates(search: Search) {
  const { claim, index, source } = search;
  const { fact: wanted, change } = claim.facts[index]!;
  const affinityAt = affinityTo(contextOf(wanted, claim), source);
  const matterAt = matterBeside(search);
  const numbers = valueNumbers(source);
  const relations: (Relation | 'incomparable')[] = [];
  const best: { match?: Candidate; conflicting?: Candidate } = {};
  for (const at of indexesToCompare(search)) {
    const found = source.facts[at]!;
    relations[numbers[at]!] ??= relationOf(wanted, found.fact) ?? 'incomparable';
    const related = relations[numbers[at]!]!;
    if (related === 'incomparable') continue;
    const relation = change !== undefined && isOpposite(change, found.change) ? 'excluded' : related;
    const side = relation === 'entailed' ? 'match' : 'conflicting';
    const nouns = nounsOf(search, found);
    const affinity = affinityAt(at);
    const fit = affinity + NOUN_WEIGHT[nouns];
    if (best[side] !== undefined && fit <= best[side].fit) continue;
    const candidate = { found, relation, affinity, nouns, fit };
    if (side === 'match' || matterAt(candidate) !== 'different') best[side] = candidate;
  }
  return best;
}

/** Compares thing, time, place and group of a candidate with the claim's fact; called for few of them. */
function matterBeside(search: Search): (candidate: Candidate) => SameMatter {
  return ({ found, affinity }) => (affinity < MIN_AFFINITY ? 'unknown' : matterOf(search, found));
}

function matterOf({ claim, index, source, budget }: Search, found: ContextedFact): SameMatter {
  const wanted = claim.facts[index]!;
  const times = timesOf(claim, wanted.fact, source, found.fact);
  return times === 'unknown' ? compareQualifiers(wanted, found, budget) : times;
}
