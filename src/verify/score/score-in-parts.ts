import type { NliScores, Pair } from '../../nli/types.ts';
import type { Rest } from '../../yield-regularly.ts';

/** Pairs that are put to a model without a pause: each takes a few microseconds before it waits in the queue. */
const PAIRS_AT_ONCE = 128;

/** Scores of any number of pairs, in their order. All of them wait in the queue together, as if they were put to it at once. */
export async function scoreInParts(
  pairs: readonly Pair[],
  score: (part: readonly Pair[]) => Promise<readonly NliScores[]>,
  rest: Rest,
): Promise<readonly NliScores[]> {
  const parts: Promise<readonly NliScores[]>[] = [];
  for (let first = 0; first < pairs.length; first += PAIRS_AT_ONCE) {
    await rest();
    const part = score(pairs.slice(first, first + PAIRS_AT_ONCE));
    // Awaited below: one that fails before the last is put to the model is no unhandled rejection.
    part.catch(() => undefined);
    parts.push(part);
  }
  return (await Promise.all(parts)).flat();
}
