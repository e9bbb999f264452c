import type { SurfaceReading } from '../reading.ts';

/** Share of the claim's content words found in each sentence of the source, by sentence number; 0 to 1. */
export function sentenceOverlaps(claim: SurfaceReading, source: SurfaceReading): Map<number, number> {
  const counts = new Map<number, number>();
  for (const lemma of claim.positions.keys()) {
    let last = -1;
    for (const at of source.positions.get(lemma) ?? []) {
      const sentence = source.tokens[at]!.sentence;
      if (sentence !== last) counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
      last = sentence;
    }
  }
  const total = Math.max(1, claim.positions.size);
  for (const [sentence, count] of counts) counts.set(sentence, count / total);
  return counts;
}
