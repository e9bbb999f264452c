import type { CrossEncoder, NliScores, Pair, Phase } from '../../../src/nli/types.ts';

/** Scores pairs of a phase as one request of their own, announced by what they cost. */
export async function scorePairs(
  encoder: CrossEncoder,
  pairs: readonly Pair[],
  { phase = 'verdict', signal }: { phase?: Phase; signal?: AbortSignal } = {},
): Promise<readonly NliScores[]> {
  const tokens = pairs.reduce((sum, { premise, hypothesis }) => sum + premise.ids.length + hypothesis.ids.length, 0);
  const turn = encoder.admit(tokens * encoder[phase]!.msPerToken, signal);
  try {
    return await turn.score(phase, pairs);
  } finally {
    turn.end();
  }
}
