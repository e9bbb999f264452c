import type { NliScores } from '../../nli/nli-interface.ts';

/** The `count` sentences that come first when the three rankings take turns, ascending. */
export function chooseCandidates(scores: readonly NliScores[], coverage: readonly number[], count: number): number[] {
  const rankings = [
    highest(
      scores.map(({ entailment }, i) => entailment + 2 * coverage[i]!),
      count,
    ),
    highest(
      scores.map(({ contradiction }, i) => contradiction * coverage[i]!),
      count,
    ),
    highest(coverage, count),
  ];
  const chosen = new Set<number>();
  // Every place of a ranking adds a sentence or finds it chosen: no more places than sentences are asked for.
  for (let place = 0; place < Math.min(count, scores.length); place++) {
    for (const ranking of rankings) if (chosen.size < count) chosen.add(ranking[place]!);
  }
  return [...chosen].sort((a, b) => a - b);
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
