import type { Verification } from '../../index.ts';

/** The Server-Timing header of a 200: milliseconds per stage, then the pairs that each model read and the candidates cut. */
export function serverTiming({ timings, pairs }: Pick<Verification, 'timings' | 'pairs'>): string {
  const stages = {
    text: timings.textMs,
    tokenize: timings.tokenizeMs,
    queue: timings.queueMs,
    inference: timings.inferenceMs,
    policy: timings.policyMs,
  };
  const entries = Object.entries(stages).map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`);
  return [...entries, `pairs;desc="evidence ${pairs.evidence}, verdict ${pairs.verdict}, cut ${pairs.cut}"`].join(', ');
}
