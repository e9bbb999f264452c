import type { Kind } from './bench-texts.ts';
import type { Answer } from './timed-answers.ts';

/** Share of a load's time before the first responses arrive; rates are measured after it. */
const RAMP = 0.2;

export interface Rates {
  /** Accepted responses per second while the load was steady. */
  readonly perSecond: number;
  /** The same, each response weighted with the time of a single request of its size, in milliseconds. */
  workPerSecond(aloneMs: ReadonlyMap<Kind, number>): number;
}

/** Responses between the ramp and the end of sending: later responses come from a draining queue. */
export function rates(answers: readonly Answer[], startedAt: number, seconds: number): Rates {
  const from = startedAt + 1000 * RAMP * seconds;
  const until = startedAt + 1000 * seconds;
  const steady = answers.filter(({ endedAt }) => endedAt >= from && endedAt <= until);
  const length = (1 - RAMP) * seconds;
  return {
    perSecond: steady.length / length,
    workPerSecond: (aloneMs) => steady.reduce((sum, { kind }) => sum + (aloneMs.get(kind) ?? 0), 0) / length,
  };
}
