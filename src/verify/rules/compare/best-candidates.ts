import { STEP, type Steps } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import type { ContextedFact, SurfaceReading } from '../reading.ts';
import { compareQualifiers, type SameMatter } from './compare-qualifiers.ts';
import { affinityTo, contextOf } from './fact-context.ts';
import { firstOfValue, valueKey, valueNumbers } from './fact-values.ts';
import type { PairBudget } from './pair-budget.ts';
import { comparable, type Relation, relate } from './relate.ts';

/** Facts of the source that one of the claim is set against without a pause. */
const PAIRS_AT_ONCE = 4 * STEP;

const NOUN_WEIGHT: Readonly<Record<SameMatter, number>> = { same: 0.2, different: -0.2, unknown: 0 };
/** With less in common no value is a rival, whatever it holds of. */
const MIN_AFFINITY = 0.3;

/** A fact of the claim and the text it is looked for in. */
export interface Search {
  readonly claim: SurfaceReading;
  readonly index: number;
  readonly source: SurfaceReading;
  readonly budget: PairBudget;
}

/** A source fact set against a claim fact, and how sure we are that both fill the same slot. */
export interface Candidate {
  readonly found: ContextedFact;
  readonly relation: Relation;
  /** Share of the claim fact's surroundings found around the source fact, 0 to 1, nearer words counting more. */
  readonly affinity: number;
  /** Whether both count the same thing. */
  readonly nouns: SameMatter;
  /** How well it fits the slot: its surroundings, and whether the same thing is counted. */
  readonly fit: number;
}

function nounsOf(claim: Fact, source: Fact): SameMatter {
  if (claim.nouns.length === 0 || source.nouns.length === 0) return 'unknown';
  return claim.nouns.some((noun) => source.nouns.includes(noun)) ? 'same' : 'different';
}

/** Where the facts stand that a fact of the claim is set against. */
function* indexesToCompare({ claim, index, source, budget }: Search): Steps<Iterable<number>> {
  if (budget.takes(source.facts.length)) return source.facts.keys();
  const same = (yield* firstOfValue(source)).get(valueKey(claim.facts[index]!.fact));
  return same === undefined ? [] : [same];
}

/** The best of the source's facts that prove the claim's, and the best of the others. */
interface BestCandidates {
  match?: Candidate;
  rival?: Candidate;
}

/** Another value of another year, group or place is no rival. */
export function* bestCandidates(search: Search): Steps<BestCandidates> {
  const { claim, index, source } = search;
  const wanted = claim.facts[index]!.fact;
  const affinityAt = yield* affinityTo(contextOf(wanted, claim), source);
  const matterOf = matterBeside(search);
  const numbers = yield* valueNumbers(source);
  const relations: (Relation | 'incomparable')[] = [];
  const best: BestCandidates = {};
  for (const at of yield* indexesToCompare(search)) {
    if (at % PAIRS_AT_ONCE === PAIRS_AT_ONCE - 1) yield;
    const found = source.facts[at]!;
    relations[numbers[at]!] ??= comparable(wanted, found.fact) ? relate(wanted, found.fact) : 'incomparable';
    const relation = relations[numbers[at]!]!;
    if (relation === 'incomparable') continue;
    const side = relation === 'entailed' ? 'match' : 'rival';
    const nouns = nounsOf(wanted, found.fact);
    const affinity = affinityAt(at);
    const fit = affinity + NOUN_WEIGHT[nouns];
    if (best[side] !== undefined && fit <= best[side].fit) continue;
    const candidate = { found, relation, affinity, nouns, fit };
    if (side === 'match' || matterOf(candidate) !== 'different') best[side] = candidate;
  }
  return best;
}

/** Whether a candidate holds of the same thing, time, place and group as the claim's fact; asked of few of them. */
export function matterBeside({ claim, index, budget }: Search): (candidate: Candidate) => SameMatter {
  return ({ found, affinity }) =>
    affinity < MIN_AFFINITY ? 'unknown' : compareQualifiers(claim.facts[index]!, found, budget);
}
