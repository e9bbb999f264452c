import type { ScoredPremise } from '../read/premises.ts';

/** What makes a sentence a candidate: it may entail the span, it may contradict it, it has most of its words. */
const RANKINGS: readonly ((sentence: ScoredPremise) => number)[] = [
  ({ scores, coverage }) => scores.entailment + 2 * coverage,
  ({ scores, coverage }) => scores.contradiction * coverage,
  ({ coverage }) => coverage,
];

/** The `count` sentences that come first when the three rankings take turns, in the order of the source. */
export function chooseCandidates(read: readonly ScoredPremise[], count: number): ScoredPremise[] {
  const rankings = RANKINGS.map((worth) => highest(read.map(worth), count));
  const chosen = new Set<number>();
  // Every place of a ranking adds a sentence or finds it chosen: no more places than sentences are asked for.
  for (let place = 0; place < Math.min(count, read.length); place++) {
    for (const ranking of rankings) if (chosen.size < count) chosen.add(ranking[place]!);
  }
  return [...chosen].sort((a, b) => a - b).map((i) => read[i]!);
}

/** Indices of the `count` highest values, the highest first, the earlier first among equals. */
function highest(values: readonly number[], count: number): number[] {
  const first: number[] = [];
  for (const [i, value] of values.entries()) {
    if (first.length >= count && value <= values[first.at(-1)!]!) continue;
    let place = first.length;
    while (place > 0 && value > values[first[place - 1]!]!) place -= 1;
    first.splice(place, 0, i);
    if (first.length > count) first.pop();
  }
  return first;
}
