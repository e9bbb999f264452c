import { withRests } from '../../yield-regularly.ts';
import type { ScoredPremise } from '../read/premises.ts';
import { type CopyDifferences, copyDifferences, type SurfaceReading } from '../rules/index.ts';
import type { Comparing } from './compare-span.ts';
import type { ExaminedSpan } from './examined-span.ts';

/** Sentences with fewer of the span's words in common are no copies of it: spares reading them. */
const WORTH_READING = 0.4;

/**
 * The closest sentence that the span copies with something exchanged; `undefined` when it copies none, or when another
 * sentence says the same as the span in as many of its words.
 */
export async function findCopy(
  claim: SurfaceReading,
  sentences: readonly ScoredPremise[],
  { source, budget, rest }: Comparing,
): Promise<ExaminedSpan['copied']> {
  const near: NonNullable<ExaminedSpan['copied']>[] = [];
  const worthReading = sentences.filter(({ coverage }) => coverage >= WORTH_READING);
  for (const premise of worthReading.sort((a, b) => b.coverage - a.coverage)) {
    const reading = await source.readings.premise(premise, rest);
    const differences = await withRests(copyDifferences(claim, reading, budget), rest);
    if (differences !== undefined) near.push({ premise, differences });
  }
  const different = near.find(({ differences }) => isDifferent(differences));
  if (different === undefined) return undefined;
  const { held } = different.differences;
  return near.some(({ differences }) => !isDifferent(differences) && differences.held >= held) ? undefined : different;
}

function isDifferent({ facts, names, negation, exception }: CopyDifferences): boolean {
  return facts.length > 0 || names.length > 0 || negation || exception;
}
