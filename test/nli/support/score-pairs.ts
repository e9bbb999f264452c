import type { CrossEncoder, NliScores, Pair, Phase } from '../../../src/nli/types.ts';

/** Scores pairs of a phase as one request of their own, announced by what they cost. */
export async function scorePairs(
  encoder: CrossEncoder,
  pairs: readonly Pair[],
  { phase = 'verdict', signal }: { phase?: Phase; signal?: AbortSignal } = {},
): Promise<readonly NliScores[]> {
  const { overheadTokens, pairMs } = encoder[phase]!;
  const costs = pairs.map(({ premise, hypothesis }) =>
    pairMs(premise.ids.length + hypothesis.ids.length + overheadTokens),
  );
  const costMs = costs.reduce((sum, cost) => sum + cost, 0);
  const permit = encoder.admit(costMs, { signal });
  try {
    return await permit.score(phase, pairs);
  } finally {
    permit.end();
  }
}
