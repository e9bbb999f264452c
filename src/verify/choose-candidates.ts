import type { NliScores } from '../nli/nli-interface.ts';

/** The `count` sentences that come first when the three rankings take turns, ascending. */
export function chooseCandidates(scores: readonly NliScores[], coverage: readonly number[], count: number): number[] {
  const rankings = [
    ranked(scores.map(({ entailment }, i) => entailment + 2 * coverage[i]!)),
    ranked(scores.map(({ contradiction }, i) => contradiction * coverage[i]!)),
    ranked(coverage),
  ];
  const chosen = new Set<number>();
  for (let place = 0; place < scores.length; place++) {
    for (const ranking of rankings) if (chosen.size < count) chosen.add(ranking[place]!);
  }
  return [...chosen].sort((a, b) => a - b);
}

/** Indices from the highest value to the lowest, the earlier first among equals. */
function ranked(values: readonly number[]): number[] {
  return values.map((_, i) => i).sort((a, b) => values[b]! - values[a]! || a - b);
}
