import type { CrossEncoder, NliScores, Pair } from '../../../src/nli/types.ts';

/** Scores pairs as one request of their own: expects as many tokens as they have. */
export async function scorePairs(
  encoder: CrossEncoder,
  pairs: readonly Pair[],
  signal?: AbortSignal,
): Promise<readonly NliScores[]> {
  const tokens = pairs.reduce((sum, { premise, hypothesis }) => sum + premise.ids.length + hypothesis.ids.length, 0);
  const turn = encoder.admit(tokens, signal);
  try {
    return await turn.score(pairs);
  } finally {
    turn.end();
  }
}
