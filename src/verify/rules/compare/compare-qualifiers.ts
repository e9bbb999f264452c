import { isTime, type Qualifiers } from '../extract/qualifiers.ts';
import type { Name } from '../findings.ts';
import type { ContextedFact } from '../reading.ts';
import { agrees } from './compare-names.ts';
import { relate } from './relate.ts';

/** Relation of two facts in thing, place, time and group, as far as their clauses show it. */
export type SameMatter = 'same' | 'different' | 'unknown';

/** Pairs of names or dates that take the time of one pair of facts. */
const FACT_PAIR = 8;

/**
 * Compares what qualifies two facts: 'different' where both name a year, a date, an identifier, a group or a name that
 * plays the same part, and share none; 'same' where they share one. Another year, group or place is another matter.
 * 'unknown' once the budget is used up.
 */
export function compareQualifiers(claim: ContextedFact, source: ContextedFact, budget: PairBudget): SameMatter {
  const [mine, other] = [claim.qualifiers, source.qualifiers];
  if (!budget.takes((countIn(mine) * countIn(other)) / FACT_PAIR)) return 'unknown';
  const compared = [
    compareLists(mine.identifiers, other.identifiers, (a, b) => a === b),
    ...(isTime(claim.fact) ? [] : [compareLists(mine.times, other.times, (a, b) => relate(a, b) !== 'excluded')]),
    compareMeasures(claim, source),
    compareNames(mine.names, other.names),
    ...compareByKey(mine.kinds, other.kinds, (a, b) => a === b),
  ];
  if (compared.includes('different')) return 'different';
  return compared.includes('same') ? 'same' : 'unknown';
}

/** Measures of another unit than the facts themselves: "899 euros with 256 GB". */
function compareMeasures(claim: ContextedFact, source: ContextedFact): SameMatter {
  const ofOtherUnits = ({ fact, qualifiers }: ContextedFact) =>
    qualifiers.measures.filter(({ unit }) => unit !== fact.unit);
  const mine = ofOtherUnits(claim);
  const other = ofOtherUnits(source).filter(({ unit }) => mine.some((one) => one.unit === unit));
  return compareLists(mine, other, (a, b) => a.unit === b.unit && relate(a, b) !== 'excluded');
}

function countIn({ names, times, measures }: Qualifiers): number {
  let count = times.length + measures.length;
  for (const list of names.values()) count += list.length;
  return count;
}

/** A name that both clauses hold makes them speak of the same, whatever part it plays in each. */
function compareNames(mine: Qualifiers['names'], other: Qualifiers['names']): SameMatter {
  const anywhere = compareLists([...mine.values()].flat(), [...other.values()].flat(), mayBeSame);
  if (anywhere !== 'different') return anywhere;
  return compareByKey(mine, other, mayBeSame).includes('different') ? 'different' : 'unknown';
}

function mayBeSame(a: Name, b: Name): boolean {
  return a.parts.some((part) => b.parts.includes(part)) || agrees(a, b) || agrees(b, a);
}

function compareByKey<Item>(
  mine: ReadonlyMap<string, readonly Item[]>,
  other: ReadonlyMap<string, readonly Item[]>,
  isSame: (a: Item, b: Item) => boolean,
): SameMatter[] {
  return [...mine].map(([key, items]) => compareLists(items, other.get(key) ?? [], isSame));
}

function compareLists<Item>(
  mine: readonly Item[],
  other: readonly Item[],
  isSame: (a: Item, b: Item) => boolean,
): SameMatter {
  if (mine.length === 0 || other.length === 0) return 'unknown';
  return mine.some((a) => other.some((b) => isSame(a, b))) ? 'same' : 'different';
}

/**
 * How many pairs of facts, or of the names that qualify them, one claim may still have compared, all its spans together.
 * Eight numbers compared with a table of fifteen hundred are within it; once it is used up, only equal values are found.
 */
export class PairBudget {
  #left: number;

  constructor(pairs = 12_000) {
    this.#left = pairs;
  }

  /** True if the budget allows to compare the pairs; they then count. */
  takes(pairs: number): boolean {
    if (pairs > this.#left) return false;
    this.#left -= pairs;
    return true;
  }
}
